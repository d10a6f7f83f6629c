/** Applies the part of a link that says what is shown: open cards, the selection, and the options of views. */
import type { ChosenKind } from "../../core/base/params.ts";
import type { Picked } from "../../core/network/selected.ts";
import { letterOf, variantsOf } from "../../core/scenario/document.ts";
import { factsOf, type Scenario, factsIfValid } from "../../core/scenario/scenario.ts";
import { faultyId } from "../../core/topologies/contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { readView } from "../../links/view-state.ts";
import { cardNames } from "../state/view-state.ts";
import { nothingSelected } from "../state/session-state.ts";
import { setChoice, type WorkbenchStore } from "../state/workbench.ts";

/** Whether a link means this card. It gives the whole name or one word of it: `matrix` for the congestion matrix. */
function isNamed(name: string, said: string): boolean {
  return name === said || (!cardNames.includes(said) && name.split("-").includes(said));
}

/** Why the selection of a link does not exist, as a sentence; null if it exists, or if the network cannot be built. */
function missing(picked: Picked, of: Scenario | undefined): string | null {
  const facts = of === undefined ? null : factsIfValid(of);
  if (picked.is === "nothing") return null;
  if (of === undefined) return `There is no network ${letterOf(picked.of)}.`;
  if (facts === null) return null;
  const channels = 2 * facts.links;
  const none = (what: string, number: number, those: string, count: number) =>
    `There is no ${what} ${number}: the ${formatCount(count)} ${those} of this network are numbered from 0.`;
  if (picked.is === "channel") {
    if (picked.channel < channels) return null;
    const entire = of.topology.kind === faultyId ? factsOf(of.topology.values["of"] as ChosenKind) : facts;
    return picked.channel < 2 * entire.links
      ? `There is no channel ${picked.channel}: some links have failed, and the remaining ${formatCount(channels)} channels are numbered from 0.`
      : none("channel", picked.channel, "channels", channels);
  }
  if (picked.is === "switch")
    return picked.node < facts.terminals + facts.switches
      ? null
      : none("node", picked.node, "terminals and switches", facts.terminals + facts.switches);
  const terminals = "terminal" in picked ? [picked.terminal] : [picked.source, picked.destination];
  const beyond = terminals.find((terminal) => terminal >= facts.terminals);
  return beyond === undefined ? null : none("terminal", beyond, "terminals", facts.terminals);
}

/**
 * Opens the cards and selects the element that a link names. If the network has no such element, a notice says so.
 * @param text the value of `view=` in the link
 */
export function showView(store: WorkbenchStore, said: string): void {
  const { cards, picked, span, unit, choices = {} } = readView(said);
  const of = picked.is === "nothing" ? 0 : picked.of;
  const gone = missing(picked, variantsOf(store.getState().document.current)[of]);
  const open = Object.fromEntries(cardNames.map((name) => [name, cards.some((said) => isNamed(name, said))]));
  store.setState({
    view: { cards: open, cardsOfLink: open, ...(unit === null ? {} : { unit }) },
    session:
      gone === null
        ? { selected: picked, activeNetwork: of, span }
        : { selected: nothingSelected, span, notice: { title: "What this link points to does not exist.", lines: [gone] } },
  });
  for (const name of cardNames) {
    for (const [option, choice] of Object.entries(choices[name] ?? {})) setChoice(store, name, option, choice);
  }
}
