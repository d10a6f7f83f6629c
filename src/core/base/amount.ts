/** A parameter that is a bare number, or a quantity with a unit: 2 times the usual rate, or `"50 GB/s"`. */
import * as v from "valibot";
import { type Amount, type AmountParam, nearestQuantity, type Options, type QuantityRange, type Range, range } from "./params.ts";
import { exampleOf, formatQuantity, parseQuantity } from "./units.ts";

export function amount(options: Options<number, Range & Pick<AmountParam, "step" | "unit" | "quantities" | "say">>): AmountParam {
  const { min, max, quantities } = options;
  const examples = quantities.map(({ dimension }) => `"${exampleOf[dimension]}"`).join(" or ");
  const said = `expected a number ${range(options)}, or a quantity such as ${examples}`;
  const allows = (value: unknown) => {
    if (typeof value === "number") return value >= min && value <= max;
    const own = value as Exclude<Amount, number>;
    const fits = (each: QuantityRange) => own.value >= each.min && own.value <= each.max && own.value % each.multipleOf === 0;
    return quantities.some((each) => each.dimension === own.of && fits(each));
  };
  const schema = v.pipe(
    v.unknown(),
    v.rawTransform<unknown, Amount>(({ dataset, addIssue, NEVER }) => {
      const read = parsed(quantities, dataset.value);
      if (read !== undefined && allows(read)) return read;
      addIssue({ message: said });
      return NEVER;
    }),
  ) as v.GenericSchema<unknown, Amount>;
  return {
    type: "amount",
    ...options,
    schema,
    allows,
    write: (value) => (typeof value === "number" ? value : formatQuantity(value.value, value.of)),
    nearest(input) {
      const isNumeral = typeof input === "string" && input.trim() !== "" && Number.isFinite(Number(input));
      const read = parsed(quantities, isNumeral ? Number(input) : input);
      if (typeof read === "number") return Math.min(max, Math.max(min, read));
      const own = quantities.find(({ dimension }) => dimension === read?.of);
      return read === undefined || own === undefined ? undefined : { of: read.of, value: nearestQuantity(own, read.value) };
    },
  };
}

/** A finite number, or a text with a unit of one of the quantities, as it is inside; undefined where it is neither. */
function parsed(quantities: readonly QuantityRange[], input: unknown): Amount | undefined {
  if (typeof input === "number") return Number.isFinite(input) ? input : undefined;
  for (const { dimension } of quantities) {
    const value = parseQuantity(input, dimension);
    if (typeof value === "number") return { of: dimension, value };
  }
  return undefined;
}
