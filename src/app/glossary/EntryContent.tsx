/** The content of a glossary entry: text, picture and source. */
import { Pictogram } from "../pictogram/Pictogram.tsx";
import type { CardEntry } from "./glossary-entries.ts";
import { Animation } from "./Animation.tsx";

/** @param showsForms whether to list the other forms of the word */
export function EntryContent({ entry, showsForms = false }: { readonly entry: CardEntry; readonly showsForms?: boolean }) {
  const { says, draw, forms, source } = entry;
  const picture = entry.picture();
  return (
    <>
      <p>{says}</p>
      {draw !== null && <Animation draw={draw} />}
      {picture !== null && (
        <div className="kind-picture">
          <Pictogram picture={picture} />
        </div>
      )}
      {showsForms && forms.length > 0 && <p className="muted small">Also: {forms.join(", ")}.</p>}
      {source !== "" && <p className="muted small">{source}</p>}
    </>
  );
}
