/** Names for networks that are not part of a scenario yet, such as `Slim Fly, q 19, p 6`, and the meaning of the symbols in them. */
import type { ChosenKind, Param } from "../core/base/params.ts";
import { isSameValue } from "../core/base/equality.ts";
import { capitalize } from "../core/base/words.ts";
import { topologyFacts } from "../core/scenario/facts.ts";
import { topologies } from "../core/topologies/registry.ts";
import { wordsOfValue } from "./params.ts";
import { sayValue } from "./sweep.ts";

/** The family of a network, with the parameters that determine its size. */
export function candidateName(topology: ChosenKind): string {
  return [capitalize(topologies.get(topology.kind).title), ...sizeParametersOf(topology).map(({ text }) => text)].join(", ");
}

/** The parameters in a network's name that are written with a symbol, such as `k′ 2`, with their meaning: `Links up from a switch`. */
export function symbolsInName(topology: ChosenKind): readonly SizeParameter[] {
  return sizeParametersOf(topology).filter(({ meaning }) => meaning !== "");
}

/** The first phrase of a help text: `Terminals attached to each switch`. */
const firstPhrase = (help: string) => help.split(/[.;:]/, 1)[0];

interface SizeParameter {
  readonly text: string;
  /** Empty if the text explains itself. */
  readonly meaning: string;
}

/**
 * The parameters that determine the size of a network. Parameters that its phrase does not mention are left out if they have their default
 * value. The number of terminals is left out because it is shown separately.
 */
function sizeParametersOf({ kind, values }: ChosenKind): readonly SizeParameter[] {
  const { params, phrase } = topologies.get(kind);
  const { terminals } = topologyFacts({ kind, values });
  return Object.entries<Param>(params).flatMap(([name, param]) => {
    const value = values[name];
    const isInPhrase = phrase.includes(`{${name}}`);
    if ((name === "terminals" && value === terminals) || (!isInPhrase && isSameValue(value, param.default))) return [];
    // Lengths along the dimensions need no symbol: `HyperX, 6 × 5`.
    if (param.type === "list" && param.symbol === undefined && isInPhrase) return [{ text: wordsOfValue(param, value), meaning: "" }];
    const text = sayValue(param, value);
    return [{ text, meaning: param.symbol !== undefined && text.startsWith(`${param.symbol} `) ? firstPhrase(param.help) : "" }];
  });
}
