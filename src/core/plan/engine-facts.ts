/** What the engine of a flow control simulates: facts that the kind declares, the plan carries and everybody else reads. */
export interface EngineFacts {
  /**
   * Whether time counts whole cycles or is real. In real time packets may end within a phit, groups may have any capacity, terminals may
   * have limits, and a run may be longer than whole cycles are counted.
   */
  readonly time: "whole" | "real";
  /**
   * Whether packets move one by one, or messages flow: a message is then on all channels of its path at the same time, at any rate, and
   * the cost of simulating it does not depend on its size.
   */
  readonly moves: "packets" | "flows";
  /** Whether messages share channels. Without contention nothing is in the way of anything, and no channel carries anything. */
  readonly hasContention: boolean;
}
