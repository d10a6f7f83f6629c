/** Attributes of nodes and links that are written, under names that the readers understand. */
import type { ReadLink, ReadNode } from "../../contract.ts";

/** An attribute of nodes or links. */
export interface WrittenAttribute<T> {
  readonly key: string;
  readonly type: "string" | "double" | "integer";
  /** Value of the attribute; undefined if the node or link has none. */
  valueOf(item: T): string | number | undefined;
}

/** Attributes of nodes, without ids and positions, which each format writes differently. */
export const nodeAttributes: readonly WrittenAttribute<ReadNode>[] = [
  { key: "name", type: "string", valueOf: ({ name }) => name },
  { key: "type", type: "string", valueOf: ({ isTerminal }) => (isTerminal ? "terminal" : "switch") },
  { key: "ports", type: "integer", valueOf: ({ ports }) => ports },
];

const lengthIn =
  (unit: string) =>
  ({ length }: ReadLink) =>
    (length as Readonly<Record<string, number>> | undefined)?.[unit];

/** Attributes of links, without ends and ports. */
export const linkAttributes: readonly WrittenAttribute<ReadLink>[] = [
  { key: "bytes_per_second", type: "double", valueOf: ({ rate }) => rate },
  { key: "relative_rate", type: "double", valueOf: ({ relativeRate }) => relativeRate },
  { key: "metres", type: "double", valueOf: lengthIn("metres") },
  { key: "seconds", type: "double", valueOf: lengthIn("seconds") },
  { key: "cycles", type: "double", valueOf: lengthIn("cycles") },
  { key: "kind", type: "string", valueOf: ({ kind }) => kind },
];

/** Attributes that at least one of the nodes or links has. */
export function usedAttributes<T>(items: readonly T[], attributes: readonly WrittenAttribute<T>[]): readonly WrittenAttribute<T>[] {
  return attributes.filter((attribute) => items.some((item) => attribute.valueOf(item) !== undefined));
}

/** Names and values of the attributes that a node or link has. */
export function attributeValues<T>(
  item: T,
  attributes: readonly WrittenAttribute<T>[],
): readonly (readonly [key: string, value: string | number])[] {
  return attributes.flatMap(({ key, valueOf }) => {
    const value = valueOf(item);
    return value === undefined ? [] : [[key, value] as const];
  });
}
