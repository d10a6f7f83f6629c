/** Attributes of nodes and links that are written, under names that the readers understand. */
import type { ReadLink, ReadNode } from "../../contract.ts";

/** An attribute of nodes or links. */
export interface Attribute<T> {
  readonly key: string;
  readonly type: "string" | "double" | "integer";
  /** Its value; undefined if the node or link has none. */
  of(thing: T): string | number | undefined;
}

/** Without ids and positions, which each format writes differently. */
export const nodeAttributes: readonly Attribute<ReadNode>[] = [
  { key: "name", type: "string", of: ({ name }) => name },
  { key: "type", type: "string", of: ({ isTerminal }) => (isTerminal ? "terminal" : "switch") },
  { key: "ports", type: "integer", of: ({ ports }) => ports },
];

const lengthIn =
  (unit: string) =>
  ({ length }: ReadLink) =>
    (length as Readonly<Record<string, number>> | undefined)?.[unit];

/** Without ends and ports. */
export const linkAttributes: readonly Attribute<ReadLink>[] = [
  { key: "bytes_per_second", type: "double", of: ({ rate }) => rate },
  { key: "relative_rate", type: "double", of: ({ relativeRate }) => relativeRate },
  { key: "metres", type: "double", of: lengthIn("metres") },
  { key: "seconds", type: "double", of: lengthIn("seconds") },
  { key: "cycles", type: "double", of: lengthIn("cycles") },
  { key: "kind", type: "string", of: ({ kind }) => kind },
];

/** Attributes that at least one of the nodes or links has. */
export function usedBy<T>(things: readonly T[], attributes: readonly Attribute<T>[]): readonly Attribute<T>[] {
  return attributes.filter((each) => things.some((thing) => each.of(thing) !== undefined));
}

/** Names and values of the attributes that a node or link has. */
export function valuesOf<T>(thing: T, attributes: readonly Attribute<T>[]): readonly (readonly [key: string, value: string | number])[] {
  return attributes.flatMap(({ key, of }) => {
    const value = of(thing);
    return value === undefined ? [] : [[key, value] as const];
  });
}
