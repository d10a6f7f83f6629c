/** Items of a network that the user can select, on a drawing or by a link. */

/** An item of a network, with its number in the network. */
export type NetworkItem =
  | { readonly is: "channel"; readonly channel: number }
  | { readonly is: "switch"; readonly node: number }
  | { readonly is: "terminal"; readonly terminal: number }
  | { readonly is: "flow"; readonly source: number; readonly destination: number }
  | { readonly is: "message"; readonly message: number; readonly source: number; readonly destination: number }
  /** An interval of a rank's timeline, and the terminal on which the rank runs. */
  | { readonly is: "stretch"; readonly stretch: number; readonly terminal: number };

/** The selection in one network: an item, or nothing. */
export type NetworkSelection = { readonly is: "nothing" } | NetworkItem;

/** The selection on the page: an item, and the index of its network among the compared networks. */
export type PageSelection = { readonly is: "nothing" } | (NetworkItem & { readonly of: number });
