/** How the document is shown: open parts, units and colors, and what a link hides or locks. */
import type { LoadUnit } from "../../core/base/load-unit.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { views } from "../../views/index.ts";

/** The card with the facts of one channel, which is not a view. */
export const channelCard = "channel";
/** Names of all cards. Each is open, closed, or left to the layout. */
export const cardNames: readonly string[] = [channelCard, ...views.filter(({ region }) => region === undefined).map(({ id }) => id)];
export type CardName = string;
export type ThemeName = "light" | "dark";

/** The locks of an embedded page. */
export interface PageLock {
  isLocked(path: Path): boolean;
  /** Name of the first locked part that would change; null if the edit is permitted. */
  lockedPartOf(before: Document, after: Document): string | null;
}

/** The message that a part cannot be changed here. */
export const lockedMessage = (part: string) => `Locked on this page: ${part}. Open it in Fabricscope to change it.`;

export interface ViewState {
  readonly theme: ThemeName;
  /** The unit of loads chosen by the reader or a link; null for the unit of the technology. */
  readonly unit: LoadUnit | null;
  readonly cards: Readonly<Partial<Record<CardName, boolean>>>;
  /** The cards opened by a link, until the reader opens or closes one. */
  readonly cardsOfLink: ViewState["cards"] | null;
  /** Chosen options, by view and option. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Id of the view on the stage; empty for the default. */
  readonly stageView: string;
  /** The settings drawer: null if closed, otherwise the section to show first. */
  readonly drawer: string | null;
  /** True while the page is embedded in another one. */
  readonly isEmbedded: boolean;
  /** The locks of this page; null for none. */
  readonly lock: PageLock | null;
  /** Parts of the page that a link hides: `finding`. */
  readonly hidden: readonly string[];
}
