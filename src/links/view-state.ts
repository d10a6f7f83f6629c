/**
 * The parts of a link about the page: open cards, selection and unit of loads (`view=load-curve,channel,pick~c12,unit~400MB/s`;
 * `pick~c12.b` in the second of several networks), options of a card (`choice~performance-per-cost.cost.used`), whether the page is
 * embedded (`embed=1`) and what is locked there (`lock=all-but,load`), and a document next to the page (`src=scenarios/hot-spot.json`).
 * They do not affect results; unknown parts are ignored.
 */

import { type LoadUnit, parseLoadUnit, writeLoadUnit } from "../core/base/load-unit.ts";
import type { PageSelection, NetworkItem } from "../core/network/selection.ts";
import { type PageParts, readPageParts } from "./page-parts.ts";

/** The view of the page that a link describes. */
export interface LinkedView {
  /** Ids of the open cards. */
  readonly cards: readonly string[];
  readonly picked: PageSelection;
  /** The selected interval, cycles; null for the whole run. */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** The unit of loads; null if the link leaves it to the reader. */
  readonly unit: LoadUnit | null;
  /** The selected options by card and option; absent if the link has none. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A fragment with its parts about the page, and its view. */
export interface PageLink extends Omit<PageParts, "view"> {
  readonly view: LinkedView | null;
}

/** Maximum number of words of a view; a page with all cards and options has about a hundred. */
const maxWords = 200;

/** Reads the parts about the page of a fragment, with or without `#`. */
export function readPageLink(fragment: string): PageLink {
  const parts = readPageParts(fragment);
  return { ...parts, view: parts.view === null ? null : readView(parts.view) };
}

/** The part of a link that reproduces the view of the page: `view=load-curve,pick~c12`. */
export function writeView({ cards, picked, span, unit, choices = {} }: LinkedView): string {
  const selectionWord = writePageSelection(picked);
  const words = [
    ...cards,
    ...(selectionWord === null ? [] : [`pick~${selectionWord}`]),
    ...(span === null ? [] : [`time~${span.from}-${span.to}`]),
    ...(unit === null ? [] : [`unit~${writeLoadUnit(unit)}`]),
    ...Object.entries(choices).flatMap(([card, ownChoices]) =>
      Object.entries(ownChoices).map(([option, choice]) => `choice~${card}.${option}.${choice}`),
    ),
  ];
  return `view=${words.length === 0 ? "none" : words.join(",")}`;
}

/** Reads the value of `view=`. */
export function readView(text: string): LinkedView {
  const words = text.split(",", maxWords);
  const valueOfWord = (name: string) => words.find((word) => word.startsWith(`${name}~`))?.slice(name.length + 1) ?? "";
  const interval = /^(\d{1,15})-(\d{1,15})$/.exec(valueOfWord("time"));
  const [from, to] = [Number(interval?.[1]), Number(interval?.[2])];
  const unit = parseLoadUnit(valueOfWord("unit"));
  return {
    cards: words.filter((word) => /^[a-z][a-z-]*$/.test(word) && word !== "none"),
    picked: readPageSelection(valueOfWord("pick")),
    span: from < to ? { from, to } : null,
    unit: typeof unit === "string" ? null : unit,
    ...readChoices(words),
  };
}

function readChoices(words: readonly string[]): Pick<LinkedView, "choices"> {
  const name = "[a-z][a-z0-9-]{0,39}";
  const choice = new RegExp(String.raw`^choice~(${name})\.(${name})\.(${name})$`);
  const choices = new Map<string, Record<string, string>>();
  for (const word of words) {
    const [, card, option, chosen] = choice.exec(word) ?? [];
    if (card !== undefined) choices.set(card, { ...choices.get(card), [option]: chosen });
  }
  return choices.size === 0 ? {} : { choices: Object.fromEntries(choices) };
}

function writePageSelection(picked: PageSelection): string | null {
  if (picked.is === "nothing") return null;
  return picked.of === 0 ? writeSelection(picked) : `${writeSelection(picked)}.${String.fromCharCode(97 + picked.of)}`;
}

/** The word of a selected object: its letter and its numbers. */
function writeSelection(picked: NetworkItem): string {
  switch (picked.is) {
    case "channel":
      return `c${picked.channel}`;
    case "switch":
      return `s${picked.node}`;
    case "terminal":
      return `t${picked.terminal}`;
    case "flow":
      return `f${picked.source}-${picked.destination}`;
    case "message":
      return `m${picked.message}-${picked.source}-${picked.destination}`;
    case "stretch":
      return `r${picked.stretch}-${picked.terminal}`;
  }
}

function readPageSelection(text: string): PageSelection {
  const [, kind, numbers, letter] = /^([cstfmr])(\d{1,10}(?:-\d{1,10}){0,2})(?:\.([a-h]))?$/.exec(text) ?? [];
  const item = readSelection(kind, (numbers ?? "").split("-").map(Number));
  return item === null ? { is: "nothing" } : { ...item, of: letter === undefined ? 0 : letter.charCodeAt(0) - 97 };
}

function readSelection(kind: string | undefined, [a, b, c]: readonly number[]): NetworkItem | null {
  if (kind === "c" && b === undefined) return { is: "channel", channel: a };
  if (kind === "s" && b === undefined) return { is: "switch", node: a };
  if (kind === "t" && b === undefined) return { is: "terminal", terminal: a };
  if (kind === "f" && b !== undefined && c === undefined) return { is: "flow", source: a, destination: b };
  if (kind === "r" && b !== undefined && c === undefined) return { is: "stretch", stretch: a, terminal: b };
  if (kind === "m" && c !== undefined) return { is: "message", message: a, source: b, destination: c };
  return null;
}
