/** Starting documents, each with a picture and a sentence on what to look for. */
import "./gallery.css";
import { useEffect, useState } from "react";
import { Sheet } from "../../shell/Sheet.tsx";
import { type GalleryEntry, galleryFolder } from "./entries.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

export function Gallery() {
  const { gallery, overlay } = usePage();
  const [entries, setEntries] = useState<readonly GalleryEntry[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    gallery().then(setEntries, (error: unknown) => setFault(error instanceof Error ? error.message : String(error)));
  }, [gallery]);
  return (
    <Sheet title="Gallery" className="gallery" isModal onClose={overlay.closeSheet}>
      <p className="muted">Networks to start with. Your current one stays under Open… → Recent.</p>
      {fault !== null && <p role="alert">The gallery cannot be shown: {fault}</p>}
      <ul>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <Card entry={entry} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** A plain link: it may be opened in another tab, copied, or sent. */
function Card({ entry: { file, title, look, picture } }: { readonly entry: GalleryEntry }) {
  const { overlay } = usePage();
  const theme = useWorkbench((state) => state.theme);
  // With the page's own path: a bare # would pass for a way to skip to a part of the page.
  const here = `${location.pathname}${location.search}`;
  return (
    <a href={`${here}#src=${galleryFolder}/${file}`} onClick={overlay.closeSheet}>
      <img src={`${galleryFolder}/${picture[theme]}`} alt="" width={480} height={300} loading="lazy" />
      <h3>{title}</h3>
      <p>{look}</p>
    </a>
  );
}
