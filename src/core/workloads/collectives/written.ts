/** Schedules as rank programs. */
import type { Writing } from "../program.ts";
import { type Lane, stretches } from "./lanes.ts";

/**
 * Writes what a rank does. In a single lane it waits for what it has sent by rendezvous when it has taken what comes meanwhile, as
 * MPI_Sendrecv does. Lanes beside each other go on by themselves: to wait would be for all of them, and the others have not come to
 * what they take. Where turns have halves, all have come to the same one. There what is sent goes by rendezvous, but a vector whole: so
 * nobody runs ahead, and takes a part of the link on which its receiver takes something else.
 * @param rate bytes that it reduces per second; 0 where that takes no time
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
