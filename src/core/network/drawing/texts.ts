/** Converts a drawing to and from the four texts in a document. */
import type { ValidationIssue } from "../../base/errors.ts";
import { type Drawing, emptyDrawing } from "./drawing.ts";
import { readStructure, writeStructure } from "./structure-text.ts";
import { readNames, readPlaces, writeNames, writePlaces } from "./names-and-places.ts";
import { readDrawingText, writeDrawingText } from "./drawing-text.ts";
import { UnreadableText } from "../../base/symbols.ts";

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
    plan: writeDrawingText(drawing),
    kept: writeStructure(drawing),
    names: writeNames(drawing),
    places: writePlaces(drawing),
  };
}

/**
 * Reads a drawing from the four texts that a document stores: the links (`plan`), structural properties (`kept`), `names` and `places`. A
 * text that cannot be read is left out and reported as an issue, whose path is the name of the text.
 */
export function readDrawing({ plan, kept, names, places }: DrawingTexts): {
  readonly drawing: Drawing;
  readonly issues: readonly ValidationIssue[];
} {
  const issues: ValidationIssue[] = [];
  const readOr = (path: keyof DrawingTexts, fallback: Drawing, read: () => Drawing): Drawing => {
    try {
      return read();
    } catch (fault) {
      if (!(fault instanceof UnreadableText)) throw fault;
      issues.push({ path, message: `the text ${fault.message}.`, remedy: "Copy the drawing again, or leave this text out." });
      return fallback;
    }
  };
  const linksOnly = readOr("plan", emptyDrawing, () => {
    const read = readDrawingText(plan);
    return {
      ...emptyDrawing,
      switches: Array.from({ length: read.switches }, (_, number) => ({ number })),
      terminals: Array.from({ length: read.terminals }, () => ({})),
      links: read.links,
    };
  });
  // The other texts describe nodes and links that could not be read.
  if (issues.length > 0) return { drawing: linksOnly, issues };
  const structured = readOr("kept", linksOnly, () => readStructure(kept, linksOnly));
  const named = readOr("names", structured, () => readNames(names, structured));
  return { drawing: readOr("places", named, () => readPlaces(places, named)), issues };
}
