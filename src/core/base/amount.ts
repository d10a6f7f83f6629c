/** A parameter whose value is a bare number or a quantity with a unit: 2 (times the usual rate) or `"50 GB/s"`. */
import {
  type Amount,
  type AmountParam,
  type NumericGrid,
  nearestWithin,
  type ParamOptions,
  type QuantityRange,
  type Range,
  rangeText,
} from "./params.ts";
import { exampleOf, formatQuantity, parseQuantity } from "./units.ts";

/**
 * Describes a parameter whose value is either a bare number or a quantity with a unit, with the functions that parse, check and write it.
 * The range, step and unit in the options apply to a bare number, `quantities` to the quantities.
 */
export function amount(
  options: ParamOptions<number, Range & Pick<AmountParam, "multipleOf" | "step" | "unit" | "quantities" | "say">>,
): AmountParam {
  const { multipleOf, quantities } = options;
  const examples = quantities.map(({ dimension }) => `"${exampleOf[dimension]}"`).join(" or ");
  const allows = (value: unknown) => {
    if (typeof value === "number") return isWithin(options, value);
    const quantity = value as Exclude<Amount, number> | undefined;
    return quantity !== undefined && quantities.some((each) => each.dimension === quantity.of && isWithin(each, quantity.value));
  };
  return {
    type: "amount",
    ...options,
    expected: `expected a ${multipleOf === undefined ? "" : "whole "}number ${rangeText(options)}, or a quantity such as ${examples}`,
    parse: (input) => parseAmount(quantities, input),
    allows,
    write: (value) => (typeof value === "number" ? value : formatQuantity(value.value, value.of)),
    nearest(input) {
      const isNumeral = typeof input === "string" && input.trim() !== "" && Number.isFinite(Number(input));
      const value = parseAmount(quantities, isNumeral ? Number(input) : input);
      if (typeof value === "number") return nearestWithin(options, value);
      const quantity = quantities.find(({ dimension }) => dimension === value?.of);
      return value === undefined || quantity === undefined ? undefined : { of: value.of, value: nearestWithin(quantity, value.value) };
    },
  };
}

function isWithin({ min, max, multipleOf }: NumericGrid, value: number): boolean {
  return value >= min && value <= max && (multipleOf === undefined || value % multipleOf === 0);
}

/** Parses a finite number, or a text with a unit of one of the quantities. Returns undefined if the input is neither. */
function parseAmount(quantities: readonly QuantityRange[], input: unknown): Amount | undefined {
  if (typeof input === "number") return Number.isFinite(input) ? input : undefined;
  for (const { dimension } of quantities) {
    const value = parseQuantity(input, dimension);
    if (typeof value === "number") return { of: dimension, value };
  }
  return undefined;
}
