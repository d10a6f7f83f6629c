/** What a reader can pick of a network, on a drawing or by a link. */

/** One thing picked by the reader; numbers are the network's own. */
export type Selected =
  | { readonly is: "nothing" }
  | { readonly is: "channel"; readonly channel: number }
  | { readonly is: "switch"; readonly node: number }
  | { readonly is: "terminal"; readonly terminal: number }
  | { readonly is: "flow"; readonly source: number; readonly destination: number }
  | { readonly is: "message"; readonly message: number; readonly source: number; readonly destination: number };
