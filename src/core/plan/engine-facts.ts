/** What the engine of a flow control simulates. The kind declares these facts and the plan carries them. */
export interface EngineFacts {
  /**
   * Whether time is in whole cycles or real. In real time packets may end within a phit, groups of channels may have any capacity,
   * terminals may have rate limits, and a run may be longer than an integer counter allows.
   */
  readonly time: "whole" | "real";
  /**
   * Whether packets move individually, or messages flow: a flowing message occupies all channels of its path simultaneously, at any rate,
   * and the cost of its simulation does not depend on its size.
   */
  readonly granularity: "packets" | "flows";
  /** Whether messages share channels. Without contention messages do not delay each other, and channels have no load. */
  readonly hasContention: boolean;
}
