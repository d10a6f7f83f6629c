/** Schedules as rank programs. */
import type { Writing } from "../program.ts";
import { type Lane, stretches } from "./lanes.ts";

/**
 * Writes what a rank does. In a single lane it waits for what it has sent by rendezvous when it has taken what comes meanwhile, as
 * MPI_Sendrecv does. Lanes beside each other go on by themselves: to wait would be for all of them, and the others have not come to
 * what they take.
 * @param rate bytes that it reduces per second; 0 where that takes no time
 */
export function writeLanes(lanes: readonly Lane[], rank: number, rate: number, { write, cycles }: Writing): void {
  for (const { times, moves } of stretches(lanes, rank)) {
    const body = () => {
      for (const [k, { does, peer, lane, bytes }] of moves.entries()) {
        if (does === "send") {
          write.send(peer, bytes, lane);
          continue;
        }
        write.receive(peer, lane);
        if (lanes.length === 1 && (moves[k + 1]?.does ?? "send") === "send") write.complete();
        if (does === "reduce" && rate > 0) write.compute(cycles(bytes / rate));
      }
    };
    if (times === 1) body();
    else write.repeat(times, body);
  }
}
