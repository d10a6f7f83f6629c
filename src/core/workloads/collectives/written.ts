/** Writes schedules as rank programs. */
import type { Writing } from "../program.ts";
import { type Lane, stretches } from "./lanes.ts";

/**
 * Writes the operations of a rank. With a single instance, a rank waits for its rendezvous sends after it has received, as MPI_Sendrecv
 * does. Parallel instances proceed independently: a wait would cover the sends of all instances, whose receivers may not have reached the
 * matching receives. If steps have halves, all ranks are in the same half. Messages then go by rendezvous, unless the vector is whole, so
 * that no rank runs ahead and takes bandwidth from the link of its receiver.
 * @param rate bytes that a rank reduces per second; 0 if reduction takes no time
 */
export function writeLanes(lanes: readonly Lane[], rank: number, rate: number, { write, cycles }: Writing): void {
  for (const { times, moves } of stretches(lanes, rank)) {
    const body = () => {
      for (const [k, { does, peer, lane, bytes, half }] of moves.entries()) {
        const next = moves[k + 1];
        if (does !== "send") {
          write.receive(peer, lane);
          if (half === undefined && lanes.length === 1 && (next?.does ?? "send") === "send") write.complete();
          if (does === "reduce" && rate > 0) write.compute(cycles(bytes / rate));
        } else if (half === undefined || lanes[lane].schedule.blocks === 1) write.send(peer, bytes, lane);
        else write.sendSynchronously(peer, bytes, lane);
        if (half !== undefined && next?.half !== half) write.complete();
      }
    };
    if (times === 1) body();
    else write.repeat(times, body);
  }
}
