/** A drawing ↔ the four texts that a document has of it. */
import type { ValidationIssue } from "../../base/errors.ts";
import { type Drawing, emptyDrawing } from "./drawing.ts";
import { readKept, writeKept } from "./kept-text.ts";
import { readNames, readPlaces, writeNames, writePlaces } from "./look-text.ts";
import { readPlan, writePlan } from "./plan-text.ts";
import { Unreadable } from "../../base/symbols.ts";

/** What a drawing is written as; each is empty where there is nothing to say. */
export interface DrawingTexts {
  readonly plan: string;
  readonly kept: string;
  readonly names: string;
  readonly places: string;
}

export function writeDrawing(drawing: Drawing): DrawingTexts {
  return {
    plan: writePlan(drawing),
    kept: writeKept(drawing),
    names: writeNames(drawing),
    places: writePlaces(drawing),
  };
}

/** The drawing of texts, or what is wrong with them: issues with the name of the text as their path. */
export function readDrawing({ plan, kept, names, places }: DrawingTexts): {
  readonly drawing: Drawing;
  readonly issues: readonly ValidationIssue[];
} {
  const issues: ValidationIssue[] = [];
  const step = (path: keyof DrawingTexts, from: Drawing, read: () => Drawing): Drawing => {
    try {
      return read();
    } catch (fault) {
      if (!(fault instanceof Unreadable)) throw fault;
      issues.push({ path, message: `the text ${fault.message}.`, remedy: "Copy the drawing again, or leave this text out." });
      return from;
    }
  };
  const bare = step("plan", emptyDrawing, () => {
    const read = readPlan(plan);
    return {
      ...emptyDrawing,
      switches: Array.from({ length: read.switches }, (_, number) => ({ number })),
      terminals: Array.from({ length: read.terminals }, () => ({})),
      links: read.links,
    };
  });
  // What the other texts say is about a network that is not there.
  if (issues.length > 0) return { drawing: bare, issues };
  const whole = step("kept", bare, () => readKept(kept, bare));
  const named = step("names", whole, () => readNames(names, whole));
  return { drawing: step("places", named, () => readPlaces(places, named)), issues };
}
