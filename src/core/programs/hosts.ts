/**
 * What hosts do for the messages of a program: the LogGOPS model (Hoefler, Schneider, Lumsdaine, LogGOPSim, HPDC 2010), with the simulated
 * network in place of L.
 *
 * - *Eager and rendezvous.* A message of up to {@link HostRules.eager} bytes is sent immediately, and waits at its destination. A longer
 * message, and a message that a program sends synchronously, begins with a request that crosses the network; when the receiver reaches a
 * matching receive, a reply comes back; then the data are sent. Requests and replies have priority at their terminals. They are one packet
 * each; in fluid flow they are headers that take no bandwidth: *chosen*, see `flow-control/README.md`. Of the requests and messages in a
 * mailbox the earliest is taken first. A rank ends when all its rendezvous messages have arrived. A broadcast on a shared medium is always
 * eager. (MPI's two protocols; S of LogGPS: Ino, Fujimoto, Hagihara, PPoPP 2001.)
 * - *Processors.* A rank is busy o + (s − 1)·O cycles for each message of s bytes that it sends, and for each that it receives. The message
 * leaves after o. Requests and replies keep no rank busy.
 * - *Adapters.* At least g cycles lie between the beginnings of two messages of a terminal. G cycles per byte are the rate of its port.
 *
 * On an ideal network the rules of LogGOPSim apply instead: `simulation/loggops-source.ts`.
 */
export interface HostRules {
  /** o: cycles that a rank is busy for each message that it sends or receives. */
  readonly overhead: number;
  /** O: additional cycles for each byte after the first. */
  readonly overheadPerByte: number;
  /** g: cycles between two messages at an adapter. */
  readonly gap: number;
  /** G: additional cycles for each byte after the first, on an ideal network; elsewhere the rate of the port determines it. */
  readonly gapPerByte: number;
  /** S: bytes of the longest message that is sent eagerly; Infinity if all are. */
  readonly eager: number;
}

/** Hosts without overhead, where every message is eager. */
export const idealHost: HostRules = { overhead: 0, overheadPerByte: 0, gap: 0, gapPerByte: 0, eager: Infinity };

/** Whether a message of that length goes by rendezvous. Broadcasts on a shared medium never do. */
export function needsRendezvous({ eager }: HostRules, bytes: number): boolean {
  return bytes > eager;
}

/** Whether sending a message may keep a rank busy. */
export function isSendingCostly(host: HostRules): boolean {
  return host.overhead > 0 || host.overheadPerByte > 0 || host.gap > 0 || host.gapPerByte > 0;
}
