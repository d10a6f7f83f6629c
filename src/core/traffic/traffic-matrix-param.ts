/** The parameter that holds a traffic matrix as text, and its parser. */
import type { ValidationIssue } from "../base/errors.ts";
import { memoizeTexts } from "../base/memoize.ts";
import { text, type TextParam } from "../base/params.ts";
import { UnreadableText } from "../base/symbols.ts";
import { countDifferentCells, emptyMatrix, terminalExtent, type TrafficMatrix } from "./traffic-matrix.ts";
import { maxMatrixTextLength, readMatrix } from "./traffic-matrix-text.ts";

/** Parameter for a traffic matrix that the user paints; the empty text is the empty matrix. */
export function trafficMatrixParam(options: Pick<TextParam, "title" | "help" | "say"> & { readonly default: string }): TextParam {
  return text({
    ...options,
    maxLength: maxMatrixTextLength,
    sayChange(oldText, newText) {
      const count = countDifferentCells(matrixOf(oldText), matrixOf(newText));
      const verb = matrixOf(newText).value.length === 0 ? "emptied" : "painted";
      return count === 0 ? "" : `${verb} ${count.toLocaleString("en-US").replaceAll(",", "\u202f")} ${count === 1 ? "cell" : "cells"}`;
    },
  });
}

interface ParsedMatrix {
  /** Empty if the text cannot be parsed. */
  readonly matrix: TrafficMatrix;
  /** Why the text cannot be parsed, as a continuation of "the text"; null if it can. */
  readonly fault: string | null;
}

/** Memoized, because a scenario is checked, compiled and described with the same text. */
const parseMatrixText = memoizeTexts((text): ParsedMatrix => {
  try {
    return { matrix: readMatrix(text), fault: null };
  } catch (fault) {
    if (!(fault instanceof UnreadableText)) throw fault;
    return { matrix: emptyMatrix, fault: fault.message };
  }
});

/** The matrix of a text; an empty matrix if the text cannot be parsed. */
export function matrixOf(text: string): TrafficMatrix {
  return parseMatrixText(text).matrix;
}

/** Issues of a text for a network with `terminals` terminals, with the path `cells`. */
export function checkMatrixText(text: string, terminals: number): readonly ValidationIssue[] {
  const { matrix, fault } = parseMatrixText(text);
  if (fault !== null) return [{ path: "cells", message: `the text ${fault}.`, remedy: "Copy the cells again, or leave this text out." }];
  const last = terminalExtent(matrix) - 1;
  if (last < terminals) return [];
  return [
    {
      path: "cells",
      message: `terminal ${last} does not exist; there are ${terminals} terminals, 0 to ${terminals - 1}.`,
      remedy: `Clear the cells of terminals from ${terminals} on, or choose a larger network.`,
    },
  ];
}

/** Number of cells of a text. */
export function cellCount(text: string): number {
  return matrixOf(text).value.length;
}
