/** Writes schedules as rank programs. */
import type { WritingContext } from "../program.ts";
import { type ScheduleInstance, sizedSteps } from "./schedule-instances.ts";

/**
 * Writes the operations of a rank into its program, for one or several schedules in parallel (instances). With a single instance, a rank
 * waits for its rendezvous sends after it has received, as MPI_Sendrecv does. Parallel instances proceed independently: a wait would cover
 * the sends of all instances, whose receivers may not have reached the matching receives. If steps have halves, all ranks are in the same
 * half. Messages then go by rendezvous, unless the vector is a single block, so that no rank runs ahead and takes bandwidth from the link
 * of its receiver. The instance is the tag of a message.
 * @param bytesPerSecond bytes that a rank reduces per second; 0 if reduction takes no time
 */
export function writeSchedules(
  instances: readonly ScheduleInstance[],
  rank: number,
  bytesPerSecond: number,
  { write, cyclesOf }: WritingContext,
): void {
  for (const { times, transfers } of sizedSteps(instances, rank)) {
    const writeStep = () => {
      for (const [index, { action, peer, instance, bytes, half }] of transfers.entries()) {
        const nextTransfer = transfers[index + 1];
        if (action !== "send") {
          write.receive(peer, instance);
          if (half === undefined && instances.length === 1 && (nextTransfer?.action ?? "send") === "send") write.waitForRendezvous();
          if (action === "reduce" && bytesPerSecond > 0) write.compute(cyclesOf(bytes / bytesPerSecond));
        } else if (half === undefined || instances[instance].schedule.blocks === 1) write.send(peer, bytes, instance);
        else write.sendSynchronously(peer, bytes, instance);
        if (half !== undefined && nextTransfer?.half !== half) write.waitForRendezvous();
      }
    };
    if (times === 1) writeStep();
    else write.repeat(times, writeStep);
  }
}
