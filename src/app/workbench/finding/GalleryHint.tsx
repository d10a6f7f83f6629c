/** Hint of a gallery document, shown until the reader dismisses it or changes the document. */
import { useEffect, useState } from "react";
import { CloseIcon } from "../../ui/icons.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export function GalleryHint() {
  // The hint is about the document as the file has it.
  const file = useWorkbench(({ document: { isEdited, source } }) => (isEdited ? "" : (/(?:^|&)src=([^&]+)/.exec(source)?.[1] ?? "")));
  return file === "" ? null : <HintText key={file} file={file} />;
}

/**
 * A hint for a document from the gallery of examples: what to look at in it, with a button that hides the hint.
 * @param file Path of the document, relative to the page; it identifies the entry of the gallery.
 */
function HintText({ file }: { readonly file: string }) {
  const { gallery } = usePage();
  const [hint, setHint] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    gallery().then(
      (entries) => isGone || setHint(entries.find(({ path }) => path === file)?.look ?? null),
      () => undefined,
    );
    return () => void (isGone = true);
  }, [gallery, file]);
  if (hint === null) return null;
  return (
    <p className="look row">
      <span>
        <b>Look:</b> {hint}
      </span>
      <IconButton
        label="Hide this hint"
        onClick={({ currentTarget }) => {
          // The button disappears with its line; move the focus to the section.
          currentTarget.closest("section")?.focus();
          setHint(null);
        }}
      >
        <CloseIcon />
      </IconButton>
    </p>
  );
}
