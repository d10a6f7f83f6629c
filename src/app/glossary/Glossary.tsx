/** All terms, to be searched; it opens at one of them when somebody asked for more about it. */
import "./words.css";
import "./glossary.css";
import { useEffect, useRef, useState } from "react";
import { terms } from "../../glossary/index.ts";
import { capital } from "../../words/params.ts";
import { useOverlay, usePage } from "../hooks.ts";
import { ranked } from "../shell/palette/rank.ts";
import { Sheet } from "../shell/Sheet.tsx";
import { Living } from "./Living.tsx";

const items = terms.map((term) => ({ id: term.title, title: term.title, also: term.forms.join(" "), term }));
const byName = items.toSorted((a, b) => a.title.localeCompare(b.title, "en"));

export function Glossary() {
  const { overlay } = usePage();
  const asked = useOverlay(({ term }) => term);
  const [letters, setLetters] = useState("");
  const [shown, setShown] = useState(asked);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: "nearest" });
  }, []);
  const found = ranked(byName, letters);
  return (
    <Sheet title="Glossary" className="glossary" isModal onClose={overlay.closeSheet}>
      <input
        type="search"
        aria-label="Find a term"
        placeholder="Find a term"
        value={letters}
        onChange={(event) => setLetters(event.target.value)}
      />
      {found.length === 0 && <p className="muted">No term is called so.</p>}
      <ul ref={list}>
        {found.map(({ id, title, term }) => (
          <li key={id}>
            <button type="button" aria-expanded={shown === id} onClick={() => setShown(shown === id ? null : id)}>
              {capital(title)}
            </button>
            {shown === id && (
              <div>
                <p>{term.says.join(" ")}</p>
                <Living draw={term.draw} />
                {term.forms.length > 0 && <p className="muted small">Also: {term.forms.join(", ")}.</p>}
                <p className="muted small">{term.source}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
