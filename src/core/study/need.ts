/** The requirements of the study: number of terminals, ports of a switch, budget, traffic and throughput, and prices. */
import type { ValidationIssue } from "../base/errors.ts";
import {
  type ChosenKind,
  choice,
  integer,
  kindChoice,
  list,
  number,
  type Params,
  readParams,
  type ValuesOf,
  writeParams,
} from "../base/params.ts";
import { costs } from "../costs/registry.ts";
import { studyTraffic } from "./traffic.ts";

/** The parameters of the study. */
export const studyNeedParams = {
  terminals: integer({
    title: "Terminals",
    word: "# terminals",
    help: "Smallest number of terminals of the network.",
    min: 2,
    max: 65_536,
    default: 256,
  }),
  ports: integer({
    title: "Ports",
    word: "# ports",
    help: "Largest number of ports of a switch that is available.",
    min: 3,
    max: 512,
    default: 16,
  }),
  budget: number({
    title: "Budget",
    word: "$# a terminal",
    help: "Largest cost of the network per required terminal. Networks that cost more are shown, but are not recommended.",
    unit: "US$",
    min: 1,
    max: 1e6,
    step: 10,
    default: 2000,
  }),
  under: list(
    choice({
      title: "Traffic",
      help: "Traffic that the network must deliver.",
      default: "uniform",
      choices: studyTraffic.map(({ id, title, summary }) => ({ id, title, help: summary })),
    }),
    {
      title: "Traffic",
      help: "Traffic that the network must deliver, each kind alone. The worst one counts.",
      minLength: 1,
      maxLength: studyTraffic.length,
      separator: ", ",
      default: ["uniform", "group-shift"],
    },
  ),
  carried: number({
    title: "Throughput",
    help: "Smallest throughput per terminal under the worst of this traffic, in phits per cycle; 1 is the capacity of a terminal's link.",
    min: 0.02,
    max: 1,
    step: 0.02,
    default: 0.5,
  }),
  cost: kindChoice(costs, { title: "Prices", help: "The price list of switches and links.", default: "own-prices" }),
} satisfies Params;

/** The requirements of a study. */
export type StudyNeed = ValuesOf<Omit<typeof studyNeedParams, "cost">> & { readonly cost: ChosenKind };

/** Reads a need; issues are added to the list. */
export function readStudyNeed(input: Readonly<Record<string, unknown>>, issues: ValidationIssue[]): StudyNeed {
  return readParams(studyNeedParams, input, "", issues, []) as unknown as StudyNeed;
}

/** A need as JSON, without defaults. */
export function writeStudyNeed(need: StudyNeed): Record<string, unknown> {
  return writeParams(studyNeedParams, need);
}
