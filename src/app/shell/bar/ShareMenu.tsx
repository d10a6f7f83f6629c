/** The menu for sharing: links, the document, a citation. */
import { useEffect, useState } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import { formatCount } from "../../../words/numbers.ts";
import { useShownCards } from "../../workbench/cards/card-layout.ts";
import type { LessonDraft } from "../../state/mode-state.ts";
import type { PopupProps } from "../../ui/PopupButton.tsx";
import { Menu, MenuItem, MenuSection } from "../../ui/Menu.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { documentLink } from "../../sharing/link.ts";
import { shareEntries } from "./share-entries.ts";
import { maxSafeLinkLength } from "../../sharing/safe-link.ts";

/**
 * The menu Share: copy a link, save a file, embed, add to a lesson, and more. Entries that need a link are disabled if the document is too
 * long for one. `pending.isDrawn` means that a drawing is not valid yet; the link then contains the last valid document.
 */
export function ShareMenu(popup: PopupProps) {
  const page = usePage();
  /** Length of the link in characters; null until it is known, Infinity if the document does not fit into a link. */
  const [length, setLength] = useState<number | null>(null);
  useEffect(() => void documentLink(page).then((text) => setLength(text?.length ?? Infinity)), [page]);
  const cards = useShownCards();
  const lessonInMaking = useWorkbench((state) => state.mode.setAsideLesson);
  const isUnfinished = useWorkbench(({ document: { pending } }) => pending?.isDrawn === true);
  const isTooLong = length === Infinity;
  return (
    <Menu
      {...popup}
      label="Share"
      onAction={(key) => shareEntries.find(({ id }) => id === key)?.run(page, cards)}
      disabledIds={isTooLong ? shareEntries.filter(({ needsLink }) => needsLink).map(({ id }) => id) : []}
    >
      <MenuSection
        header={
          isUnfinished
            ? "The drawing cannot run yet; the link contains the last scenario that ran."
            : (length ?? 0) > maxSafeLinkLength
              ? lengthWarning(length!)
              : "Everyone who opens the link sees the same numbers."
        }
      >
        {shareEntries.map(({ id, title, help }) => (
          <MenuItem
            key={id}
            id={id}
            title={title}
            description={id === "link" ? linkHelp(length) : id === "lesson" ? (lessonHelp(lessonInMaking) ?? help) : help}
          />
        ))}
      </MenuSection>
    </Menu>
  );
}

/** The step that would be added, and its lesson; null if no lesson is being written. */
function lessonHelp(lessonInMaking: LessonDraft | null): string | null {
  if (lessonInMaking === null) return null;
  const { title, steps } = lessonInMaking.lesson.lesson;
  return `Step ${steps.length + 1} of ${title === "" ? "the untitled lesson" : isolateDirection(title)}.`;
}

function linkHelp(length: number | null): string {
  return length === null ? "…" : length === Infinity ? "This scenario is too large for a link." : `${formatCount(length)} characters`;
}

function lengthWarning(length: number): string {
  return length === Infinity
    ? "This scenario is too large for a link; send the file."
    : `Some programs truncate a link of ${formatCount(length)} characters; send the file instead.`;
}
