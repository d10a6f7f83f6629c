/** Model constants that a reader has moved with a slider, and the documents that result from them. */
import type { ConstantValues, Exhibit, ScenarioDocument } from "./contract.ts";

/** Values of moved constants, by id. Verdicts are always about the original values. */
export type MovedConstants = ReadonlyMap<string, number>;

export const noMovedConstants: MovedConstants = new Map();

/** Returns the value of each constant: the moved value if there is one, otherwise its own. The result throws if an id is unknown. */
export function constantValuesOf({ constants = [] }: Exhibit, moved: MovedConstants): ConstantValues {
  const values = new Map(constants.map(({ id, defaultValue }) => [id, moved.get(id) ?? defaultValue]));
  return (id) => {
    const value = values.get(id);
    if (value === undefined) throw new Error(`there is no constant "${id}"`);
    return value;
  };
}

/** Returns a function that puts the moved constants into a document. A document that none of them affects is returned unchanged. */
export function withConstants({ constants = [] }: Exhibit, moved: MovedConstants): (document: ScenarioDocument) => ScenarioDocument {
  return (document) =>
    constants.reduce((changed, { id, putValue }) => {
      const value = moved.get(id);
      return value === undefined || putValue === undefined ? changed : putValue(changed, value);
    }, document);
}
