/** Constants of a model as a reader has moved them: their values, and the documents that hold them. */
import type { ConstantOf, Exhibit, ScenarioDocument } from "./contract.ts";

/** Values that differ from those that verdicts are about, by the constant's id. */
export type Moved = ReadonlyMap<string, number>;

export const nothingMoved: Moved = new Map();

/** The value of each constant: where it was moved to, else its own. */
export function constantsOf({ constants = [] }: Exhibit, moved: Moved): ConstantOf {
  const values = new Map(constants.map(({ id, value }) => [id, moved.get(id) ?? value]));
  return (id) => {
    const value = values.get(id);
    if (value === undefined) throw new Error(`there is no constant "${id}"`);
    return value;
  };
}

/** From a document to the same with the constants that were moved; one that none of them concerns comes back as it is. */
export function withConstants({ constants = [] }: Exhibit, moved: Moved): (document: ScenarioDocument) => ScenarioDocument {
  return (document) =>
    constants.reduce((changed, { id, put }) => {
      const value = moved.get(id);
      return value === undefined || put === undefined ? changed : put(changed, value);
    }, document);
}
