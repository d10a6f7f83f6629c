/** What was so before the reader's last step: it stays beside what is so now, until the next. */
import { findingOf } from "../../../findings/scenario.ts";
import type { Figure } from "../../../findings/figure.ts";
import { sayChange } from "../../../words/change.ts";
import { namedVariants } from "../../../words/variants.ts";
import type { Page } from "../../create-page.ts";

export interface Before {
  /** What the step changed, in a sentence. */
  readonly said: string;
  /** The number that answered then; null where that run is not at hand, or told of another thing. */
  readonly figure: Figure | null;
}

/** Null before the first step, and where more than one network or run is told of. */
export function beforeOf({ store, units, results }: Page): Before | null {
  const { scenario: document, former } = store.getState();
  if (former === null || former.of !== store.getState().draft) return null;
  if ([document, former.scenario].some(({ beside, sweep }) => beside.length + sweep.length > 0)) return null;
  const [[now], [then]] = [document, former.scenario].map((each) => namedVariants(each).scenarios);
  const said = sayChange(then, now);
  if (said === "") return null;
  const known = results.peek(then);
  return { said, figure: known === null ? null : (findingOf(units(), then, known, null).figure ?? null) };
}
