/** Model constants that a reader has moved, and the documents that result from them. */
import type { ConstantOf, Exhibit, ScenarioDocument } from "./contract.ts";

/** Values of moved constants, by id. Verdicts are always about the original values. */
export type Moved = ReadonlyMap<string, number>;

export const nothingMoved: Moved = new Map();

/** Returns the value of each constant: the moved value if there is one, otherwise its own. The result throws if an id is unknown. */
export function constantsOf({ constants = [] }: Exhibit, moved: Moved): ConstantOf {
  const values = new Map(constants.map(({ id, value }) => [id, moved.get(id) ?? value]));
  return (id) => {
    const value = values.get(id);
    if (value === undefined) throw new Error(`there is no constant "${id}"`);
    return value;
  };
}

/** Returns a function that puts the moved constants into a document. A document that none of them affects is returned unchanged. */
export function withConstants({ constants = [] }: Exhibit, moved: Moved): (document: ScenarioDocument) => ScenarioDocument {
  return (document) =>
    constants.reduce((changed, { id, put }) => {
      const value = moved.get(id);
      return value === undefined || put === undefined ? changed : put(changed, value);
    }, document);
}
