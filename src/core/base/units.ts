/**
 * Quantities: in documents with a unit, `"64 B"`, and in memory as numbers in a base unit. `k`, `M`, `G`, `T` are powers of 1000, `Ki`,
 * `Mi`, `Gi`, `Ti` powers of 1024.
 */

/** Bytes of a phit: 32 bits (Navaridas et al., §3.1). */
export const phitBytes = 4;

export type Dimension = "bytes" | "rate" | "time" | "length";

/** Units of each dimension, the base unit first, with factors relative to the base unit. */
const unitsOf: Record<Dimension, ReadonlyMap<string, number>> = {
  bytes: new Map([
    ["B", 1],
    ["kB", 1e3],
    ["MB", 1e6],
    ["GB", 1e9],
    ["TB", 1e12],
    ["KiB", 2 ** 10],
    ["MiB", 2 ** 20],
    ["GiB", 2 ** 30],
    ["TiB", 2 ** 40],
  ]),
  rate: new Map([
    ["B/s", 1],
    ["kB/s", 1e3],
    ["MB/s", 1e6],
    ["GB/s", 1e9],
  ]),
  time: new Map([
    ["ps", 1],
    ["ns", 1e3],
    ["ms", 1e9],
    ["s", 1e12],
  ]),
  length: new Map([
    ["mm", 1],
    ["cm", 10],
    ["m", 1e3],
    ["km", 1e6],
  ]),
};

/** Units that are read but never written, so that a quantity has only one spelling. A byte has eight bits. */
const alternativeUnits: Partial<Record<Dimension, ReadonlyMap<string, number>>> = {
  rate: new Map([
    ["kb/s", 125],
    ["Mb/s", 125e3],
    ["Gb/s", 125e6],
    ["Tb/s", 125e9],
  ]),
  time: new Map([
    ["us", 1e6],
    ["µs", 1e6],
  ]),
};

/** Unit of the numbers in memory: `B`, `B/s`, `ps`, `mm`. */
export const baseUnitOf = (dimension: Dimension): string => [...unitsOf[dimension].keys()][0];

/** Longest text that is parsed. */
export const maxQuantityLength = 40;

/** An accepted spelling, for messages. */
export const exampleOf: Readonly<Record<Dimension, string>> = { bytes: "64 B", rate: "400 MB/s", time: "100 ns", length: "20 m" };

/** Name of a dimension in messages. */
const nameOf: Record<Dimension, string> = { bytes: "bytes", rate: "a rate", time: "a time", length: "a length" };

/**
 * Parses a quantity such as `"64 B"` or `"1.5 KiB"` into the base unit of its dimension (bytes, time or rate).
 * @param nearestAccepted Rounds a number to the nearest accepted value, for the message about a number without a unit.
 * @returns the value, or a sentence that says what is wrong with the text
 */
export function parseQuantity(text: unknown, dimension: Dimension, nearestAccepted = (value: number) => value): number | string {
  const units = unitsOf[dimension];
  const [baseUnit] = units.keys();
  const withUnit = (digits: string | number) => {
    const nearest = nearestAccepted(Number(digits));
    return nearest === Number(digits) ? `${digits} ${baseUnit}` : formatQuantity(nearest, dimension);
  };
  if (typeof text === "number" && Number.isFinite(text)) return `${text} has no unit; write "${withUnit(text)}"`;
  if (typeof text !== "string") return `expected a quantity such as "${exampleOf[dimension]}"`;
  // Limits the length first: a hostile text may be very long.
  const match = text.length > maxQuantityLength ? null : /^(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*([A-Za-zµ/]*)$/i.exec(text.trim());
  if (match === null) return `"${text.slice(0, maxQuantityLength)}" is not a quantity; expected one such as "${exampleOf[dimension]}"`;
  const [, digits, exponent = "", unit] = match;
  const factor = units.get(unit) ?? alternativeUnits[dimension]?.get(unit);
  if (unit === "") return `"${text}" has no unit; write "${withUnit(digits + exponent)}"`;
  if (factor === undefined) return `"${unit}" is not a unit of ${nameOf[dimension]}; expected one of ${[...units.keys()].join(", ")}`;
  // Rounds to 15 digits: 1.1 × 10⁹ in floating point is slightly too large.
  return factor === 1 ? Number(digits + exponent) : Number((Number(digits + exponent) * factor).toPrecision(15));
}

/**
 * Regular expression for all spellings that {@link parseQuantity} accepts in the given dimensions. Other programs read it as well, in the
 * JSON Schema.
 */
export function quantityPattern(dimensions: readonly Dimension[]): string {
  const units = dimensions.flatMap((each) => [...unitsOf[each].keys(), ...(alternativeUnits[each]?.keys() ?? [])]);
  return `^\\s*([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*(${units.join("|")})\\s*$`;
}

/**
 * A quantity for people: rates in the largest unit in which they are at least 1, such as 210.3 MB/s. Bytes are written as in documents,
 * because 1.448 kB would be unusual for 1448 B.
 */
export function quantityForPeople(value: number, dimension: Dimension): string {
  if (dimension === "bytes") return formatQuantity(value, dimension);
  const [base, ...larger] = unitsOf[dimension];
  const [unit, factor] = larger.filter(([, each]) => value >= each).at(-1) ?? base;
  return `${Number((value / factor).toPrecision(15))} ${unit}`;
}

/** Writes a quantity in the largest decimal unit in which it is a whole number: 64 → `"64 B"`, 10000 → `"10 kB"`. */
export function formatQuantity(value: number, dimension: Dimension): string {
  let best = { unit: baseUnitOf(dimension), factor: 1, count: value };
  for (const [unit, factor] of unitsOf[dimension]) {
    const count = value / factor;
    if (factor > best.factor && value >= factor && Number.isInteger(count)) best = { unit, factor, count };
  }
  return `${best.count} ${best.unit}`;
}
