/** The command palette: search a command by a few letters and run it with Enter. */
import "./palette.css";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Network } from "../../../core/network/network.ts";
import { useShownCards } from "../../workbench/cards/card-layout.ts";
import { type LessonEntry, loadLessons } from "../../lesson/lesson-entries.ts";
import type { ListedGalleryEntry } from "../gallery-entries.ts";
import { CommandList, type CommandListItem } from "../../ui/CommandList.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { useShortcuts } from "../useShortcuts.ts";
import { type Command, commandsOf, outageCommands, elementCommands } from "./commands.ts";
import { isElementName, rankByQuery } from "../../ui/rank-by-query.ts";
import { usePageRuns, usePage, useWorkbench } from "../../hooks.ts";
import { updateSettingList, readSettingList } from "../../settings.ts";

export interface PaletteProps {
  /** Whether the palette finds commands, or only elements of the network. */
  readonly finds: "commands" | "places";
}

/** Number of recently used commands that are stored. */
const maxRecent = 6;
/** Most results shown; with more, the reader goes on typing. */
const maxShown = 60;

/**
 * The command palette: a dialog in which the reader types a few letters and runs a command with Enter, or finds an element of the network
 * (`finds` is `places`) and selects it. Text that was typed before the dialog appeared is taken over from `typing`.
 */
export function Palette({ finds }: PaletteProps) {
  const page = usePage();
  const { overlay, typing } = page;
  // The network may be built or change while the reader types. A network of a previous document is not searched.
  const network = usePageRuns(({ runs: { active } }) => (active.isFrameStale ? null : (active.frame?.opened.network ?? null)));
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const commands = useCommands();
  const matches = useMemo(() => searchCommands(network, finds, query, commands), [network, finds, query, commands]);
  const shownMatches = matches.slice(0, maxShown);
  const choose = (command: Command | undefined) => {
    if (command?.isPossible !== true) return;
    overlay.closeSheet();
    if (finds === "commands") updateSettingList("commands", maxRecent, command.id);
    // The command runs after the sheet has returned the focus, so that a dialog opened by the command can take the focus.
    setTimeout(() => {
      command.run(page);
      // If no element had the focus, move it to the network, where the selected element is.
      if (finds === "places" && document.activeElement === document.body)
        document.querySelector<HTMLElement>("#stage [tabindex='0']")?.focus({ preventScroll: true });
    }, 0);
  };
  const focusAndTakeText = useEffectEvent(() => {
    field.current?.focus();
    const { text, isEntered } = typing.finish();
    if (text !== "") setQuery(text);
    if (isEntered) choose(searchCommands(network, finds, text, commands).find(({ isPossible }) => isPossible));
  });
  // The field takes the focus in the next frame, because the dialog moves the focus to its first button when it opens.
  useEffect(() => {
    const frame = requestAnimationFrame(focusAndTakeText);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Dialog title={finds === "commands" ? "All commands" : "Find in the network"} className="palette" onClose={overlay.closeSheet}>
      <CommandList
        label={finds === "commands" ? "Command" : "Switch, terminal or channel"}
        placeholder={finds === "commands" ? "What would you like to do?" : "terminal 12, switch 3 of level 1, …"}
        text={query}
        onType={setQuery}
        items={shownMatches.map(itemOf)}
        emptyMessage={finds === "places" && network === null ? "The network is not built yet." : "Nothing matches."}
        onAction={(key) => choose(shownMatches.find(({ id }) => id === key))}
        field={field}
      />
      <p className="palette-count small" role="status">
        {matches.length > maxShown ? `${maxShown} of ${matches.length.toLocaleString("en")} shown; keep typing.` : ""}
      </p>
    </Dialog>
  );
}

function itemOf({ id, title, group, help, keys, isPossible }: Command): CommandListItem {
  const hint = keys.length > 0 ? ({ is: "key", text: keys[0] } as const) : help === "" ? ({ is: "group", text: group } as const) : null;
  return { id, title, description: help, hint, isDisabled: !isPossible };
}

/**
 * The commands that match a query, best first: commands of the page, and elements of the network, which a command selects. A query for
 * `places` searches only elements, and commands if no element matches. Recently used commands are preferred.
 */
function searchCommands(
  network: Network | null,
  finds: PaletteProps["finds"],
  query: string,
  commands: readonly Command[],
): readonly Command[] {
  const elements = network === null ? [] : elementCommands(network);
  const matchingPlaces = finds === "places" ? rankByQuery(elements, query) : [];
  if (finds === "places" && (matchingPlaces.length > 0 || query.trim() === "")) return matchingPlaces;
  // A reader who looks for a command or a term in the network finds it all the same.
  const matchingCommands = rankByQuery(commands, query, readSettingList("commands", maxRecent));
  // One or two characters would match half of the network's elements.
  if (query.trim().length < 3) return matchingCommands;
  const matchingElements = rankByQuery(elements, query);
  // An exact name of an element takes precedence over commands.
  const [exactMatches, otherElements] = [true, false].map((isExact) =>
    matchingElements.filter(({ title }) => isElementName(query, title) === isExact),
  );
  return [...exactMatches, ...matchingCommands, ...otherElements];
}

/** The commands that are possible in the current state. */
function useCommands(): readonly Command[] {
  const page = usePage();
  const scenario = useWorkbench(editedDocument);
  const cards = useShownCards().join(" ");
  const keys = useShortcuts();
  const [gallery, setGallery] = useState<readonly ListedGalleryEntry[]>([]);
  const [lessons, setLessons] = useState<readonly LessonEntry[]>([]);
  useEffect(() => {
    // If the gallery or the list of lessons cannot be loaded, the palette only has fewer commands.
    void page.gallery().then(setGallery, () => undefined);
    void loadLessons().then(setLessons, () => undefined);
  }, [page]);
  const selected = useWorkbench((state) => state.session.selected);
  return useMemo(
    () => [...outageCommands(page, selected), ...commandsOf(page, { scenario, keys, cards: cards.split(" "), gallery, lessons })],
    [page, selected, scenario, keys, cards, gallery, lessons],
  );
}
