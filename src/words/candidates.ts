/** Names for networks that are not part of a scenario yet, such as `Slim Fly, q 19, p 6`, and the meaning of the symbols in them. */
import type { ChosenKind, Param } from "../core/base/params.ts";
import { isSameValue } from "../core/base/same.ts";
import { capital } from "../core/base/words.ts";
import { factsOf } from "../core/scenario/facts.ts";
import { topologies } from "../core/topologies/shelf.ts";
import { wordsOf } from "./params.ts";
import { sayValue } from "./sweep.ts";

/** The family of a network, with the parameters that determine its size. */
export function nameOfNetwork(topology: ChosenKind): string {
  return [capital(topologies.get(topology.kind).title), ...sizedBy(topology).map(({ said }) => said)].join(", ");
}

/** The parameters in a network's name that are written with a symbol, such as `k′ 2`, with their meaning: `Links up from a switch`. */
export function lettersOf(topology: ChosenKind): readonly Sized[] {
  return sizedBy(topology).filter(({ means }) => means !== "");
}

/** The first phrase of a help text: `Terminals attached to each switch`. */
const firstOf = (help: string) => help.split(/[.;:]/, 1)[0];

interface Sized {
  readonly said: string;
  /** Empty if the text explains itself. */
  readonly means: string;
}

/**
 * The parameters that determine the size of a network. Parameters that its phrase does not mention are left out if they have their default
 * value. The number of terminals is left out because it is shown elsewhere.
 */
function sizedBy({ kind, values }: ChosenKind): readonly Sized[] {
  const { params, phrase } = topologies.get(kind);
  const { terminals } = factsOf({ kind, values });
  return Object.entries<Param>(params).flatMap(([name, param]) => {
    const value = values[name];
    const isInPhrase = phrase.includes(`{${name}}`);
    if ((name === "terminals" && value === terminals) || (!isInPhrase && isSameValue(value, param.default))) return [];
    // Lengths along the dimensions need no symbol: `HyperX, 6 × 5`.
    if (param.type === "list" && param.symbol === undefined && isInPhrase) return [{ said: wordsOf(param, value), means: "" }];
    const said = sayValue(param, value);
    return [{ said, means: param.symbol !== undefined && said.startsWith(`${param.symbol} `) ? firstOf(param.help) : "" }];
  });
}
