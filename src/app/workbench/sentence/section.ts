/** A section of a document, or the value at a path, as a sentence. Cards use these for what the sentence at the top omits. */
import type { ChosenKind, Param, Params, Values } from "../../../core/base/params.ts";
import { allParams, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { nothingSwept } from "../../../words/sweep.ts";
import { paramAt, valueAt } from "../../../core/scenario/edits/edit-place.ts";
import { between, capitalised, defaultsBeside, kindSaid, merged, type Segment, segmentsOf, unsaid } from "../../../words/sentence.ts";

/** A section of a document as a sentence, for the settings drawer. */
export function sectionSentence(document: Document, section: string): readonly Segment[] {
  const param = (allParams as Params)[section];
  const values: Values = document;
  const { usually } = param;
  const parts =
    usually === undefined
      ? wholeOf(param, values[section], [section])
      : unsaid("", { [section]: param }, values, { [section]: param.default }, [], nothingSwept);
  const said = parts.length === 0 ? [{ type: "text" as const, text: usually ?? "" }] : between(parts, ", ");
  return capitalised(merged([...said, { type: "text", text: "." }]));
}

/** The chosen kind, with all parameters that are not at their default although its phrase omits them. */
function wholeOf(param: Param, value: unknown, path: Path): readonly (readonly Segment[])[] {
  if (param.type !== "kind") return [segmentsOf(param, value, path, nothingSwept)];
  const own = value as ChosenKind;
  const { params } = param.registry.get(own.kind);
  return kindSaid(param, own, { kind: own.kind, values: defaultsBeside(params, own.values) }, path, nothingSwept);
}

/** The value at a path as editable words; empty if the path does not exist. */
export function segmentsAt(document: Document, path: Path): readonly Segment[] {
  const param = paramAt(document, path);
  return param === undefined ? [] : merged(segmentsOf(param, valueAt(document, path), path, nothingSwept));
}
