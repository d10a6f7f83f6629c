/** The searchable list of all terms. It may open at a given term. */
import "./words.css";
import "./glossary.css";
import { useEffect, useRef, useState } from "react";
import { capitalize } from "../../words/params.ts";
import { useOverlay, usePage } from "../hooks.ts";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { rankByQuery } from "../ui/rank-by-query.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { entries } from "./glossary-entries.ts";
import { Button } from "../ui/Button.tsx";
import { EntryContent } from "./EntryContent.tsx";

const searchItems = entries.map((entry) => ({
  id: entry.id,
  title: entry.title,
  also: [...entry.forms, entry.noun ?? ""].join(" "),
  entry,
}));
const sortedItems = searchItems.toSorted((a, b) => a.title.localeCompare(b.title, "en"));

/**
 * The dialog with all terms of the glossary and a search field. Pressing a term expands its entry; one entry is expanded at a time, at
 * first the term for which the glossary was opened.
 */
export function Glossary() {
  const { overlay } = usePage();
  const requestedTerm = useOverlay(({ term }) => term);
  const [query, setQuery] = useState("");
  const [expandedId, setExpandedId] = useState(requestedTerm);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-expanded="true"]')?.parentElement?.scrollIntoView({ block: "nearest" });
  }, []);
  const matches = rankByQuery(sortedItems, query);
  return (
    <Dialog title="Glossary" className="glossary" onClose={overlay.closeSheet}>
      <TextInput type="search" aria-label="Find a term" placeholder="Find a term" value={query} onChange={setQuery} />
      {matches.length === 0 && <p className="muted">No term matches.</p>}
      <ul ref={list}>
        {matches.map(({ id, title, entry }) => (
          <li key={id}>
            <Button aria-expanded={expandedId === id} onClick={() => setExpandedId(expandedId === id ? null : id)}>
              {capitalize(title)}
              {entry.noun !== null && <span className="muted small">, {entry.noun}</span>}
            </Button>
            {expandedId === id && (
              <div>
                <EntryContent entry={entry} showsForms />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
