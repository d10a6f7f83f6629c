/** What a network that is no scenario yet is called: `Slim Fly, q 19, p 6`; and what the letters in its name stand for. */
import type { ChosenKind, Param } from "../core/base/params.ts";
import { isSameValue } from "../core/base/same.ts";
import { capital } from "../core/base/words.ts";
import { factsOf } from "../core/scenario/facts.ts";
import { topologies } from "../core/topologies/shelf.ts";
import { wordsOf } from "./params.ts";
import { sayValue } from "./sweep.ts";

/** Its family and what sets its size. */
export function nameOfNetwork(topology: ChosenKind): string {
  return [capital(topologies.get(topology.kind).title), ...sizedBy(topology).map(({ said }) => said)].join(", ");
}

/** Of every value in a network's name that stands there by a letter, `k′ 2`: what it counts: `Links up from a switch`. */
export function lettersOf(topology: ChosenKind): readonly Sized[] {
  return sizedBy(topology).filter(({ means }) => means !== "");
}

/** What a help text says first: `Terminals attached to each switch`. */
const firstOf = (help: string) => help.split(/[.;:]/, 1)[0];

interface Sized {
  readonly said: string;
  /** Empty where the value says itself what it is. */
  readonly means: string;
}

/** What sets its size. Left out is what its phrase does not say and is as usual, and its number of terminals, which is known. */
function sizedBy({ kind, values }: ChosenKind): readonly Sized[] {
  const { params, phrase } = topologies.get(kind);
  const { terminals } = factsOf({ kind, values });
  return Object.entries<Param>(params).flatMap(([name, param]) => {
    const value = values[name];
    const isInPhrase = phrase.includes(`{${name}}`);
    if ((name === "terminals" && value === terminals) || (!isInPhrase && isSameValue(value, param.default))) return [];
    // `HyperX, 6 × 5`: lengths along the dimensions need no word.
    if (param.type === "list" && param.symbol === undefined && isInPhrase) return [{ said: wordsOf(param, value), means: "" }];
    const said = sayValue(param, value);
    return [{ said, means: param.symbol !== undefined && said.startsWith(`${param.symbol} `) ? firstOf(param.help) : "" }];
  });
}
