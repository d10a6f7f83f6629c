/** What a network that is no scenario yet is called: `Slim Fly, q 19, p 6`. */
import type { ChosenKind } from "../core/base/params.ts";
import { isSameValue } from "../core/base/same.ts";
import { topologies } from "../core/topologies/shelf.ts";
import { capital } from "../core/base/words.ts";
import { labelled } from "./params.ts";

/** Its family and what sets its size; values at their defaults that its phrase does not say are left out. */
export function nameOfNetwork({ kind, values }: ChosenKind): string {
  const { title, params, phrase } = topologies.get(kind);
  const said = Object.entries(params).filter(([name, param]) => phrase.includes(`{${name}}`) || !isSameValue(values[name], param.default));
  return [capital(title), ...said.map(([name, param]) => labelled(param, values[name]))].join(", ");
}
