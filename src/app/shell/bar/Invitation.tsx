/**
 * A line next to the brand: the way back for readers who explore a step of a lesson or have opened something in place of their own network,
 * and a link to the first lesson for new readers.
 */
import { useEffect } from "react";
import { storeSetting } from "../../settings.ts";
import { CloseIcon } from "../../ui/icons.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Link } from "../../ui/Link.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { HomeLink } from "./HomeLink.tsx";

/**
 * Invites a new reader to the first lesson. For a reader who is exploring a lesson step freely, it is the way back to this step; for a
 * reader whose own network was replaced by an example, a link or an exhibit, the way back to that network.
 * @param setting key under which the browser stores that the reader has declined, or has edited something
 */
export function Invitation({ setting, onDecline }: { readonly setting: string; readonly onDecline: () => void }) {
  const { store } = usePage();
  const lesson = useWorkbench((state) => state.mode.lesson);
  const isOwnReplaced = useWorkbench((state) => state.document.own !== null);
  // A reader who has edited something is not new on later visits, either.
  useEffect(() => store.subscribe(({ document: { isEdited } }) => isEdited && storeSetting(setting, "edited")), [store, setting]);
  if (lesson !== null) {
    return (
      <>
        <Button
          className="back-button"
          onClick={() => void import("../../lesson/lesson-actions.ts").then(({ returnToStep }) => returnToStep(store))}
        >
          ‹ Back to step {lesson.stepIndex + 1} of {lesson.lesson.steps.length}
        </Button>
        <span className="roomy muted">Your changes are kept.</span>
      </>
    );
  }
  if (isOwnReplaced) return <HomeLink className="back-button">‹ Back to my network</HomeLink>;
  return (
    <>
      <span className="muted">New here?</span>
      {/* Includes the path of the page: a bare # would be a link to a part of the page. */}
      <Link href={`${location.pathname}${location.search}#choke`}>
        Four minutes<span className="rest">: why networks choke</span>
      </Link>
      <IconButton
        label="Not now"
        onClick={() => {
          storeSetting(setting, "declined");
          onDecline();
        }}
      >
        <CloseIcon />
      </IconButton>
    </>
  );
}
