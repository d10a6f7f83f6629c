/** Ways in: a file, and the other drafts. On a phone also what the bar has no room for. */
import { useEffect, useState } from "react";
import { Header, MenuItem, MenuSection, Text } from "react-aria-components";
import { isolated } from "../../../core/base/words.ts";
import { type Draft, isSame } from "../../document/draft.ts";
import type { Opened } from "../Opener.tsx";
import { compareMix } from "../../workbench/mix/compare-mix.ts";
import { plain, documentSentence } from "../../workbench/sentence/segments.ts";
import { type WorkbenchStore, compare, open, redo } from "../../document/store.ts";
import { changeTheme } from "../theme.ts";
import { MenuPopover } from "./MenuPopover.tsx";
import { usePage } from "../../hooks.ts";
import { linkTo } from "../../../links/fragment.ts";

export interface OpenMenuProps extends Opened {
  /** Asks for a file. */
  readonly onFile: () => void;
}

export function OpenMenu({ onFile, ...opened }: OpenMenuProps) {
  const { drafts, overlay, store } = usePage();
  const [recent, setRecent] = useState<readonly Draft[]>([]);
  useEffect(() => void drafts.load().then((all) => setRecent(othersOf(store, all))), [drafts, store]);
  const act = (key: unknown) => {
    if (key === "file") onFile();
    else if (key === "settings") store.setState({ drawer: "" });
    else if (key === "redo") redo(store);
    else if (key === "theme") changeTheme(store);
    else if (key === "papers") location.hash = linkTo("");
    else if (key === "compare") void compare(store);
    else if (key === "mix") compareMix(store);
    else if (key === "present") overlay.present(true);
    else if (key === "gallery" || key === "lessons" || key === "keys" || key === "palette" || key === "units") overlay.showSheet(key);
    else if (typeof key === "string" && key.startsWith("recent-")) reopen(store, recent[Number(key.slice("recent-".length))]);
  };
  return (
    <MenuPopover {...opened} label="Open and more" onAction={act}>
      <MenuSection>
        <MenuItem id="settings" className="item narrow">
          All settings
        </MenuItem>
        <MenuItem id="redo" className="item narrow">
          Redo
        </MenuItem>
        <MenuItem id="theme" className="item narrow">
          Light or dark
        </MenuItem>
        <MenuItem id="file" className="item" textValue="A scenario file">
          <Text slot="label">A scenario file…</Text>
          <Text slot="description">Or drop it on the page, or paste its text or a link.</Text>
        </MenuItem>
        <MenuItem id="lessons" className="item shed spare">
          Lessons
        </MenuItem>
        <MenuItem id="gallery" className="item shed">
          Gallery
        </MenuItem>
        <MenuItem id="papers" className="item shed spare">
          Papers
        </MenuItem>
        <MenuItem id="compare" className="item shed">
          Compare
        </MenuItem>
        <MenuItem id="mix" className="item" textValue="Compare for a mix of programs">
          <Text slot="label">Compare for a mix of programs</Text>
          <Text slot="description">What these networks give for their cost, with weights of your own.</Text>
        </MenuItem>
        <MenuItem id="present" className="item shed">
          Present
        </MenuItem>
        <MenuItem id="units" className="item">
          Unit of loads
        </MenuItem>
        <MenuItem id="palette" className="item">
          All commands
        </MenuItem>
        <MenuItem id="keys" className="item keyed">
          Keys
        </MenuItem>
      </MenuSection>
      {recent.length > 0 && (
        <MenuSection>
          <Header>Recent</Header>
          {recent.map(({ scenario, time }, i) => {
            const said = scenario.title === "" ? plain(documentSentence(scenario)) : isolated(scenario.title);
            return (
              <MenuItem key={i} id={`recent-${i}`} className="item" textValue={said}>
                <Text slot="label">{said}</Text>
                <Text slot="description">{new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}</Text>
              </MenuItem>
            );
          })}
        </MenuSection>
      )}
    </MenuPopover>
  );
}

/** The drafts that are not on the page, each document once. */
function othersOf(store: WorkbenchStore, drafts: readonly Draft[]): readonly Draft[] {
  const { draft, scenario } = store.getState();
  const others = drafts.filter((each) => each.name !== draft && !isSame(each.scenario, scenario));
  return others.filter((each, i) => others.findIndex((first) => isSame(first.scenario, each.scenario)) === i);
}

/** Another draft is shown, and goes on as a copy; what it takes the place of becomes a draft even if it was only opened. */
function reopen(store: WorkbenchStore, { scenario }: Draft): void {
  store.setState({ isEdited: true });
  open(store, scenario, true);
}
