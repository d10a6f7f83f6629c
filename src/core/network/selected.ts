/** What a reader can pick of a network, on a drawing or by a link. */

/** One thing of a network; numbers are the network's own. */
export type Thing =
  | { readonly is: "channel"; readonly channel: number }
  | { readonly is: "switch"; readonly node: number }
  | { readonly is: "terminal"; readonly terminal: number }
  | { readonly is: "flow"; readonly source: number; readonly destination: number }
  | { readonly is: "message"; readonly message: number; readonly source: number; readonly destination: number }
  /** What a rank did for a while: a stretch of the timeline of its run, and the terminal that the rank stands on. */
  | { readonly is: "stretch"; readonly stretch: number; readonly terminal: number };

/** What is picked of one network: a thing of it, or nothing. */
export type Selected = { readonly is: "nothing" } | Thing;

/** What the reader has picked: a thing, and which of the networks beside each other it belongs to, 0 for the first. */
export type Picked = { readonly is: "nothing" } | (Thing & { readonly of: number });
