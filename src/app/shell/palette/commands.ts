/** All commands of the page, built from its own tables of shortcuts, views, parameters and so on. */
import { isOneFile } from "../../page-files.ts";
import type { ChosenKind, Param, Values } from "../../../core/base/params.ts";
import { uncapitalize } from "../../../core/base/words.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { canCompare } from "../../../core/scenario/edits/edit-document-value.ts";
import { documentParams } from "../../../core/scenario/document.ts";
import { scenarioParams } from "../../../core/scenario/scenario.ts";
import type { PageSelection } from "../../../core/network/selection.ts";
import { channelCount, capitalizeUnlessNamed, nameOfChannel, nameOfNode, type Network } from "../../../core/network/network.ts";
import { entries } from "../../glossary/glossary-entries.ts";
import { views } from "../../../views/index.ts";
import { shareEntries } from "../bar/share-entries.ts";
import { viewQuestions } from "../bar/view-questions.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { capitalize } from "../../../words/params.ts";
import type { LessonEntry } from "../../lesson/lesson-entries.ts";
import type { ListedGalleryEntry } from "../gallery-entries.ts";
import { describedShortcuts } from "../../ui/shortcut-texts.ts";
import type { ActionShortcut } from "../../ui/shortcuts.ts";
import { compareMix } from "../../workbench/mix/compare-mix.ts";
import { canCompareAlgorithms, compareAlgorithms, comparisonLabel } from "../../document/compare-algorithms.ts";
import { canMix } from "../../workbench/mix/with-mix.ts";
import { applyOutage, possibleOutages } from "../../workbench/faults/take-out.ts";
import { applyOption, currentOption, optionsAt } from "../../workbench/sentence/options.ts";
import { type CardName, cardNames } from "../../state/view-state.ts";
import { addNetwork } from "../../document/edits.ts";
import { isParameterLocked } from "../../state/workbench.ts";
import { selectElement } from "../../selection/select-element.ts";
import { changeTheme } from "../theme.ts";
import { showCard } from "../useShortcuts.ts";
import type { SearchItem } from "../../ui/rank-by-query.ts";
import type { Page } from "../../create-page.ts";
import { loadFileOpener } from "../../files/receive-drops.ts";
import { loadOwnNetwork } from "../../opening/sync-address.ts";
import { paperLink, studyLink } from "../../../links/fragment.ts";

/** One command. */
export interface Command extends SearchItem {
  /** Topic, shown next to the title. */
  readonly group: string;
  /** What the command does, or why it is not possible, in one line; may be empty. */
  readonly help: string;
  /** Equivalent shortcuts. */
  readonly keys: readonly string[];
  readonly isPossible: boolean;
  readonly run: (page: Page) => void;
}

/** The state on which the commands depend. */
export interface PaletteContext {
  readonly scenario: Document;
  readonly keys: readonly ActionShortcut[];
  /** Ids of the open cards. */
  readonly cards: readonly string[];
  readonly gallery: readonly ListedGalleryEntry[];
  readonly lessons: readonly LessonEntry[];
}

/** All commands, in the order in which they are listed before anything is typed. */
export function commandsOf(page: Page, { scenario, keys, cards, gallery, lessons }: PaletteContext): readonly Command[] {
  const { store, overlay } = page;
  const defaults = { help: "", keys: [], isPossible: true };
  return [
    ...describedShortcuts(keys)
      .filter(({ isCommand }) => isCommand)
      .map(({ description, keywords = "", labels, group, run }): Command => ({
        ...defaults,
        id: `key ${description}`,
        title: description,
        keywords,
        group,
        keys: labels,
        run: () => run(null),
      })),
    ...cardNames.map((name, i): Command => {
      const isOpen = cards.includes(name);
      const title = `${isOpen ? "Close" : "Open"} the view: ${titleOfCard(name)}`;
      return {
        ...defaults,
        id: `view ${name}`,
        title,
        keywords: viewQuestions[name] ?? "",
        group: "Views",
        keys: i < 9 ? [String(i + 1)] : [],
        run: () => showCard(store, name, !isOpen),
      };
    }),
    {
      ...defaults,
      id: "compare",
      title: "Compare: add another network",
      keywords: "side by side versus beside",
      group: "Scenario",
      isPossible: canCompare(scenario) && !isParameterLocked(store, ["beside"]),
      run: () => void addNetwork(store),
    },
    {
      ...defaults,
      id: "mix",
      title: "Compare for a mix of programs",
      keywords: "applications workloads weights performance per cost",
      group: "Scenario",
      help: "Every rank program at several message sizes, with your own weights.",
      isPossible: canMix(scenario) && !isParameterLocked(store, ["sweep"]),
      run: () => compareMix(store),
    },
    {
      ...defaults,
      id: "contest",
      title: comparisonLabel,
      keywords: "collective allreduce compare sizes sweep crossover",
      group: "Scenario",
      help: "Every algorithm of the collective operation, from 64 B to 1 GiB.",
      isPossible: canCompareAlgorithms(scenario) && !isParameterLocked(store, ["sweep"]),
      run: () => compareAlgorithms(store),
    },
    {
      ...defaults,
      id: "start over",
      title: "Start over",
      keywords: "reset new clear default first network",
      group: "Scenario",
      help: "The first network again. Yours stays under Recent, and Undo restores it.",
      isPossible: store.getState().view.lock === null,
      run: () => void loadOwnNetwork().then(({ startOver }) => startOver(store)),
    },
    {
      ...defaults,
      id: "own network",
      title: "Back to my network",
      keywords: "home start return leave",
      group: "Scenario",
      help: "The network that a link, an example or a lesson has replaced.",
      isPossible: store.getState().document.own !== null,
      run: () => void loadOwnNetwork().then(({ openOwnNetwork }) => openOwnNetwork(store, page.drafts)),
    },
    {
      ...defaults,
      id: "study",
      title: "Find a network to buy",
      keywords: "study cost terminals switches budget pareto front solver",
      group: "Open",
      run: () => void (location.hash = studyLink),
    },
    {
      ...defaults,
      id: "papers",
      title: "Open the papers",
      keywords: "reproduction published",
      group: "Open",
      run: () => void (location.hash = paperLink("")),
    },
    {
      ...defaults,
      id: "lessons",
      title: "Open the lessons",
      keywords: "course class teach learn tutorial introduction exercise",
      group: "Open",
      run: () => overlay.showSheet("lessons"),
    },
    {
      ...defaults,
      id: "glossary",
      title: "Open the glossary",
      keywords: "terms words definitions explain meaning help",
      group: "Open",
      run: () => overlay.showTerm(null),
    },
    ...entries.map(({ id, title, forms, noun, says }): Command => ({
      ...defaults,
      id: `term ${id}`,
      title: capitalize(title),
      keywords: [...forms, noun ?? ""].join(" "),
      group: "Glossary",
      help: says.replace(/\. .*/, "."),
      run: () => overlay.showTerm(id),
    })),
    {
      ...defaults,
      id: "gallery",
      title: "Open the gallery",
      keywords: "examples scenarios templates",
      group: "Open",
      run: () => overlay.showSheet("gallery"),
    },
    {
      ...defaults,
      id: "file",
      title: "Open a file",
      keywords: "import load upload browse topology traffic scenario lesson graphml dot csv json",
      group: "Open",
      help: "A network, traffic, a scenario or a lesson.",
      isPossible: store.getState().view.lock === null,
      run: openFile,
    },
    ...figureFormats.map(({ format, title, keywords }): Command => ({
      ...defaults,
      id: `save ${format}`,
      title,
      keywords: `${keywords} export download image screenshot figure network stage`,
      group: "Share",
      run: () => void import("../../workbench/save-figure.ts").then(({ saveStage }) => saveStage(page, format)),
    })),
    ...lessons.map(({ id, title, look }): Command => ({
      ...defaults,
      id: `lesson ${id}`,
      title: `Lesson: ${title}`,
      // The words of the learning goal find the lesson.
      keywords: look,
      help: look,
      group: "Open",
      run: () => void (location.hash = id),
    })),
    ...gallery.map(({ id, path, title, look, isForeign }): Command => ({
      ...defaults,
      id: `gallery ${id}`,
      title: `Gallery: ${title}`,
      keywords: look,
      group: "Open",
      help: look,
      isPossible: store.getState().view.lock === null,
      run: () =>
        isForeign ? void loadFileOpener().then(({ openPageFile }) => openPageFile(page, path)) : void (location.hash = `src=${path}`),
    })),
    {
      ...defaults,
      id: "offline",
      title: isOneFile ? "Offline use" : "Offline use: store the whole page",
      keywords: "offline install cache network",
      group: "Page",
      run: () => overlay.showSheet("offline"),
    },
    {
      ...defaults,
      id: "units",
      title: "Unit of loads",
      keywords: "phits/cycle MB/s % of a channel bandwidth capacity",
      group: "Page",
      run: () => overlay.showSheet("units"),
    },
    {
      ...defaults,
      id: "whole run",
      title: "Show the whole run",
      keywords: "time interval window stretch",
      group: "Time",
      isPossible: store.getState().session.span !== null,
      run: () => store.setState({ session: { span: null } }),
    },
    {
      ...defaults,
      id: "theme",
      title: "Change between light and dark",
      keywords: "theme mode colors contrast night",
      group: "Page",
      run: () => changeTheme(store),
    },
    ...shareEntries.map(({ id, title, help, run }): Command => ({
      ...defaults,
      id: `share ${id}`,
      title,
      keywords: `share export save ${help}`,
      group: "Share",
      help,
      run: () => run(page, cards),
    })),
    ...Object.entries(sections).map(([section, { title }]): Command => ({
      ...defaults,
      id: `settings ${section}`,
      title: `All settings: ${title}`,
      keywords: "parameters options configure edit",
      group: "Settings",
      run: () => store.setState({ view: { drawer: section } }),
    })),
    ...choiceCommands(page, scenario),
  ];
}

/** The formats in which the view on the stage is saved. */
const figureFormats = [
  { format: "png", title: "Save what is on the stage as a picture (PNG)", keywords: "png bitmap" },
  { format: "svg", title: "Save what is on the stage for print (SVG)", keywords: "svg vector" },
  { format: "pdf", title: "Save what is on the stage for a paper (PDF)", keywords: "pdf vector print" },
  { format: "csv", title: "Save the table of what is on the stage (CSV)", keywords: "csv spreadsheet numbers excel" },
] as const;

/** Lets the reader choose files and opens them. */
function openFile(page: Page): void {
  const field = document.createElement("input");
  field.type = "file";
  field.multiple = true;
  field.addEventListener("change", () => void loadFileOpener().then(({ openFiles }) => openFiles(page, [...(field.files ?? [])])));
  field.click();
}

/** The sections of the settings drawer. */
const sections = { ...scenarioParams, cost: documentParams.cost };

const titleOfCard = (name: CardName) => views.find(({ id }) => id === name)?.title ?? "This channel";

/** Commands for every kind and named value of every parameter: `Topology: torus`. */
function choiceCommands(page: Page, scenario: Document): readonly Command[] {
  return Object.entries<Param>(sections).flatMap(([name, param]) =>
    choiceCommandsAt(page, scenario, [name], param, (scenario as Values)[name]),
  );
}

/**
 * The commands of the palette that select an option of the parameter at `path`, and the options of the parameters that it contains: a kind,
 * such as a topology, and a record contain further parameters.
 */
function choiceCommandsAt(page: Page, document: Document, path: Path, param: Param, value: unknown): readonly Command[] {
  switch (param.type) {
    case "kind": {
      const { kind, values } = value as ChosenKind;
      const innerParams = Object.entries(param.registry.get(kind).params);
      return [
        ...optionCommands(page, document, path, param),
        ...innerParams.flatMap(([name, each]) => choiceCommandsAt(page, document, [...path, name], each, values[name])),
      ];
    }
    case "record":
      return Object.entries(param.params).flatMap(([name, each]) =>
        choiceCommandsAt(page, document, [...path, name], each, (value as Values)[name]),
      );
    case "choice":
    case "flag":
      return optionCommands(page, document, path, param);
    default:
      return [];
  }
}

/** One command for each option of a parameter except the current one. */
function optionCommands(page: Page, scenario: Document, path: Path, param: Parameters<typeof optionsAt>[2]): readonly Command[] {
  const currentId = currentOption(scenario, path, param);
  const lockReason = isParameterLocked(page.store, path) ? "Locked on this page." : null;
  return optionsAt(scenario, path, param)
    .filter(({ id }) => id !== currentId)
    .map(({ id, title, summary, reason }) => ({
      id: `choose ${path.join(".")} ${id}`,
      title: `${param.title}: ${uncapitalize(title)}`,
      group: "Scenario",
      help: lockReason ?? reason ?? summary,
      keys: [],
      isPossible: (lockReason ?? reason) === null,
      run: () => applyOption(page.store, path, param, id),
    }));
}

/** Commands that disable the selected elements of the network or restore them. */
export function outageCommands(page: Page, selected: PageSelection): readonly Command[] {
  if (selected.is === "nothing") return [];
  return possibleOutages(page).map((outage): Command => ({
    id: `outage ${outage.title}`,
    title: outage.title,
    keywords: "kill dead fault fail",
    group: "Network",
    help: "",
    keys: [],
    isPossible: !isParameterLocked(page.store, ["topology"]),
    run: () => applyOutage(page, outage),
  }));
}

/**
 * The commands that select an element of a network: one for each terminal, switch and channel, found by its name. Cached for each network.
 * Nodes 0 … T − 1 are terminals, the others are switches.
 */
export function elementCommands(network: Network): readonly Command[] {
  const cached = elementCommandCache.get(network);
  if (cached !== undefined) return cached;
  const defaults = { group: "Network", help: "", keys: [], isPossible: true };
  const nodes = Array.from({ length: network.terminals + network.switches }, (_, n): Command => {
    const isTerminal = n < network.terminals;
    const element = isTerminal ? ({ is: "terminal", terminal: n } as const) : ({ is: "switch", node: n } as const);
    return {
      ...defaults,
      id: `node ${n}`,
      title: capitalizeUnlessNamed(network, n, nameOfNode(network, n)),
      run: ({ store }) => selectElement(store, element),
    };
  });
  const channels = Array.from({ length: channelCount(network) }, (_, channel): Command => {
    const selectChannel = ({ store }: Page) => selectElement(store, { is: "channel", channel });
    return {
      ...defaults,
      id: `channel ${channel}`,
      title: capitalizeUnlessNamed(network, network.tail[channel], nameOfChannel(network, channel)),
      keywords: `channel ${channel}`,
      run: selectChannel,
    };
  });
  const commands = [...nodes, ...channels];
  elementCommandCache.set(network, commands);
  return commands;
}

const elementCommandCache = new WeakMap<Network, readonly Command[]>();
