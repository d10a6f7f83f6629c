/**
 * The gallery: example documents, each with a picture and a sentence on what to look for. A few recommended documents come first, then all
 * documents, grouped by question.
 */
import "./gallery.css";
import { useEffect, useState } from "react";
import { pageImageAddress } from "../../page-files.ts";
import { loadFileOpener } from "../../files/receive-drops.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { Link } from "../../ui/Link.tsx";
import type { ListedGalleryEntry } from "../../shell/gallery-entries.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** The dialog with all examples. A search keeps the entries whose title, question and description contain every word of it. */
export function Gallery() {
  const { gallery, overlay } = usePage();
  const [entries, setEntries] = useState<readonly ListedGalleryEntry[] | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  useEffect(() => {
    gallery().then(setEntries, (error: unknown) => setErrorMessage(error instanceof Error ? error.message : String(error)));
  }, [gallery]);
  const [searchText, setSearchText] = useState("");
  const searchWords = searchText.toLowerCase().split(/\s+/);
  const matches = (entries ?? []).filter(({ title, question, look }) => {
    const text = `${title} ${question} ${look}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  });
  // Documents are grouped by the question that they answer. Without a search, the recommended documents (`isFirst`) are a separate group
  // at the top.
  const hasSearch = searchText.trim() !== "";
  const recommended = hasSearch ? [] : matches.filter(({ isFirst }) => isFirst === true);
  const questions = [...new Set(matches.map(({ question }) => question))];
  const groups = [
    { title: "Start here", groupEntries: recommended },
    ...questions.map((title) => ({
      title,
      groupEntries: matches.filter((each) => each.question === title && !recommended.includes(each)),
    })),
  ];
  return (
    <Dialog title="Gallery" className="gallery" onClose={overlay.closeSheet}>
      <p className="row wrap gallery-head">
        <TextInput
          type="search"
          aria-label="Search the gallery"
          placeholder="Search: deadlock, torus, cost …"
          value={searchText}
          onChange={setSearchText}
        />
        <span className="muted" role="status">
          {!hasSearch
            ? "Your network stays: the bar leads back to it."
            : matches.length === 0
              ? "No scenario matches this search."
              : `${matches.length} found`}
        </span>
      </p>
      {errorMessage !== null && <p role="alert">The gallery cannot be shown: {errorMessage}</p>}
      {groups.map(
        ({ title, groupEntries }) =>
          groupEntries.length > 0 && (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {groupEntries.map((entry) => (
                  <li key={entry.id}>
                    <GalleryCard entry={entry} />
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
 * An entry of the gallery. A document of Fabricscope is a plain link, so that it can be opened in another tab, copied, or sent. A file of
 * another program is a button that inspects it before it opens.
 */
function GalleryCard({ entry: { path, isForeign, title, look, pictures } }: { readonly entry: ListedGalleryEntry }) {
  const page = usePage();
  const theme = useWorkbench((state) => state.view.theme);
  // The link includes the page's path: a bare `#…` would look like a skip link within the page.
  const pagePath = `${location.pathname}${location.search}`;
  const content = (
    <>
      <img
        src={pageImageAddress(pictures[theme])}
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
  const inspectFile = () => {
    page.overlay.closeSheet();
    void loadFileOpener().then(({ openPageFile }) => openPageFile(page, path));
  };
  return isForeign ? (
    <Button className="gallery-card" onClick={inspectFile}>
      {content}
    </Button>
  ) : (
    <Link className="gallery-card" href={`${pagePath}#src=${path}`} onClick={page.overlay.closeSheet}>
      {content}
    </Link>
  );
}
