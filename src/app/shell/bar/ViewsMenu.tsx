/** The menu that opens and closes cards. Each card is listed by the question that it answers, cards with data first. */
import "./views-menu.css";
import { useEffect, useState } from "react";
import type { View, ViewData } from "../../../views/contract.ts";
import { views } from "../../../views/index.ts";
import { loadView } from "../../../views/lazy-view.ts";
import { useShownCards } from "../../workbench/cards/card-layout.ts";
import type { PopupProps } from "../../ui/PopupButton.tsx";
import { type CardName, cardNames, channelCard } from "../../state/view-state.ts";
import { currentCardFacts } from "../../selection/card-facts.ts";
import { Menu, MenuItem, MenuSection } from "../../ui/Menu.tsx";
import { usePage } from "../../hooks.ts";
import { viewQuestions } from "./view-questions.ts";
import { ViewThumbnail } from "./ViewThumbnail.tsx";

/** Number of views in the first section. */
const maxInFirstSection = 7;

export function ViewsMenu(popup: PopupProps) {
  const { store } = usePage();
  const shown = useShownCards();
  const { first, others } = useViewItems();
  const show = (names: ReadonlySet<string>) =>
    store.setState({ view: { cards: Object.fromEntries(cardNames.map((name) => [name, names.has(name)])) } });
  return (
    <Menu {...popup} label="Views" checkedIds={shown} onCheck={show}>
      <MenuSection label="Views with data">{first.map(menuItem)}</MenuSection>
      <MenuSection header="More views" className="views-more">
        {others.map(menuItem)}
      </MenuSection>
    </Menu>
  );
}

/** A view in the menu: the answer that the view gives at present, or the data that it lacks. */
interface ViewItem {
  readonly name: CardName;
  readonly question: string;
  /** View and data of the thumbnail; null if there is nothing to draw, and for the channel card. */
  readonly thumbnail: { readonly view: View; readonly data: ViewData } | null;
  readonly answer: string;
}

/**
 * The entries of the menu of views, each a question with its current answer and a thumbnail, in two sections: the `first` has at most
 * `maxInFirstSection` views with data. They are computed when the menu opens, so that it does not change while it is used.
 */
function useViewItems(): { readonly first: readonly ViewItem[]; readonly others: readonly ViewItem[] } {
  const page = usePage();
  const [loadedViews, setLoadedViews] = useState<readonly View[]>(views);
  useEffect(() => {
    let isUnmounted = false;
    void Promise.all(views.map((view) => loadView(view).catch(() => view))).then((all) => isUnmounted || setLoadedViews(all));
    return () => void (isUnmounted = true);
  }, []);
  const order = Object.keys(viewQuestions);
  const items = cardNames
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name): ViewItem => {
      const view = loadedViews.find(({ id }) => id === name);
      const question = viewQuestions[name] ?? view?.title ?? name;
      // The card of a channel is not a view.
      if (view === undefined) {
        const facts = currentCardFacts(page, null);
        return {
          name,
          question: facts?.title ?? question,
          thumbnail: null,
          answer: facts?.claim ?? "Which flows cross it, and which packets wait for it",
        };
      }
      const data = page.view.data(name);
      const emptyMessage = view.emptyMessage(data);
      return emptyMessage === null
        ? { name, question, thumbnail: { view, data }, answer: firstSentence(view.headline?.(data) ?? view.summary(data)) }
        : { name, question, thumbnail: null, answer: firstSentence(emptyMessage) };
    });
  const itemsWithData = items.filter(({ name, thumbnail }) => thumbnail !== null || name === channelCard);
  const first = itemsWithData.slice(0, maxInFirstSection);
  return { first, others: [...itemsWithData.slice(maxInFirstSection), ...items.filter((each) => !itemsWithData.includes(each))] };
}

/** The text up to the first sentence end or semicolon. */
const firstSentence = (text: string) => (/^.*?[.!?;](?=\s|$)/.exec(text)?.[0] ?? text).replace(/;$/, ".");

/** The thumbnail of the channel card: a channel between two switches. */
function ChannelThumbnail() {
  return (
    <svg className="view-picture channel-picture" viewBox="0 0 64 40" aria-hidden="true">
      <path d="M20 20H44" />
      <rect x={8} y={13} width={14} height={14} rx={3} />
      <rect x={42} y={13} width={14} height={14} rx={3} />
    </svg>
  );
}

function menuItem({ name, question, thumbnail, answer }: ViewItem) {
  return (
    <MenuItem key={name} id={name} className="view-item" title={question} description={answer}>
      {thumbnail !== null ? (
        <ViewThumbnail {...thumbnail} />
      ) : name === channelCard ? (
        <ChannelThumbnail />
      ) : (
        <span className="view-picture" />
      )}
    </MenuItem>
  );
}
