/** Names of drafts in the browser's storage. */

/** Prefix of all names: other pages of the same host may use the same storage. */
export const draftPrefix = "fabricscope-draft";

/** A new unique name. */
export function newDraftName(): string {
  return `${draftPrefix}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
}
