/**
 * Rate and length of links, by class. Links without a rule carry one phit per cycle and have no length. The parameters and the meaning of
 * rules are loaded with all kinds, after the page has started.
 */
import type { ValidationIssue } from "../base/errors.ts";
import { type Amount, type AmountParam, type ChosenKind, list, type ListParam, deferredRecord, type TextParam } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import type { BillOfMaterials } from "../network/bill-of-materials.ts";
import type { ChannelClocks } from "../plan/links.ts";

/** The rule for a class of links, or for a single link. */
export type LinkRule = {
  readonly class: string;
  /** A multiple of the technology's rate, or bytes per second. */
  readonly rate: Amount;
  /** Cycles, or a time, or a length. */
  readonly length: Amount;
};

/** Link rules with the sections of a scenario that determine their meaning. */
export type LinkSections = {
  readonly topology: ChosenKind;
  readonly technology: ChosenKind;
  readonly flowControl: ChosenKind;
  readonly links: readonly LinkRule[];
};

/** The links to which a rule refers. */
export interface NamedLinks {
  /** The name of the class or single link in the topology. */
  readonly name: string;
  readonly class: string;
  /** Sort key among all links that can be named: classes in the order of the topology, then single links by their ends. */
  readonly sortKey: readonly number[];
  /** Nodes at the ends of a single link; null for a class. */
  readonly ends: readonly [number, number] | null;
  /** Number of links: all of a class, or the parallel links between two ends. */
  readonly count: number;
}

/** Links with their rate and delay in the simulation. */
export interface LinkClock extends NamedLinks {
  /** Phits per cycle as a fraction: perCycle / perPhit. */
  readonly perCycle: number;
  readonly perPhit: number;
  /** Cycles from one end to the other, in addition to the transmission time of a phit; whole if the engine counts cycles. */
  readonly delay: number;
  /** Length in meters if it is specified as a length; otherwise null. */
  readonly metres: number | null;
}

/** The functions that give link rules their meaning, loaded later; see `hardware/`. */
export interface LinkSemantics {
  normalize(rules: readonly LinkRule[], topology: ChosenKind): readonly LinkRule[];
  checkClasses(scenario: Pick<LinkSections, "topology" | "links">, issues: ValidationIssue[], within: string): void;
  issues(scenario: LinkSections): readonly ValidationIssue[];
  linkClocks(scenario: LinkSections): readonly LinkClock[];
  applyToParts(scenario: LinkSections, parts: BillOfMaterials, isUsed: Uint8Array | undefined): BillOfMaterials;
  channelClocks(scenario: LinkSections, network: Network): ChannelClocks | undefined;
}

type RuleParams = { readonly class: TextParam; readonly rate: AmountParam; readonly length: AmountParam };

/** The section `links` of a document. */
export const linksParam: ListParam<ReturnType<typeof deferredRecord<RuleParams>>> & { laws?: LinkSemantics } = list(
  deferredRecord<RuleParams>({
    title: "Link class",
    help: "A class of links, with their rate and length.",
    default: { class: "", rate: 1, length: 0 },
  }),
  {
    title: "Links",
    help: "Rate and length of the links of each class. Links that are not listed have the technology's rate and no length.",
    minLength: 0,
    maxLength: 10_000,
    separator: "; ",
    default: [],
  },
);

/** The rules in the order of the links, without rules that have no effect. */
export function normalizeLinkRules(rules: readonly LinkRule[], topology: ChosenKind): readonly LinkRule[] {
  return rules.length === 0 ? rules : linksParam.laws!.normalize(rules, topology);
}

/** Adds issues with the classes that rules name: unknown classes and duplicates. */
export function checkLinkClasses(scenario: Pick<LinkSections, "topology" | "links">, issues: ValidationIssue[], pathPrefix = ""): void {
  if (scenario.links.length > 0) linksParam.laws!.checkClasses(scenario, issues, pathPrefix);
}

/** Issues of rules with the technology: absolute values without a rate, and values that are too fast, too slow or too long. */
export function linkIssues(scenario: LinkSections): readonly ValidationIssue[] {
  return scenario.links.length === 0 ? [] : linksParam.laws!.issues(scenario);
}

/**
 * Every link class of a scenario's topology, in order, then the single links that rules name, with rate and delay. Classes need no built
 * network. The scenario must be valid, and all kinds loaded.
 */
export function linkClocksOf(scenario: LinkSections): readonly LinkClock[] {
  return linksParam.laws!.linkClocks(scenario);
}

/**
 * Parts with a scenario's rules for links. Single links with a rule are separated from their class.
 * @param isUsed 1 for every node in use; absent if all are
 */
export function partsWithRules(scenario: LinkSections, parts: BillOfMaterials, isUsed?: Uint8Array): BillOfMaterials {
  return scenario.links.length === 0 ? parts : linksParam.laws!.applyToParts(scenario, parts, isUsed);
}

/** Rate and delay of each channel of the built network; undefined if all channels have the default. */
export function channelClocksOf(scenario: LinkSections, network: Network): ChannelClocks | undefined {
  return scenario.links.length === 0 ? undefined : linksParam.laws!.channelClocks(scenario, network);
}
