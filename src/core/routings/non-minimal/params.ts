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
  help: "The random intermediate of a non-minimal path.",
  default: "usual",
  choices: [
    {
      id: "usual",
      title: "over a group, else a switch",
      help: "A random group in networks with groups, such as a dragonfly; otherwise a random switch.",
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
  const message = `${candidates} candidates need terminals that do not forward packets; in this network, a packet chooses its first channel for one detour only.`;
  return [{ path: "candidates", message, remedy: "Use 1.", nearest: 1 }];
}

/** Parameters of the decision rule. */
export const decisionParams = {
  threshold: integer({
    title: "Threshold",
    help: "A packet takes the minimal path if its queue × hops is at most the multiplier × queue × hops of the detour, plus this threshold. With global queues, the threshold is in phits.",
    min: 0,
    max: 100_000,
    unit: "phits × hops",
    default: 0,
  }),
  multiplier: number({
    title: "Multiplier",
    word: "multiplier #",
    help: "Factor on the queue × hops of the detour. With 0, the threshold alone decides.",
    min: 0,
    max: 100,
    step: 0.5,
    default: 1,
  }),
  candidates: integer({
    title: "Candidates",
    word: "# candidates|# candidate",
    help: "Number of random detours that a packet compares; it considers the best.",
    min: 1,
    max: 16,
    default: 1,
  }),
  queues: choice({
    title: "Queues",
    word: "# queues",
    help: "Which queues of a path are known when a packet decides.",
    default: "local",
    choices: [
      { id: "local", title: "local", help: "The phits queued for its first channel, times its hops: UGAL-L." },
      { id: "global", title: "global", help: "The phits queued for all its channels, which a real switch cannot know: UGAL-G." },
    ],
  }),
} as const;
