/**
 * How fast and how long the links are, by their class. What nobody says carries a phit a cycle and has no length. What can be said
 * comes with all kinds: a page begins without.
 */
import type { ValidationIssue } from "../base/errors.ts";
import { type Amount, type AmountParam, type ChosenKind, list, type ListParam, recordLater, type TextParam } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import type { Parts } from "../network/parts.ts";
import type { ChannelClocks } from "../plan/links.ts";

/** What is said of a class of links, or of a single link. */
export type LinkRule = {
  readonly class: string;
  /** A multiple of the technology's rate, or bytes per second. */
  readonly rate: Amount;
  /** Cycles, or a time, or a length. */
  readonly length: Amount;
};

/** What is said of links, and what it is by. */
export type Linked = {
  readonly topology: ChosenKind;
  readonly technology: ChosenKind;
  readonly flowControl: ChosenKind;
  readonly links: readonly LinkRule[];
};

/** Links that a rule speaks of. */
export interface NamedLinks {
  /** The name of the class, or of a single link, as the topology has it. */
  readonly name: string;
  readonly class: string;
  /** Where it stands among all that can be named: classes in their order, then single links by their ends. */
  readonly place: readonly number[];
  /** Nodes at the ends of a single link; null for a class. */
  readonly ends: readonly [number, number] | null;
  /** How many there are: of a class all, of a single link those that are parallel. */
  readonly count: number;
}

/** How fast and how long links are, as they run. */
export interface LinkClock extends NamedLinks {
  /** Phits per cycle as a fraction. */
  readonly perCycle: number;
  readonly perPhit: number;
  /** Cycles from one end to the other, beside the phit's own; whole where time is counted in cycles. */
  readonly delay: number;
  /** Metres, where its length is said as one; null elsewhere. */
  readonly metres: number | null;
}

/** What the rules of links mean; see `hardware/`. */
export interface LinkLaws {
  settled(rules: readonly LinkRule[], topology: ChosenKind): readonly LinkRule[];
  check(scenario: Pick<Linked, "topology" | "links">, issues: ValidationIssue[], within: string): void;
  issues(scenario: Linked): readonly ValidationIssue[];
  known(scenario: Linked): readonly LinkClock[];
  parts(scenario: Linked, parts: Parts, isUsed: Uint8Array | undefined): Parts;
  clocks(scenario: Linked, network: Network): ChannelClocks | undefined;
}

type RuleParams = { readonly class: TextParam; readonly rate: AmountParam; readonly length: AmountParam };

/** The section `links` of a document. */
export const linksParam: ListParam<ReturnType<typeof recordLater<RuleParams>>> & { laws?: LinkLaws } = list(
  recordLater<RuleParams>({
    title: "Link class",
    help: "Links that are alike, with their rate and length.",
    default: { class: "", rate: 1, length: 0 },
  }),
  {
    title: "Links",
    help: "How fast and how long the links are, by their class. Those that are not listed have the technology's rate and no length.",
    minLength: 0,
    maxLength: 10_000,
    separator: "; ",
    default: [],
  },
);

/** The rules in the order of what they speak of, and only those that say something of links that are there. */
export function settledLinks(rules: readonly LinkRule[], topology: ChosenKind): readonly LinkRule[] {
  return rules.length === 0 ? rules : linksParam.laws!.settled(rules, topology);
}

/** Adds what is wrong with the classes that rules name, as they stand in a document: what is not there, and what is named twice. */
export function checkClasses(scenario: Pick<Linked, "topology" | "links">, issues: ValidationIssue[], within = ""): void {
  if (scenario.links.length > 0) linksParam.laws!.check(scenario, issues, within);
}

/** What keeps rules from being followed with a technology: what is absolute without a rate, what is too fast, slow or long with it. */
export function linkIssues(scenario: Linked): readonly ValidationIssue[] {
  return scenario.links.length === 0 ? [] : linksParam.laws!.issues(scenario);
}

/**
 * Every class of links that a scenario's topology has, in their order, and the single links that rules name, each as it runs.
 * Nothing is built for the classes. The scenario must be valid, and all kinds there.
 */
export function linkClocksOf(scenario: Linked): readonly LinkClock[] {
  return linksParam.laws!.known(scenario);
}

/**
 * Parts with what a scenario says of its links; single links that it speaks of stand by themselves.
 * @param isUsed 1 for the nodes in use, where that is not all of them
 */
export function withRules(scenario: Linked, parts: Parts, isUsed?: Uint8Array): Parts {
  return scenario.links.length === 0 ? parts : linksParam.laws!.parts(scenario, parts, isUsed);
}

/** How fast and how long each channel of a scenario's built network is; undefined where all carry a phit a cycle and have no length. */
export function channelClocksOf(scenario: Linked, network: Network): ChannelClocks | undefined {
  return scenario.links.length === 0 ? undefined : linksParam.laws!.clocks(scenario, network);
}
