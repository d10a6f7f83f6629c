/**
 * What hosts do for the messages of a program: those of LogGOPS (Hoefler, Schneider, Lumsdaine, LogGOPSim, HPDC 2010), whose L the
 * network takes the place of.
 *
 * - *Eager and rendezvous.* A message of up to {@link HostRules.eager} bytes is sent at once, and waits where it arrives. For a
 *   longer one, and for one that a program sends synchronously, a request crosses the network; when the receiver has come to a receive that takes it, an answer comes back; then the
 *   data go. Requests and answers go before all else at their terminals: as a packet each, and where messages flow as headers, which
 *   take nothing of what flows: *chosen*, see `flow-control/README.md`. Of requests and messages in a mailbox the one that came first is taken first. A rank ends when all
 *   that it has sent so has arrived. What all hear on a medium is always eager. (MPI's two protocols; S of LogGPS: Ino, Fujimoto,
 *   Hagihara, PPoPP 2001.)
 * - *Processors.* A rank is busy o + (s − 1)·O cycles for a message of s bytes that it hands over, and for one that it takes. The
 *   message goes after o. Requests and answers keep no rank busy.
 * - *Adapters.* At least g cycles lie between the beginnings of two messages of a terminal. G cycles a byte are the rate of its port.
 *
 * On an ideal network all of it follows the rules of LogGOPSim instead: `simulation/loggops-source.ts`.
 */
export interface HostRules {
  /** o: cycles that a rank is busy for each message that it hands over, and for each that it takes. */
  readonly overhead: number;
  /** O: cycles more for each byte but the first. */
  readonly overheadPerByte: number;
  /** g: cycles between two messages at an adapter. */
  readonly gap: number;
  /** G: cycles more for each byte but the first, on an ideal network; elsewhere the port's rate says it. */
  readonly gapPerByte: number;
  /** S: bytes of the longest message that is sent without asking; Infinity where all are. */
  readonly eager: number;
}

/** Hosts that take no time, and send all that they have at once. */
export const idealHost: HostRules = { overhead: 0, overheadPerByte: 0, gap: 0, gapPerByte: 0, eager: Infinity };

/** Whether a message of so many bytes goes by rendezvous, unless all hear it. */
export function needsRendezvous({ eager }: HostRules, bytes: number): boolean {
  return bytes > eager;
}

/** Whether to hand over a message may take a rank time. */
export function takesTimeToSend(host: HostRules): boolean {
  return host.overhead > 0 || host.overheadPerByte > 0 || host.gap > 0 || host.gapPerByte > 0;
}
