/** The entries for sharing: links, texts and files of the page's content. Nothing is sent anywhere. */
import { type Lock, writeLock } from "../../../links/lock.ts";
import { writeView } from "../../../links/view-state.ts";
import { citationText } from "../../../words/citation.ts";
import { formatCount } from "../../../words/numbers.ts";
import type { Page } from "../../create-page.ts";
import { citationOf, titleAndSentence, viewFragmentPart, shareLink } from "../../sharing/link.ts";
import { isLocalAddress } from "../../sharing/link-address.ts";
import { documentText, downloadDocument } from "../../sharing/download.ts";
import { noSelection } from "../../state/session-state.ts";
import { loadUnitForLink } from "../../state/units.ts";
import { copyText } from "../../ui/copy-text.ts";

/** An entry of the share menu and the palette. */
export interface ShareEntry {
  readonly id: string;
  readonly title: string;
  /** What the entry provides, as one sentence. For a link the menu also shows the length of the link. */
  readonly help: string;
  /** True if the document must fit into a link. */
  readonly needsLink: boolean;
  /** @param cards ids of the open cards */
  readonly run: (page: Page, cards: readonly string[]) => void;
}

/** Sets the published page that links point to. Offered on local pages only. */
const addressEntry: ShareEntry = {
  id: "address",
  title: "Link address",
  help: "Points links to a published page.",
  needsLink: false,
  run: ({ overlay }) => overlay.showSheet("address"),
};

/** All entries, in the order of the menu. */
export const shareEntries: readonly ShareEntry[] = [
  { id: "link", title: "Copy link", help: "The scenario.", needsLink: true, run: (page) => void copyLink(page) },
  {
    id: "view",
    title: "Copy link to this view",
    help: "With the open cards and the selection.",
    needsLink: true,
    run: (page, cards) => void copyLink(page, viewFragmentPart(page, cards)),
  },
  {
    id: "lesson",
    title: "Add this view to a lesson",
    help: "As a step, with your own text and question.",
    needsLink: false,
    run: ({ store }, cards) => void import("../../lesson/editor-actions.ts").then(({ addViewAsStep }) => addViewAsStep(store, cards)),
  },
  {
    id: "code",
    title: "Show as QR code",
    help: "Large enough for the back row.",
    needsLink: true,
    run: ({ overlay }) => overlay.showSheet("code"),
  },
  {
    id: "markdown",
    title: "Copy as Markdown",
    help: "Sentence, finding and link.",
    needsLink: true,
    run: (page) => void import("../../workbench/markdown.ts").then(({ copyMarkdown }) => copyMarkdown(page)),
  },
  {
    id: "frame",
    title: "Copy for embedding",
    help: "An iframe with the running network, for your own page.",
    needsLink: true,
    run: (page) => copyIframe(page, null),
  },
  {
    id: "lock",
    title: "Embed with locks",
    help: "An iframe in which readers can change only what you allow.",
    needsLink: true,
    run: ({ overlay }) => overlay.showSheet("embed"),
  },
  {
    id: "json",
    title: "Copy scenario as JSON",
    help: "For a file, a script, or the command line.",
    needsLink: false,
    run: (page) => void copyText(page, documentText(page), "Scenario copied"),
  },
  {
    id: "file",
    title: "Download scenario",
    help: "A file that this page opens again.",
    needsLink: false,
    run: downloadDocument,
  },
  {
    id: "take-out",
    title: "Files for other programs",
    help: "The network as GraphML, DOT, CSV …; the traffic as CSV or GOAL.",
    needsLink: false,
    run: ({ overlay }) => overlay.showSheet("take-out"),
  },
  {
    id: "citation",
    title: "Copy citation",
    help: "Identifies this exact run: scenario, seed, engine, digest.",
    needsLink: false,
    run: (page) => void citationOf(page).then((cited) => copyText(page, citationText(cited), "Citation copied")),
  },
  {
    id: "archive",
    title: "Cite or archive",
    help: "BibTeX, and a link or file with every value.",
    needsLink: false,
    run: ({ overlay }) => overlay.showSheet("cite"),
  },
  ...(isLocalAddress(location) ? [addressEntry] : []),
];

const copyLink = (page: Page, more = "") =>
  shareLink(page, (link) => {
    const fullLink = more === "" ? link : `${link}&${more}`;
    return copyText(page, fullLink, `Link copied, ${formatCount(fullLink.length)} characters`);
  });

/** Copies an iframe with locks, and with these cards and the current selection. */
export function copyIframe(page: Page, lock: Lock | null, cards: readonly string[] = []): void {
  const unit = loadUnitForLink(page.store.getState());
  const unitPart = unit === null ? null : writeView({ cards: [], picked: noSelection, span: null, unit });
  const view = cards.length > 0 ? viewFragmentPart(page, cards) : unitPart;
  const parts = ["embed=1", ...(lock === null ? [] : [`lock=${writeLock(lock)}`]), ...(view === null ? [] : [view])];
  void shareLink(page, (link) => copyText(page, iframeHtml(page, [link, ...parts].join("&")), "Frame copied"));
}

function iframeHtml(page: Page, link: string): string {
  const { title, sentence } = titleAndSentence(page);
  const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const name = attribute(title === "" ? sentence : title);
  return `<iframe src="${attribute(link)}" title="${name}" width="960" height="640" loading="lazy" style="border:0"></iframe>\n`;
}
