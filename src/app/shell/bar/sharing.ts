/** Ways out: links, texts and files of what the page shows. Nothing is sent anywhere. */
import { version } from "../../../../package.json";
import { isolated } from "../../../core/base/words.ts";
import { type Claim, type Document, writeDocument } from "../../../core/scenario/document.ts";
import { writeLink, writeWholeLink } from "../../../links/index.ts";
import { type Lock, writeLock } from "../../../links/lock.ts";
import { writeView } from "../../../links/view-state.ts";
import { type Cited, citationText } from "../../../words/citation.ts";
import { formatCount } from "../../../words/numbers.ts";
import type { MixTable } from "../../../core/measures/mix.ts";
import { copy } from "../copy.ts";
import { addressFor, isOfThisComputer } from "../link-address.ts";
import { claimOf } from "../../runs/claim.ts";
import { foundAt } from "../../../findings/traffic.ts";
import { findingOf } from "../../../findings/scenario.ts";
import { plain, documentSentence } from "../../workbench/sentence/segments.ts";
import { nothingSelected } from "../../state/session-state.ts";
import { unitSaid } from "../units.ts";
import { namedVariants } from "../../../words/variants.ts";
import type { Page } from "../../create-page.ts";
import { save } from "../../../views/shell/export.ts";

/** A way out, as the menu and the palette offer it. */
export interface ShareEntry {
  readonly id: string;
  readonly title: string;
  /** What it gives, as one sentence; of a link, its length is said besides. */
  readonly help: string;
  /** True where the scenario must fit into a link. */
  readonly needsLink: boolean;
  /** @param cards ids of the open cards */
  readonly act: (page: Page, cards: readonly string[]) => void;
}

/** Leads links elsewhere, where they would lead nowhere. */
const addressEntry: ShareEntry = {
  id: "address",
  title: "Where links lead",
  help: "To a published page, from this computer.",
  needsLink: false,
  act: ({ overlay }) => overlay.showSheet("address"),
};

/** All ways out, in the order of the menu. */
export const shareEntries: readonly ShareEntry[] = [
  { id: "link", title: "Copy link", help: "The scenario.", needsLink: true, act: (page) => void copyLink(page) },
  {
    id: "view",
    title: "Copy link to this view",
    help: "With the open cards and what is picked.",
    needsLink: true,
    act: (page, cards) => void copyLink(page, viewPart(page, cards)),
  },
  {
    id: "lesson",
    title: "Add this view to a lesson",
    help: "As a step, with words and a question of yours.",
    needsLink: false,
    act: ({ store }, cards) => void import("../../lesson/make.ts").then(({ addView }) => addView(store, cards)),
  },
  {
    id: "code",
    title: "Show as QR code",
    help: "Large enough for the back row.",
    needsLink: true,
    act: ({ overlay }) => overlay.showSheet("code"),
  },
  {
    id: "markdown",
    title: "Copy as Markdown",
    help: "Sentence, finding and link.",
    needsLink: true,
    act: (page) => void withLink(page, async (link) => copy(page, await markdown(page, link), "Markdown copied")),
  },
  {
    id: "frame",
    title: "Copy for embedding",
    help: "An iframe with the running network, for a page of your own.",
    needsLink: true,
    act: (page) => copyFrame(page, null),
  },
  {
    id: "lock",
    title: "Embed with locks",
    help: "An iframe in which only what you choose can be changed.",
    needsLink: true,
    act: ({ overlay }) => overlay.showSheet("embed"),
  },
  {
    id: "json",
    title: "Copy scenario as JSON",
    help: "For a file, a script, or the command line.",
    needsLink: false,
    act: (page) => void copy(page, documentText(page), "Scenario copied"),
  },
  {
    id: "file",
    title: "Download scenario",
    help: "A file that this page opens again.",
    needsLink: false,
    act: saveFile,
  },
  {
    id: "take-out",
    title: "Files for other programs",
    help: "The network as GraphML, DOT, CSV …; the traffic as CSV or GOAL.",
    needsLink: false,
    act: ({ overlay }) => overlay.showSheet("take-out"),
  },
  {
    id: "citation",
    title: "Copy citation",
    help: "Names this exact run: scenario, seed, engine, digest.",
    needsLink: false,
    act: (page) => void citedOf(page).then((cited) => copy(page, citationText(cited), "Citation copied")),
  },
  {
    id: "archive",
    title: "Cite or archive",
    help: "BibTeX, and every value in full.",
    needsLink: false,
    act: ({ overlay }) => overlay.showSheet("cite"),
  },
  ...(isOfThisComputer(location) ? [addressEntry] : []),
];

/** The link to the present scenario, as a whole address; null when it would be too long to be read again. */
export const linkOf = (page: Page): Promise<string | null> =>
  fragmentOf(page).then((fragment) => (fragment === null ? null : addressFor(fragment)));

/** The part of that link behind its #. */
export async function fragmentOf({ store, results }: Page): Promise<string | null> {
  const scenario = store.getState().document.current;
  // Whoever opens the link is told whether the numbers come out the same there.
  const claim = (await claimOf(scenario, results)) ?? scenario.claim;
  return writeLink({ ...scenario, claim }).catch(() => null);
}

async function withLink(page: Page, act: (link: string) => unknown): Promise<void> {
  const link = await linkOf(page);
  if (link !== null) act(link);
}

const copyLink = (page: Page, more = "") =>
  withLink(page, (link) => {
    const whole = more === "" ? link : `${link}&${more}`;
    return copy(page, whole, `Link copied, ${formatCount(whole.length)} characters`);
  });

function viewPart({ store }: Page, cards: readonly string[]): string {
  const {
    session: { selected, span },
    view: { choices },
  } = store.getState();
  const shown = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return writeView({ cards, picked: selected, span, unit: unitSaid(store.getState()), choices: shown });
}

const documentText = ({ store }: Page) => `${JSON.stringify(writeDocument(store.getState().document.current), null, 2)}\n`;

/** The scenario's title, or nothing, and its sentence. */
function words({ store }: Page): { readonly title: string; readonly sentence: string } {
  const scenario = store.getState().document.current;
  return { title: isolated(scenario.title), sentence: plain(documentSentence(scenario)) };
}

/** The finding's answer, unless it is about an older scenario; of several networks or a sweep, that of all. */
async function answerText(page: Page): Promise<string> {
  const { store, units, runs } = page;
  const { findingOfPage } = await import("../../workbench/finding/whole-finding.ts");
  const whole = findingOfPage(page);
  if (whole !== null) return whole.answer;
  const { answer, isAnswerStale, analysis } = runs.first.snapshot();
  if (answer === null || isAnswerStale) return "";
  const { point } = namedVariants(store.getState().document.current);
  return foundAt(point, findingOf(units(), answer.scenario, answer.results, analysis)).answer;
}

/** Copies what the page shows of a mix as its conclusion, with its table and its link. */
export const copyConclusion = (page: Page) =>
  withLink(page, async (link) => {
    const card = "performance-per-cost";
    const { [card]: own = {} } = page.store.getState().view.choices;
    // How cost is reckoned is part of what is concluded.
    const whole = Object.keys(own).length === 0 ? link : `${link}&${viewPart(page, [card])}`;
    return copy(page, await markdown(page, whole), "Conclusion copied");
  });

async function mixText(page: Page, mix: MixTable): Promise<string> {
  const [{ mixMarkdown }, { chosenReckoning }] = await Promise.all([
    import("../../workbench/mix/markdown.ts"),
    import("../../workbench/finding/whole-finding.ts"),
  ]);
  return mixMarkdown(mix, chosenReckoning(page, mix));
}

async function markdown(page: Page, link: string): Promise<string> {
  const { title, sentence } = words(page);
  const { mix } = page.view.data("");
  const concluded = mix === null ? "" : await mixText(page, mix);
  const lines = [
    title === "" ? "" : `**${escaped(title)}**`,
    escaped(sentence),
    concluded === "" ? escaped(await answerText(page)) : concluded,
    `[Open in Fabricscope](<${link}>)`,
  ];
  return `${lines.filter((line) => line !== "").join("\n\n")}\n`;
}

/** Signs that Markdown would take for its own. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}

/** Copies an iframe in which what is locked cannot be changed, and these cards stand with what is picked. */
export function copyFrame(page: Page, lock: Lock | null, cards: readonly string[] = []): void {
  const unit = unitSaid(page.store.getState());
  const inUnit = unit === null ? null : writeView({ cards: [], picked: nothingSelected, span: null, unit });
  const view = cards.length > 0 ? viewPart(page, cards) : inUnit;
  const parts = ["embed=1", ...(lock === null ? [] : [`lock=${writeLock(lock)}`]), ...(view === null ? [] : [view])];
  void withLink(page, (link) => copy(page, frame(page, [link, ...parts].join("&")), "Frame copied"));
}

function frame(page: Page, link: string): string {
  const { title, sentence } = words(page);
  const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const name = attribute(title === "" ? sentence : title);
  return `<iframe src="${attribute(link)}" title="${name}" width="960" height="640" loading="lazy" style="border:0"></iframe>\n`;
}

/** What a citation of this exact run says. */
export async function citedOf(page: Page): Promise<Cited> {
  const { store, runs, results } = page;
  const scenario = store.getState().document.current;
  const { answer, isAnswerStale } = runs.first.snapshot();
  const { title, sentence } = words(page);
  const [link, claim] = await Promise.all([linkOf(page), claimOf(scenario, results)]);
  return {
    version,
    title: title === "" ? sentence : title,
    isTitled: title !== "",
    seed: scenario.seed,
    claim,
    fingerprint: answer === null || isAnswerStale ? "" : answer.results.fingerprint,
    link: link ?? "",
    date: new Date(),
  };
}

/** The link that says every value; null where it would be too long to be read again. */
export function wholeLinkOf(scenario: Document, claim: Claim | null): Promise<string | null> {
  return writeWholeLink({ ...scenario, claim: claim ?? scenario.claim }).then(addressFor, () => null);
}

export function saveFile(page: Page): void {
  saveText(page, documentText(page));
}

/** Saves a text as JSON under the document's title. */
export function saveText(page: Page, text: string, behind = ""): void {
  saveAs(page, text, "json", behind);
}

/** Saves a text under the document's title. @param behind what follows that in the file's name */
export function saveAs(page: Page, text: string, extension: string, behind = ""): void {
  const { title } = page.store.getState().document.current;
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const type = extension === "json" ? "application/json" : "text/plain";
  save(`${name === "" ? "scenario" : name}${behind}.${extension}`, new Blob([text], { type }));
}
