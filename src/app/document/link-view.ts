/** Applies the part of a link that says what is shown: open cards, the selection, and the options of views. */
import type { ChosenKind } from "../../core/base/params.ts";
import type { PageSelection } from "../../core/network/selection.ts";
import { letterOf, variantsOf } from "../../core/scenario/document.ts";
import { topologyFacts, type Scenario, scenarioFactsIfValid } from "../../core/scenario/scenario.ts";
import { faultyTopologyId } from "../../core/topologies/contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { readView } from "../../links/view-state.ts";
import { cardNames } from "../state/view-state.ts";
import { noSelection } from "../state/session-state.ts";
import { setViewOption, type WorkbenchStore } from "../state/workbench.ts";

/** Whether a link means this card. The link gives the card's whole name or one word of the name: `matrix` for the congestion matrix. */
function matchesCardName(name: string, given: string): boolean {
  return name === given || (!cardNames.includes(given) && name.split("-").includes(given));
}

/**
 * Why the element that a link selects does not exist in its network, as a sentence; null if it exists, or if the network cannot be built.
 * @param picked the element, with the index `of` its network
 * @param scenario the scenario of this network; undefined if the document has fewer networks
 */
function reasonMissing(picked: PageSelection, scenario: Scenario | undefined): string | null {
  const facts = scenario === undefined ? null : scenarioFactsIfValid(scenario);
  if (picked.is === "nothing") return null;
  if (scenario === undefined) return `There is no network ${letterOf(picked.of)}.`;
  if (facts === null) return null;
  const channels = 2 * facts.links;
  const noSuch = (singular: string, number: number, plural: string, count: number) =>
    `There is no ${singular} ${number}: the ${formatCount(count)} ${plural} of this network are numbered from 0.`;
  if (picked.is === "channel") {
    if (picked.channel < channels) return null;
    // The channels of failed links have no numbers, so a channel number may be too large only because of the faults.
    const factsWithoutFaults =
      scenario.topology.kind === faultyTopologyId ? topologyFacts(scenario.topology.values["of"] as ChosenKind) : facts;
    return picked.channel < 2 * factsWithoutFaults.links
      ? `There is no channel ${picked.channel}: some links have failed, and the remaining ${formatCount(channels)} channels are numbered from 0.`
      : noSuch("channel", picked.channel, "channels", channels);
  }
  if (picked.is === "switch")
    return picked.node < facts.terminals + facts.switches
      ? null
      : noSuch("node", picked.node, "terminals and switches", facts.terminals + facts.switches);
  const terminals = "terminal" in picked ? [picked.terminal] : [picked.source, picked.destination];
  const firstMissing = terminals.find((terminal) => terminal >= facts.terminals);
  return firstMissing === undefined ? null : noSuch("terminal", firstMissing, "terminals", facts.terminals);
}

/**
 * Opens the cards and selects the element that a link names. If the network has no such element, a notice says so.
 * @param text the value of `view=` in the link
 */
export function applyLinkView(store: WorkbenchStore, text: string): void {
  const { cards, picked, span, unit, choices = {} } = readView(text);
  const network = picked.is === "nothing" ? 0 : picked.of;
  const reason = reasonMissing(picked, variantsOf(store.getState().document.current)[network]);
  const openCards = Object.fromEntries(cardNames.map((name) => [name, cards.some((text) => matchesCardName(name, text))]));
  store.setState({
    view: { cards: openCards, cardsOfLink: openCards, ...(unit === null ? {} : { unit }) },
    session:
      reason === null
        ? { selected: picked, activeNetwork: network, span }
        : { selected: noSelection, span, notice: { title: "The element that this link selects does not exist.", lines: [reason] } },
  });
  for (const name of cardNames) {
    for (const [option, choice] of Object.entries(choices[name] ?? {})) setViewOption(store, name, option, choice);
  }
}
