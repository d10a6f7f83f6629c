/** What is written of nodes and links as attributes, under the names by which they are read again. */
import type { ReadLink, ReadNode } from "../../contract.ts";

/** One attribute of things. */
export interface Attribute<T> {
  readonly key: string;
  readonly type: "string" | "double" | "integer";
  /** Its value; undefined where a thing has none. */
  of(thing: T): string | number | undefined;
}

/** Beside ids and places, which formats have in ways of their own. */
export const nodeAttributes: readonly Attribute<ReadNode>[] = [
  { key: "name", type: "string", of: ({ name }) => name },
  { key: "type", type: "string", of: ({ isTerminal }) => (isTerminal ? "terminal" : "switch") },
  { key: "ports", type: "integer", of: ({ ports }) => ports },
];

const lengthIn =
  (unit: string) =>
  ({ length }: ReadLink) =>
    (length as Readonly<Record<string, number>> | undefined)?.[unit];

/** Beside ends and ports. */
export const linkAttributes: readonly Attribute<ReadLink>[] = [
  { key: "bytes_per_second", type: "double", of: ({ rate }) => rate },
  { key: "relative_rate", type: "double", of: ({ relativeRate }) => relativeRate },
  { key: "metres", type: "double", of: lengthIn("metres") },
  { key: "seconds", type: "double", of: lengthIn("seconds") },
  { key: "cycles", type: "double", of: lengthIn("cycles") },
  { key: "kind", type: "string", of: ({ kind }) => kind },
];

/** Attributes that some of these things have. */
export function usedBy<T>(things: readonly T[], attributes: readonly Attribute<T>[]): readonly Attribute<T>[] {
  return attributes.filter((each) => things.some((thing) => each.of(thing) !== undefined));
}

/** What a thing has, with its name. */
export function valuesOf<T>(thing: T, attributes: readonly Attribute<T>[]): readonly (readonly [key: string, value: string | number])[] {
  return attributes.flatMap(({ key, of }) => {
    const value = of(thing);
    return value === undefined ? [] : [[key, value] as const];
  });
}
