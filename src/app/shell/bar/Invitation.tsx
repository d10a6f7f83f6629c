/** A quiet line beside the brand: the way into the first lesson for who is new, and the way back for who has left one to explore. */
import { useEffect } from "react";
import { keepSetting } from "../../setting.ts";
import { CloseIcon } from "../../ui/icons.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Link } from "../../ui/Link.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** @param setting kept once somebody has said "not now", or has changed something */
export function Invitation({ setting, onDecline }: { readonly setting: string; readonly onDecline: () => void }) {
  const { store } = usePage();
  const lesson = useWorkbench((state) => state.mode.lesson);
  // Who has changed something is not new any more, next time neither.
  useEffect(() => store.subscribe(({ document: { isEdited } }) => isEdited && keepSetting(setting, "edited")), [store, setting]);
  if (lesson !== null) {
    return (
      <>
        <Button className="way-back" onClick={() => void import("../../lesson/attend.ts").then(({ comeBack }) => comeBack(store))}>
          ‹ Back to step {lesson.at + 1} of {lesson.lesson.steps.length}
        </Button>
        <span className="roomy muted">Both stay as they are.</span>
      </>
    );
  }
  return (
    <>
      <span className="muted">New here?</span>
      {/* With the page's own path: a bare # would pass for a way to skip to a part of the page. */}
      <Link href={`${location.pathname}${location.search}#choke`}>
        Four minutes<span className="rest">: why networks choke</span>
      </Link>
      <IconButton
        label="Not now"
        onClick={() => {
          keepSetting(setting, "declined");
          onDecline();
        }}
      >
        <CloseIcon />
      </IconButton>
    </>
  );
}
