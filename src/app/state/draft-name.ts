/** Names of drafts in this browser's store. */

/** What names begin with: other pages of the same host may use the same store. */
export const draftPrefix = "fabricscope-draft";

/** A name that no draft has. */
export function newDraftName(): string {
  return `${draftPrefix}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
}
