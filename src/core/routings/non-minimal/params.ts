/** Parameters of non-minimal routings: the kind of intermediate, and the decision rule. */
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer, number } from "../../base/params.ts";
import type { NetworkShape } from "../../network/network.ts";
import { reasonGroupsUnsupported } from "../group-steps.ts";

/** Kind of intermediate: a switch, a group, or by default a group in networks with groups and a switch otherwise. */
export type IntermediateKind = "usual" | "group" | "switch";

export const intermediateParam = choice({
  title: "Detours",
  word: "detours #",
  help: "What a detour leads over, drawn at random.",
  default: "usual",
  choices: [
    {
      id: "usual",
      title: "over a group, else a switch",
      help: "A random group where there are groups, as in a dragonfly; elsewhere a random switch.",
    },
    { id: "group", title: "over a group", help: "A random group; needs a network with groups and without faults." },
    { id: "switch", title: "over a switch", help: "A random switch of the whole network." },
  ],
});

/** Issues with this kind of intermediate on a network. */
export function checkIntermediate(intermediate: IntermediateKind, shape: NetworkShape): readonly ValidationIssue[] {
  const missing = intermediate === "group" ? reasonGroupsUnsupported(shape) : null;
  if (missing === null) return [];
  return [{ path: "over", message: `a detour over a group ${missing}.`, remedy: "Lead detours over a switch.", nearest: "switch" }];
}

/**
 * Issues with the number of candidates on a network. If terminals have several switches, the first channel already belongs to one
 * non-minimal path.
 */
export function checkCandidates(candidates: number, { forwards }: NetworkShape): readonly ValidationIssue[] {
  if (candidates === 1 || !forwards) return [];
  const message = `${candidates} candidates need terminals that pass no packets on; here the first channel is chosen for one detour.`;
  return [{ path: "candidates", message, remedy: "Use 1.", nearest: 1 }];
}

/** Parameters of the decision rule. */
export const decisionParams = {
  threshold: integer({
    title: "Threshold",
    help: "A packet takes the minimal path while its queue × hops are at most those of the detour times the multiplier, plus this threshold; with global queues, in phits.",
    min: 0,
    max: 100_000,
    unit: "phits × hops",
    default: 0,
  }),
  multiplier: number({
    title: "Multiplier",
    word: "multiplier #",
    help: "What is known of a detour counts this many times. With 0, the threshold alone decides.",
    min: 0,
    max: 100,
    step: 0.5,
    default: 1,
  }),
  candidates: integer({
    title: "Candidates",
    word: "# candidates|# candidate",
    help: "Detours that a packet looks at; it takes the best.",
    min: 1,
    max: 16,
    default: 1,
  }),
  queues: choice({
    title: "Queues",
    word: "# queues",
    help: "Which queues on a path a packet knows of, where it decides.",
    default: "local",
    choices: [
      { id: "local", title: "local", help: "The phits behind its first channel, times its hops: UGAL-L." },
      { id: "global", title: "global", help: "The phits behind all its channels, which no switch can know: UGAL-G." },
    ],
  }),
} as const;
