/** The searchable list of all terms. It may open at one of them. */
import "./words.css";
import "./glossary.css";
import { useEffect, useRef, useState } from "react";
import { capital } from "../../words/params.ts";
import { useOverlay, usePage } from "../hooks.ts";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { ranked } from "../ui/rank.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { entries } from "./entries.ts";
import { Button } from "../ui/Button.tsx";
import { Explained } from "./Explained.tsx";

const items = entries.map((entry) => ({ id: entry.id, title: entry.title, also: [...entry.forms, entry.noun ?? ""].join(" "), entry }));
const byName = items.toSorted((a, b) => a.title.localeCompare(b.title, "en"));

export function Glossary() {
  const { overlay } = usePage();
  const asked = useOverlay(({ term }) => term);
  const [letters, setLetters] = useState("");
  const [shown, setShown] = useState(asked);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-expanded="true"]')?.parentElement?.scrollIntoView({ block: "nearest" });
  }, []);
  const found = ranked(byName, letters);
  return (
    <Dialog title="Glossary" className="glossary" onClose={overlay.closeSheet}>
      <TextInput type="search" aria-label="Find a term" placeholder="Find a term" value={letters} onChange={setLetters} />
      {found.length === 0 && <p className="muted">No term is called so.</p>}
      <ul ref={list}>
        {found.map(({ id, title, entry }) => (
          <li key={id}>
            <Button aria-expanded={shown === id} onClick={() => setShown(shown === id ? null : id)}>
              {capital(title)}
              {entry.noun !== null && <span className="muted small">, {entry.noun}</span>}
            </Button>
            {shown === id && (
              <div>
                <Explained entry={entry} tellsForms />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
