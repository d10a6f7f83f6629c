/** Converts a drawing to and from the four texts in a document. */
import type { ValidationIssue } from "../../base/errors.ts";
import { type Drawing, emptyDrawing } from "./drawing.ts";
import { readKept, writeKept } from "./kept-text.ts";
import { readNames, readPlaces, writeNames, writePlaces } from "./look-text.ts";
import { readPlan, writePlan } from "./plan-text.ts";
import { Unreadable } from "../../base/symbols.ts";

/** The texts of a drawing. Each is empty if it has nothing to say. */
export interface DrawingTexts {
  readonly plan: string;
  readonly kept: string;
  readonly names: string;
  readonly places: string;
}

/** Writes the texts of a drawing. */
export function writeDrawing(drawing: Drawing): DrawingTexts {
  return {
    plan: writePlan(drawing),
    kept: writeKept(drawing),
    names: writeNames(drawing),
    places: writePlaces(drawing),
  };
}

/** Reads the drawing from its texts. Issues have the name of the text as their path. */
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
  // The other texts describe a network that could not be read.
  if (issues.length > 0) return { drawing: bare, issues };
  const whole = step("kept", bare, () => readKept(kept, bare));
  const named = step("names", whole, () => readNames(names, whole));
  return { drawing: step("places", named, () => readPlaces(places, named)), issues };
}
