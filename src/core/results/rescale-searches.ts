/** Results of searches over runs in cycles of another length. Separate from `rescale.ts`, which is part of the page's first download. */
import { type Waits, waitsSchema } from "../measures/waits.ts";
import { type Explanation, explanationSchema } from "../searches/explanation.ts";
import { rescaled } from "./rescale.ts";

/** An explanation of a busy channel in cycles of another length. */
export const rescaledExplanation = (explanation: Explanation, cycle: number): Explanation =>
  rescaled(explanationSchema, explanation, cycle);

/** Waits behind a channel in cycles of another length. */
export const rescaledWaits = (waits: Waits, cycle: number): Waits => rescaled(waitsSchema, waits, cycle);
