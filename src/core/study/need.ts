/** The requirements of the study: number of terminals, ports of a switch, budget, traffic and throughput, and prices. */
import type { ValidationIssue } from "../base/errors.ts";
import {
  type ChosenKind,
  choice,
  integer,
  kindOf,
  list,
  number,
  type Params,
  readParams,
  type ValuesOf,
  writeParams,
} from "../base/params.ts";
import { costs } from "../costs/shelf.ts";
import { traffics } from "./traffics.ts";

/** The parameters of the study. */
export const needParams = {
  terminals: integer({
    title: "Terminals",
    word: "# terminals",
    help: "How many terminals the network must have, at least.",
    min: 2,
    max: 65_536,
    default: 256,
  }),
  ports: integer({
    title: "Ports",
    word: "# ports",
    help: "Most ports of a switch: what can be bought.",
    min: 3,
    max: 512,
    default: 16,
  }),
  budget: number({
    title: "Budget",
    word: "$# a terminal",
    help: "What the network may cost, for each terminal that is needed. What costs more stays in sight, but is no answer.",
    unit: "US$",
    min: 1,
    max: 1e6,
    step: 10,
    default: 2000,
  }),
  under: list(
    choice({
      title: "Traffic",
      help: "What the network must carry.",
      default: "uniform",
      choices: traffics.map(({ id, title, summary }) => ({ id, title, help: summary })),
    }),
    {
      title: "Traffic",
      help: "What the network must carry, one at a time. The worst of them counts.",
      minLength: 1,
      maxLength: traffics.length,
      separator: ", ",
      default: ["uniform", "group-shift"],
    },
  ),
  carried: number({
    title: "Throughput",
    help: "What every terminal must get through under the worst of this traffic, in phits per cycle: 1 is all that its link carries.",
    min: 0.02,
    max: 1,
    step: 0.02,
    default: 0.5,
  }),
  cost: kindOf(costs, { title: "Prices", help: "The price list of switches and links.", default: "own-prices" }),
} satisfies Params;

/** The requirements of a study. */
export type Need = ValuesOf<Omit<typeof needParams, "cost">> & { readonly cost: ChosenKind };

/** Reads a need; issues are added to the list. */
export function readNeed(input: Readonly<Record<string, unknown>>, issues: ValidationIssue[]): Need {
  return readParams(needParams, input, "", issues, []) as unknown as Need;
}

/** A need as JSON, without defaults. */
export function writeNeed(need: Need): Record<string, unknown> {
  return writeParams(needParams, need);
}
