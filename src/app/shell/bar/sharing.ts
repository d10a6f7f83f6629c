/** Ways out: links, texts and files of what the page shows. Nothing is sent anywhere. */
import { version } from "../../../../package.json";
import { isolated } from "../../../core/base/words.ts";
import { writeDocument } from "../../../core/scenario/document.ts";
import { writeLink } from "../../../links/index.ts";
import { type Lock, writeLock } from "../../../links/lock.ts";
import { writeView } from "../../../links/view-state.ts";
import { formatCount } from "../../../words/numbers.ts";
import type { MixTable } from "../../../views/mix/mix.ts";
import { copy } from "../copy.ts";
import { claimOf } from "../../runs/claim.ts";
import { foundAt } from "../../../findings/traffic.ts";
import { findingOf } from "../../../findings/scenario.ts";
import { showSheet } from "../overlay.ts";
import { study, viewData } from "../../page.ts";
import { plain, documentSentence } from "../../workbench/sentence/segments.ts";
import { nothingSelected, workbench } from "../../document/store.ts";
import { unitSaid } from "../units.ts";
import { namedVariants } from "../../document/variants.ts";

/** Links longer than this are cut by some programs on the way; a file is safer. Characters. */
export const longestSafeLink = 8000;

/** A way out, as the menu and the palette offer it. */
export interface ShareEntry {
  readonly id: string;
  readonly title: string;
  /** What it gives, as one sentence; of a link, its length is said besides. */
  readonly help: string;
  /** True where the scenario must fit into a link. */
  readonly needsLink: boolean;
  /** @param cards ids of the open cards */
  readonly act: (cards: readonly string[]) => void;
}

/** All ways out, in the order of the menu. */
export const shareEntries: readonly ShareEntry[] = [
  { id: "link", title: "Copy link", help: "The scenario.", needsLink: true, act: () => void copyLink() },
  {
    id: "view",
    title: "Copy link to this view",
    help: "With the cards that are open and what is picked.",
    needsLink: true,
    act: (cards) => void copyLink(viewPart(cards)),
  },
  { id: "code", title: "Show as QR code", help: "Large enough for the back row.", needsLink: true, act: () => showSheet("code") },
  {
    id: "markdown",
    title: "Copy as Markdown",
    help: "Sentence, finding and link.",
    needsLink: true,
    act: () => void withLink(async (link) => copy(await markdown(link), "Markdown copied")),
  },
  {
    id: "frame",
    title: "Copy for embedding",
    help: "An iframe with the running network, for a page of your own.",
    needsLink: true,
    act: () => copyFrame(null),
  },
  {
    id: "lock",
    title: "Embed with locks",
    help: "An iframe in which only what you choose can be changed.",
    needsLink: true,
    act: () => showSheet("embed"),
  },
  {
    id: "json",
    title: "Copy scenario as JSON",
    help: "For a file, a script, or the command line.",
    needsLink: false,
    act: () => void copy(documentText(), "Scenario copied"),
  },
  {
    id: "file",
    title: "Download scenario",
    help: "A file that this page opens again.",
    needsLink: false,
    act: () => download(documentText()),
  },
  {
    id: "citation",
    title: "Copy citation",
    help: "Names this exact run: scenario, seed, version, fingerprint.",
    needsLink: false,
    act: () => void linkOf().then((link) => copy(citation(link ?? ""), "Citation copied")),
  },
];

/** The link to the present scenario; null when it would be too long to be read again. */
export async function linkOf(): Promise<string | null> {
  const { scenario } = workbench.getState();
  // Whoever opens the link is told whether the numbers come out the same there.
  const claim = (await claimOf(scenario)) ?? scenario.claim;
  const fragment = await writeLink({ ...scenario, claim }).catch(() => null);
  return fragment === null ? null : `${location.origin}${location.pathname}${location.search}#${fragment}`;
}

async function withLink(act: (link: string) => unknown): Promise<void> {
  const link = await linkOf();
  if (link !== null) act(link);
}

const copyLink = (more = "") =>
  withLink((link) => {
    const whole = more === "" ? link : `${link}&${more}`;
    return copy(whole, `Link copied, ${formatCount(whole.length)} characters`);
  });

function viewPart(cards: readonly string[]): string {
  const { selected, span, choices } = workbench.getState();
  const shown = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return writeView({ cards, picked: selected, span, unit: unitSaid(workbench.getState()), choices: shown });
}

const documentText = () => `${JSON.stringify(writeDocument(workbench.getState().scenario), null, 2)}\n`;

/** The scenario's title, or nothing, and its sentence. */
function words(): { readonly title: string; readonly sentence: string } {
  const { scenario } = workbench.getState();
  return { title: isolated(scenario.title), sentence: plain(documentSentence(scenario)) };
}

/** The finding's answer, unless it is about an older scenario; of several networks or a sweep, that of all. */
async function answerText(): Promise<string> {
  const { wholeFinding } = await import("../../workbench/finding/whole-finding.ts");
  const whole = wholeFinding();
  if (whole !== null) return whole.answer;
  const { answer, isAnswerStale, analysis } = study.snapshot();
  if (answer === null || isAnswerStale) return "";
  const { point } = namedVariants(workbench.getState().scenario);
  return foundAt(point, findingOf(answer.scenario, answer.results, analysis)).answer;
}

/** Copies what the page shows of a mix as its conclusion, with its table and its link. */
export const copyConclusion = () =>
  withLink(async (link) => {
    const card = "performance-per-cost";
    const { [card]: own = {} } = workbench.getState().choices;
    // How cost is reckoned is part of what is concluded.
    const whole = Object.keys(own).length === 0 ? link : `${link}&${viewPart([card])}`;
    return copy(await markdown(whole), "Conclusion copied");
  });

async function mixText(mix: MixTable): Promise<string> {
  const [{ mixMarkdown }, { chosenReckoning }] = await Promise.all([
    import("../../workbench/mix/markdown.ts"),
    import("../../workbench/finding/whole-finding.ts"),
  ]);
  return mixMarkdown(mix, chosenReckoning(mix));
}

async function markdown(link: string): Promise<string> {
  const { title, sentence } = words();
  const { mix } = viewData("");
  const concluded = mix === null ? "" : await mixText(mix);
  const lines = [
    title === "" ? "" : `**${escaped(title)}**`,
    escaped(sentence),
    concluded === "" ? escaped(await answerText()) : concluded,
    `[Open in Fabricscope](<${link}>)`,
  ];
  return `${lines.filter((line) => line !== "").join("\n\n")}\n`;
}

/** Signs that Markdown would take for its own. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}

/** Copies an iframe in which what is locked cannot be changed. */
export function copyFrame(lock: Lock | null): void {
  const unit = unitSaid(workbench.getState());
  const parts = [
    "embed=1",
    ...(lock === null ? [] : [`lock=${writeLock(lock)}`]),
    ...(unit === null ? [] : [writeView({ cards: [], picked: nothingSelected, span: null, unit })]),
  ];
  void withLink((link) => copy(frame([link, ...parts].join("&")), "Frame copied"));
}

function frame(link: string): string {
  const { title, sentence } = words();
  const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const name = attribute(title === "" ? sentence : title);
  return `<iframe src="${attribute(link)}" title="${name}" width="960" height="640" loading="lazy" style="border:0"></iframe>\n`;
}

/** A citation of this exact run. */
function citation(link: string): string {
  const { scenario } = workbench.getState();
  const { answer, isAnswerStale } = study.snapshot();
  const fingerprint = answer === null || isAnswerStale ? "" : `, fingerprint ${answer.results.fingerprint}`;
  const { title, sentence } = words();
  return `Fabricscope ${version}. ${title === "" ? sentence : `“${title}.”`} Seed ${scenario.seed}${fingerprint}. ${link}`.trim();
}

function download(text: string): void {
  const { title } = workbench.getState().scenario;
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = `${name === "" ? "scenario" : name}.json`;
  anchor.click();
  URL.revokeObjectURL(address);
}
