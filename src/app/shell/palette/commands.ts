/** All commands of the page, built from its own tables of shortcuts, views, parameters and so on. */
import { isOneFile } from "../../beside.ts";
import type { ChosenKind, Param, Values } from "../../../core/base/params.ts";
import { uncapital } from "../../../core/base/words.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { canCompare } from "../../../core/scenario/edits/edit-place.ts";
import { documentParams } from "../../../core/scenario/document.ts";
import { scenarioParams } from "../../../core/scenario/scenario.ts";
import type { Picked } from "../../../core/network/selected.ts";
import { channelCount, headed, nameOfChannel, nameOfNode, type Network } from "../../../core/network/network.ts";
import { entries } from "../../glossary/entries.ts";
import { views } from "../../../views/index.ts";
import { shareEntries } from "../bar/share-entries.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { capital } from "../../../words/params.ts";
import type { Listed } from "../gallery-entries.ts";
import type { Key } from "../../ui/keys.ts";
import { compareMix } from "../../workbench/mix/compare-mix.ts";
import { canContest, contest, contestWords } from "../../document/contest.ts";
import { canMix } from "../../workbench/mix/mixed.ts";
import { carryOut, outagesHere } from "../../workbench/faults/take-out.ts";
import { chooseAt, chosenAt, optionsAt } from "../../workbench/sentence/options.ts";
import { type CardName, cardNames } from "../../state/view-state.ts";
import { compare } from "../../document/edits.ts";
import { isLocked } from "../../state/workbench.ts";
import { pick } from "../../selection/pick.ts";
import { changeTheme } from "../theme.ts";
import { showCard } from "../useKeys.ts";
import type { Findable } from "../../ui/rank.ts";
import type { Page } from "../../create-page.ts";
import { bringing } from "../../files/take-in.ts";
import { linkTo, studyLink } from "../../../links/fragment.ts";

/** One command. */
export interface Command extends Findable {
  /** Topic, shown next to the title. */
  readonly group: string;
  /** What it does or why it is not possible, in one line; may be empty. */
  readonly help: string;
  /** Equivalent shortcuts. */
  readonly keys: readonly string[];
  readonly isPossible: boolean;
  readonly act: (page: Page) => void;
}

/** The state on which the commands depend. */
export interface Surroundings {
  readonly scenario: Document;
  readonly keys: readonly Key[];
  /** Ids of the open cards. */
  readonly cards: readonly string[];
  readonly gallery: readonly Listed[];
}

/** All commands, in the order in which they are listed before anything is typed. */
export function commandsOf(page: Page, { scenario, keys, cards, gallery }: Surroundings): readonly Command[] {
  const { store, overlay } = page;
  const usual = { help: "", keys: [], isPossible: true };
  return [
    ...keys
      .filter(({ isCommand }) => isCommand)
      .map(({ does, shown, group, act }): Command => ({
        ...usual,
        id: `key ${does}`,
        title: does,
        group,
        keys: shown,
        act: () => act(null),
      })),
    ...cardNames.map((name, i): Command => {
      const isOpen = cards.includes(name);
      const title = `${isOpen ? "Close" : "Open"} the view: ${titleOfCard(name)}`;
      return {
        ...usual,
        id: `view ${name}`,
        title,
        group: "Views",
        keys: i < 9 ? [String(i + 1)] : [],
        act: () => showCard(store, name, !isOpen),
      };
    }),
    {
      ...usual,
      id: "compare",
      title: "Compare: add another network",
      group: "Scenario",
      isPossible: canCompare(scenario) && !isLocked(store, ["beside"]),
      act: () => void compare(store),
    },
    {
      ...usual,
      id: "mix",
      title: "Compare for a mix of programs",
      also: "applications workloads weights performance per cost",
      group: "Scenario",
      help: "Every rank program at several message sizes, weighted as you like.",
      isPossible: canMix(scenario) && !isLocked(store, ["sweep"]),
      act: () => compareMix(store),
    },
    {
      ...usual,
      id: "contest",
      title: contestWords,
      also: "collective allreduce compare sizes sweep crossover",
      group: "Scenario",
      help: "Every algorithm of the collective operation, from 64 B to 1 GiB.",
      isPossible: canContest(scenario) && !isLocked(store, ["sweep"]),
      act: () => contest(store),
    },
    {
      ...usual,
      id: "study",
      title: "Find a network to buy",
      also: "study cost terminals switches budget pareto front solver",
      group: "Open",
      act: () => void (location.hash = studyLink),
    },
    {
      ...usual,
      id: "papers",
      title: "Open the papers",
      also: "reproduction published",
      group: "Open",
      act: () => void (location.hash = linkTo("")),
    },
    {
      ...usual,
      id: "lessons",
      title: "Open the lessons",
      also: "course class teach learn",
      group: "Open",
      act: () => overlay.showSheet("lessons"),
    },
    { ...usual, id: "glossary", title: "Open the glossary", group: "Open", act: () => overlay.showTerm(null) },
    ...entries.map(({ id, title, forms, noun, says }): Command => ({
      ...usual,
      id: `term ${id}`,
      title: capital(title),
      also: [...forms, noun ?? ""].join(" "),
      group: "Glossary",
      help: says.replace(/\. .*/, "."),
      act: () => overlay.showTerm(id),
    })),
    { ...usual, id: "gallery", title: "Open the gallery", group: "Open", act: () => overlay.showSheet("gallery") },
    ...gallery.map(({ id, path, title, look, isForeign }): Command => ({
      ...usual,
      id: `gallery ${id}`,
      title: `Gallery: ${title}`,
      also: look,
      group: "Open",
      help: look,
      isPossible: store.getState().view.lock === null,
      act: () => (isForeign ? void bringing().then(({ bringBeside }) => bringBeside(page, path)) : void (location.hash = `src=${path}`)),
    })),
    {
      ...usual,
      id: "offline",
      title: isOneFile ? "Without a connection" : "Without a connection: keep all of the page",
      also: "offline install cache network",
      group: "Page",
      act: () => overlay.showSheet("offline"),
    },
    {
      ...usual,
      id: "units",
      title: "Unit of loads",
      also: "phits/cycle MB/s % of a channel bandwidth capacity",
      group: "Page",
      act: () => overlay.showSheet("units"),
    },
    {
      ...usual,
      id: "whole run",
      title: "Show the whole run",
      also: "stretch of time",
      group: "Time",
      isPossible: store.getState().session.span !== null,
      act: () => store.setState({ session: { span: null } }),
    },
    { ...usual, id: "theme", title: "Change between light and dark", also: "theme", group: "Page", act: () => changeTheme(store) },
    ...shareEntries.map(({ id, title, help, act }): Command => ({
      ...usual,
      id: `share ${id}`,
      title,
      also: `share ${help}`,
      group: "Share",
      help,
      act: () => act(page, cards),
    })),
    ...Object.entries(sections).map(([section, { title }]): Command => ({
      ...usual,
      id: `settings ${section}`,
      title: `All settings: ${title}`,
      group: "Settings",
      act: () => store.setState({ view: { drawer: section } }),
    })),
    ...choicesOf(page, scenario),
  ];
}

/** The sections of the settings drawer. */
const sections = { ...scenarioParams, cost: documentParams.cost };

const titleOfCard = (name: CardName) => views.find(({ id }) => id === name)?.title ?? "This channel";

/** Commands for every kind and named value of every parameter: `Topology: torus`. */
function choicesOf(page: Page, scenario: Document): readonly Command[] {
  return Object.entries<Param>(sections).flatMap(([name, param]) => choicesAt(page, scenario, [name], param, (scenario as Values)[name]));
}

/** Commands for the choices of a parameter and, recursively, of the parameters below it. */
function choicesAt(page: Page, scenario: Document, path: Path, param: Param, value: unknown): readonly Command[] {
  switch (param.type) {
    case "kind": {
      const { kind, values } = value as ChosenKind;
      const inner = Object.entries(param.registry.get(kind).params);
      return [
        ...optionCommands(page, scenario, path, param),
        ...inner.flatMap(([name, each]) => choicesAt(page, scenario, [...path, name], each, values[name])),
      ];
    }
    case "record":
      return Object.entries(param.params).flatMap(([name, each]) =>
        choicesAt(page, scenario, [...path, name], each, (value as Values)[name]),
      );
    case "choice":
    case "flag":
      return optionCommands(page, scenario, path, param);
    default:
      return [];
  }
}

/** One command for each option of a parameter except the current one. */
function optionCommands(page: Page, scenario: Document, path: Path, param: Parameters<typeof optionsAt>[2]): readonly Command[] {
  const chosen = chosenAt(scenario, path, param);
  const locked = isLocked(page.store, path) ? "Locked on this page." : null;
  return optionsAt(scenario, path, param)
    .filter(({ id }) => id !== chosen)
    .map(({ id, title, summary, reason }) => ({
      id: `choose ${path.join(".")} ${id}`,
      title: `${param.title}: ${uncapital(title)}`,
      group: "Scenario",
      help: locked ?? reason ?? summary,
      keys: [],
      isPossible: (locked ?? reason) === null,
      act: () => chooseAt(page.store, path, param, id),
    }));
}

/** Commands that disable the selected elements of the network or restore them. */
export function outageCommands(page: Page, selected: Picked): readonly Command[] {
  if (selected.is === "nothing") return [];
  return outagesHere(page).map((outage): Command => ({
    id: `outage ${outage.title}`,
    title: outage.title,
    also: "kill dead fault fail",
    group: "Network",
    help: "",
    keys: [],
    isPossible: !isLocked(page.store, ["topology"]),
    act: () => carryOut(page, outage),
  }));
}

/** Every terminal, switch and channel of a network by name; cached per network. */
export function placesOf(network: Network): readonly Command[] {
  const known = places.get(network);
  if (known !== undefined) return known;
  const place = { group: "Network", help: "", keys: [], isPossible: true };
  const nodes = Array.from({ length: network.terminals + network.switches }, (_, n): Command => {
    const isTerminal = n < network.terminals;
    const thing = isTerminal ? ({ is: "terminal", terminal: n } as const) : ({ is: "switch", node: n } as const);
    return { ...place, id: `node ${n}`, title: headed(network, n, nameOfNode(network, n)), act: ({ store }) => pick(store, thing) };
  });
  const channels = Array.from({ length: channelCount(network) }, (_, channel): Command => {
    const act = ({ store }: Page) => pick(store, { is: "channel", channel });
    return {
      ...place,
      id: `channel ${channel}`,
      title: headed(network, network.tail[channel], nameOfChannel(network, channel)),
      also: `channel ${channel}`,
      act,
    };
  });
  const all = [...nodes, ...channels];
  places.set(network, all);
  return all;
}

const places = new WeakMap<Network, readonly Command[]>();
