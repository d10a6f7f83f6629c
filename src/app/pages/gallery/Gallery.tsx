/**
 * The gallery: example documents, each with a picture and a sentence on what to look for. A few recommended ones come first, then all of
 * them by question.
 */
import "./gallery.css";
import { useEffect, useState } from "react";
import { pictureBeside } from "../../beside.ts";
import { bringing } from "../../files/take-in.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { Link } from "../../ui/Link.tsx";
import type { Listed } from "../../shell/gallery-entries.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** The dialog with all example documents. The search matches titles, questions and descriptions. */
export function Gallery() {
  const { gallery, overlay } = usePage();
  const [entries, setEntries] = useState<readonly Listed[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    gallery().then(setEntries, (error: unknown) => setFault(error instanceof Error ? error.message : String(error)));
  }, [gallery]);
  const [sought, setSought] = useState("");
  const words = sought.toLowerCase().split(/\s+/);
  const found = (entries ?? []).filter(({ title, question, look }) => {
    const text = `${title} ${question} ${look}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  // The recommended documents first, then all documents grouped by the question that they answer.
  const isAll = sought.trim() === "";
  const groups = [
    ...(isAll ? [{ title: "To begin with", those: found.filter(({ isFirst }) => isFirst === true) }] : []),
    ...[...new Set(found.map(({ question }) => question))].map((title) => {
      return { title, those: found.filter((each) => each.question === title && !(isAll && each.isFirst === true)) };
    }),
  ];
  return (
    <Dialog title="Gallery" className="gallery" onClose={overlay.closeSheet}>
      <p className="row wrap gallery-head">
        <TextInput
          type="search"
          aria-label="Search the gallery"
          placeholder="Search: deadlock, torus, cost …"
          value={sought}
          onChange={setSought}
        />
        <span className="muted" role="status">
          {isAll
            ? "Your current network stays under Open… → Recent."
            : found.length === 0
              ? "Nothing here is about that."
              : `${found.length} found`}
        </span>
      </p>
      {fault !== null && <p role="alert">The gallery cannot be shown: {fault}</p>}
      {groups.map(
        ({ title, those }) =>
          those.length > 0 && (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {those.map((entry) => (
                  <li key={entry.id}>
                    <Card entry={entry} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </Dialog>
  );
}

/**
 * A document is a plain link, so that it can be opened in another tab, copied, or sent. A file of another program is inspected before it
 * opens.
 */
function Card({ entry: { path, isForeign, title, look, pictures } }: { readonly entry: Listed }) {
  const page = usePage();
  const theme = useWorkbench((state) => state.view.theme);
  // The link includes the page's path: a bare `#…` would look like a skip link within the page.
  const here = `${location.pathname}${location.search}`;
  const face = (
    <>
      <img
        src={pictureBeside(pictures[theme])}
        alt=""
        width={480}
        height={300}
        loading="lazy"
        onError={(event) => (event.currentTarget.style.visibility = "hidden")}
      />
      <h4>{title}</h4>
      <p>{look}</p>
    </>
  );
  const lookAt = () => {
    page.overlay.closeSheet();
    void bringing().then(({ bringBeside }) => bringBeside(page, path));
  };
  return isForeign ? (
    <Button className="gallery-card" onClick={lookAt}>
      {face}
    </Button>
  ) : (
    <Link className="gallery-card" href={`${here}#src=${path}`} onClick={page.overlay.closeSheet}>
      {face}
    </Link>
  );
}
