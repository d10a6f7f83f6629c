/** What searches over runs find, in cycles of another length: apart from `rescale.ts`, which a page begins with. */
import { type Waits, waitsSchema } from "../measures/waits.ts";
import { type Explanation, explanationSchema } from "../searches/explanation.ts";
import { rescaled } from "./rescale.ts";

/** Why a channel is busy, in cycles of another length. */
export const rescaledExplanation = (explanation: Explanation, cycle: number): Explanation =>
  rescaled(explanationSchema, explanation, cycle);

/** Who waited behind a channel, in cycles of another length. */
export const rescaledWaits = (waits: Waits, cycle: number): Waits => rescaled(waitsSchema, waits, cycle);
