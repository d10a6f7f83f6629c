/** Declaring statements: a source's sentences, by where they stand and by their ids, and how each is checked. */
import type { Statement } from "./contract.ts";

/** Sentences by where they stand, `Section 4.1`, and by id. */
export type Sentences = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A statement as an exhibit's file declares it: how it was read, and its check. */
export interface StatementSpec extends Omit<Statement, "id" | "says" | "where" | "runs"> {
  /** Those of all where left out. */
  readonly runs?: readonly string[];
}

/** A sentence of that id, with where it stands. */
export function quoted(sentences: Sentences, id: string): Pick<Statement, "id" | "says" | "where"> {
  for (const [where, byId] of Object.entries(sentences)) if (id in byId) return { id, says: byId[id], where };
  throw new Error(`no sentence is quoted as "${id}"`);
}

const statementsOf =
  (otherwise: Pick<Statement, "otherwise">) =>
  (sentences: Sentences, runs: readonly string[], specs: Readonly<Record<string, StatementSpec>>): readonly Statement[] =>
    Object.entries(specs).map(([id, spec]) => ({ ...quoted(sentences, id), runs, ...otherwise, ...spec }));

/** Statements by the ids of their sentences, with the runs of those that name none of their own. */
export const checked = statementsOf({});
/** The same of measurements: what does not hold is not reproduced. */
export const measured = statementsOf({ otherwise: "not reproduced" });
