/** Ways in: a file, and the drafts put aside. On a phone also what the bar has no room for. */
import { useRef, useState } from "react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Text } from "react-aria-components";
import { keepAsRecent, loadRecent, type Recent } from "../draft.ts";
import { openFile } from "../incoming.ts";
import { plain, sentenceOf } from "../sentence/segments.ts";
import { open, redo, workbench } from "../store.ts";

export function OpenMenu() {
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const act = (key: unknown) => {
    if (key === "file") file.current?.click();
    else if (key === "settings") workbench.setState({ drawer: "" });
    else if (key === "redo") redo(workbench);
    else if (key === "keys") workbench.setState({ showsKeys: true });
    else if (typeof key === "string" && key.startsWith("recent-")) reopen(recent[Number(key.slice("recent-".length))]);
  };
  return (
    <>
      <MenuTrigger onOpenChange={(isOpen) => isOpen && void loadRecent().then(setRecent)}>
        <Button aria-label="Open and more">
          <span className="wide">Open…</span>
          <span className="narrow" aria-hidden="true">
            ⋯
          </span>
        </Button>
        <Popover className="popover" placement="bottom end" offset={6}>
          <Menu className="menu" onAction={act}>
            <MenuSection>
              <MenuItem id="settings" className="item narrow">
                All settings
              </MenuItem>
              <MenuItem id="redo" className="item narrow">
                Redo
              </MenuItem>
              <MenuItem id="file" className="item" textValue="A scenario file">
                <Text slot="label">A scenario file…</Text>
                <Text slot="description">Or drop it on the page, or paste its text or a link.</Text>
              </MenuItem>
              <MenuItem id="keys" className="item">
                Keys
              </MenuItem>
            </MenuSection>
            {recent.length > 0 && (
              <MenuSection>
                <Header>Recent</Header>
                {recent.map(({ scenario, time }, i) => {
                  const said = scenario.title === "" ? plain(sentenceOf(scenario)) : scenario.title;
                  return (
                    <MenuItem key={i} id={`recent-${i}`} className="item" textValue={said}>
                      <Text slot="label">{said}</Text>
                      <Text slot="description">{new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}</Text>
                    </MenuItem>
                  );
                })}
              </MenuSection>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Scenario file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) void openFile(workbench, chosen);
          event.target.value = "";
        }}
      />
    </>
  );
}

/** An earlier draft becomes the present one; the present one takes its place in the list. */
function reopen({ scenario }: Recent): void {
  void keepAsRecent(workbench.getState().scenario);
  open(workbench, scenario, true);
}
