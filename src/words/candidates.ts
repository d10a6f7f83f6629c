/** What a network that is no scenario yet is called: `Slim Fly, q 19, p 6`. */
import type { ChosenKind } from "../core/base/params.ts";
import { isSameValue } from "../core/base/same.ts";
import { capital } from "../core/base/words.ts";
import { factsOf } from "../core/scenario/facts.ts";
import { topologies } from "../core/topologies/shelf.ts";
import { sayValue } from "./sweep.ts";

/** Its family and what sets its size. Left out is what its phrase does not say and is as usual, and its number of terminals, which is known. */
export function nameOfNetwork(topology: ChosenKind): string {
  const { kind, values } = topology;
  const { title, params, phrase } = topologies.get(kind);
  const { terminals } = factsOf(topology);
  const said = Object.entries(params).filter(
    ([name, param]) =>
      !(name === "terminals" && values[name] === terminals) && (phrase.includes(`{${name}}`) || !isSameValue(values[name], param.default)),
  );
  return [capital(title), ...said.map(([name, param]) => sayValue(param, values[name]))].join(", ");
}
