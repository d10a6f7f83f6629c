/** Schedules as rank programs. */
import { quantity } from "../../base/params.ts";
import type { Writing } from "../program.ts";
import { type Lane, stretches } from "./schedule.ts";

/** How fast what has come is reduced. */
export const reduction = quantity({
  title: "Reduction",
  word: "reduced at #",
  help: "Bytes that a rank reduces per second, during which it does nothing else. 0: it takes no time.",
  dimension: "rate",
  min: 0,
  max: 1e15,
  multipleOf: 1,
  default: 0,
  zero: "no time",
});

/**
 * Writes what a rank does. In a single lane it waits for what it has sent by rendezvous when it has taken a message, as MPI_Sendrecv
 * does. Lanes beside each other go on by themselves: to wait would be for all of them, and the others have not come to what they take.
 * @param rate bytes that it reduces per second; 0 where that takes no time
 */
export function writeLanes(lanes: readonly Lane[], rank: number, rate: number, { write, cycles }: Writing): void {
  for (const { times, moves } of stretches(lanes, rank)) {
    const body = () => {
      for (const { does, peer, lane, bytes } of moves) {
        if (does === "send") write.send(peer, bytes, lane);
        else {
          write.receive(peer, lane);
          if (lanes.length === 1) write.complete();
          if (does === "reduce" && rate > 0) write.compute(cycles(bytes / rate));
        }
      }
    };
    if (times === 1) body();
    else write.repeat(times, body);
  }
}
