/** Words and values of parameters as people read them; the numbers of measures are written by `views/shared/format.ts`. */
import { formatQuantity } from "../core/base/units.ts";
import type { Param } from "../core/base/params.ts";

/** With a capital at its head. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Decimals that a step asks for: 0.01 → 2. */
export function decimalsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** The bare value of a number or quantity, without words or symbol. */
export function valueText(param: Param, value: unknown): string {
  if (typeof value !== "number") return String(value);
  if (param.type === "number") return value.toFixed(Math.max(2, decimalsOf(param.step)));
  return param.type === "quantity" ? formatQuantity(value, param.dimension) : String(value);
}
