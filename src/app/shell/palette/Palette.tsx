/** The command palette: search a command by a few letters and run it with Enter. */
import "./palette.css";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Network } from "../../../core/network/network.ts";
import { useShownCards } from "../../workbench/cards/layout.ts";
import type { Listed } from "../gallery-entries.ts";
import { CommandList, type CommandListItem } from "../../ui/CommandList.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { edited } from "../../state/document-state.ts";
import { useKeys } from "../useKeys.ts";
import { type Command, commandsOf, outageCommands, placesOf } from "./commands.ts";
import { isNamed, ranked } from "../../ui/rank.ts";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";
import { keepListed, readListed } from "../../setting.ts";

export interface PaletteProps {
  /** Whether it lists commands first, or elements of the network. */
  readonly finds: "commands" | "places";
}

/** Number of recently used commands that are stored. */
const mostRecent = 6;
/** Most results shown; with more, the reader goes on typing. */
const mostShown = 60;

export function Palette({ finds }: PaletteProps) {
  const page = usePage();
  const { overlay, typing } = page;
  // The network may be built or change while the reader types. A network of a previous document is not searched.
  const network = useComputed(({ runs: { active } }) => (active.isFrameStale ? null : (active.frame?.opened.network ?? null)));
  const [letters, setLetters] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const commands = useCommands();
  const found = useMemo(() => search(network, finds, letters, commands), [network, finds, letters, commands]);
  const shown = found.slice(0, mostShown);
  const choose = (command: Command | undefined) => {
    if (command?.isPossible !== true) return;
    overlay.closeSheet();
    if (finds === "commands") keepListed("commands", mostRecent, command.id);
    // After the sheet has returned the focus, so that what opens next can take it.
    setTimeout(() => {
      command.act(page);
      // If no element had the focus, move it to the network, where the selected element is.
      if (finds === "places" && document.activeElement === document.body)
        document.querySelector<HTMLElement>("#stage [tabindex='0']")?.focus({ preventScroll: true });
    }, 0);
  };
  const begin = useEffectEvent(() => {
    field.current?.focus();
    const { text, isEntered } = typing.take();
    if (text !== "") setLetters(text);
    if (isEntered) choose(search(network, finds, text, commands).find(({ isPossible }) => isPossible));
  });
  // In the next frame, because the dialog would move the focus to its first button when it opens.
  useEffect(() => {
    const frame = requestAnimationFrame(begin);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Dialog title={finds === "commands" ? "All commands" : "Find in the network"} className="palette" onClose={overlay.closeSheet}>
      <CommandList
        label={finds === "commands" ? "Command" : "Switch, terminal or channel"}
        placeholder={finds === "commands" ? "What would you like to do?" : "terminal 12, switch 3 of level 1, …"}
        text={letters}
        onType={setLetters}
        items={shown.map(itemOf)}
        emptyMessage={finds === "places" && network === null ? "The network is not built yet." : "Nothing has that name."}
        onAction={(key) => choose(shown.find(({ id }) => id === key))}
        field={field}
      />
      <p className="palette-count small" role="status">
        {found.length > mostShown ? `${mostShown} of ${found.length.toLocaleString("en")} shown; type on.` : ""}
      </p>
    </Dialog>
  );
}

function itemOf({ id, title, group, help, keys, isPossible }: Command): CommandListItem {
  const aside = keys.length > 0 ? ({ is: "key", text: keys[0] } as const) : help === "" ? ({ is: "group", text: group } as const) : null;
  return { id, title, description: help, aside, isDisabled: !isPossible };
}

function search(network: Network | null, finds: PaletteProps["finds"], letters: string, commands: readonly Command[]): readonly Command[] {
  const places = network === null ? [] : placesOf(network);
  if (finds === "places") return ranked(places, letters);
  const own = ranked(commands, letters, readListed("commands", mostRecent));
  // One or two characters would match half of the network's elements.
  if (letters.trim().length < 3) return own;
  const there = ranked(places, letters);
  // An exact name of an element takes precedence over commands.
  const [named, others] = [true, false].map((is) => there.filter(({ title }) => isNamed(letters, title) === is));
  return [...named, ...own, ...others];
}

/** The commands that are possible in the current state. */
function useCommands(): readonly Command[] {
  const page = usePage();
  const scenario = useWorkbench(edited);
  const cards = useShownCards().join(" ");
  const keys = useKeys();
  const [gallery, setGallery] = useState<readonly Listed[]>([]);
  useEffect(() => {
    // Without the gallery the palette is only shorter.
    void page.gallery().then(setGallery, () => undefined);
  }, [page]);
  const selected = useWorkbench((state) => state.session.selected);
  return useMemo(
    () => [...outageCommands(page, selected), ...commandsOf(page, { scenario, keys, cards: cards.split(" "), gallery })],
    [page, selected, scenario, keys, cards, gallery],
  );
}
