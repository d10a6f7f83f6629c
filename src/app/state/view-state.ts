/** How the page is looked at: what is open, in which units and colours, and what a link hides or locks. */
import type { LoadUnit } from "../../core/base/load-unit.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { Path } from "../../core/scenario/place.ts";
import { views } from "../../views/index.ts";

/** The card that is no view: what is known of one channel. */
export const channelCard = "channel";
/** Names of the cards; each may be opened, closed, or left to the layout. */
export const cardNames: readonly string[] = [channelCard, ...views.filter(({ place }) => place === undefined).map(({ id }) => id)];
export type CardName = string;
export type Theme = "light" | "dark";

/** What cannot be changed on an embedded page. */
export interface PageLock {
  isLocked(path: Path): boolean;
  /** The first locked thing that would be different, as people call it; null where the change may be made. */
  forbids(before: Document, after: Document): string | null;
}

/** Says that something cannot be changed here, and where it can. */
export const lockedWords = (what: string) => `Locked on this page: ${what}. Open it in Fabricscope to change it.`;

export interface ViewState {
  readonly theme: Theme;
  /** The unit that the reader or a link wants loads in; null where that is left to the technology. */
  readonly unit: LoadUnit | null;
  readonly cards: Readonly<Partial<Record<CardName, boolean>>>;
  /** The cards as a link has opened them: they are the link's, until the reader opens or closes one. */
  readonly cardsOfLink: ViewState["cards"] | null;
  /** What was chosen of the options of each view, by view and option. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Id of the view on the stage; empty for the usual one. */
  readonly onStage: string;
  /** The drawer: null when closed, else the section it shows first. */
  readonly drawer: string | null;
  /** True while the page is embedded in another one. */
  readonly isEmbedded: boolean;
  /** What cannot be changed on this page; null where everything can. */
  readonly lock: PageLock | null;
  /** Parts of the page that a link hides: `finding`. */
  readonly hidden: readonly string[];
}
