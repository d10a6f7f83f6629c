/** The dialog for sharing a lesson: the address of this step, its QR code, and the lesson as a file. */
import { useEffect, useState } from "react";
import { isolated } from "../../../core/base/words.ts";
import { writeLessonLink } from "../../../lessons/lesson-link.ts";
import { lessonText } from "../../../lessons/write-lesson.ts";
import { save } from "../../../views/export/export.ts";
import { formatCount } from "../../../words/numbers.ts";
import { CodePicture } from "../../sharing/Code.tsx";
import { codeOf } from "../../sharing/code-marks.ts";
import { longestSafeLink } from "../../sharing/safe-link.ts";
import { Button } from "../../ui/Button.tsx";
import { copy } from "../../ui/copy.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { addressFor } from "../../sharing/link-address.ts";
import { type LessonSession, fragmentOf } from "../../state/lesson-session.ts";
import { makeFurther } from "../../lesson/make.ts";
import { useAttending } from "./useAttending.ts";
import { usePage } from "../../hooks.ts";

/**
 * The address of the current step; null if the lesson is too long even for a packed link.
 * @param hasDeviceSeed Whether the link asks every device to draw its own seed.
 */
export async function addressOf(attending: LessonSession, isAsked: boolean): Promise<string | null> {
  const { lesson, at, source } = attending;
  const asked = { ...attending, seed: isAsked ? 0 : null };
  const fragment = source.is === "here" ? await writeLessonLink(lesson, at + 1) : fragmentOf(asked);
  if (fragment === null) return null;
  const more = source.is === "here" && isAsked ? "&seed=ask" : "";
  return addressFor(`${fragment}${more}`);
}

export function saveLesson({ lesson }: Pick<LessonSession, "lesson">): void {
  const name = lesson.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  save(`${name === "" ? "lesson" : name}.json`, new Blob([lessonText(lesson)], { type: "application/json" }));
}

/** The dialog. The link is written anew whenever its options change. */
export function LessonShare() {
  const page = usePage();
  const { overlay } = page;
  const attending = useAttending();
  const [isAsked, setAsked] = useState(attending.seed !== null);
  const [link, setLink] = useState<string | null | undefined>();
  useEffect(() => {
    let isGone = false;
    void addressOf(attending, isAsked).then((found) => isGone || setLink(found));
    return () => void (isGone = true);
  }, [attending, isAsked]);
  const change = () => {
    overlay.closeSheet();
    makeFurther(page.store);
  };
  const marks = link === undefined || link === null ? null : codeOf(link);
  return (
    <Dialog title={`Share “${isolated(attending.lesson.title)}”`} className="lesson-share" onClose={overlay.closeSheet}>
      {link === null ? (
        <p>This lesson is too long for a link. Save the file; this page opens it again.</p>
      ) : (
        <>
          {marks !== null && <CodePicture marks={marks} label="QR code of this step" />}
          <p className="row wrap lesson-copy">
            <Button variant="primary" isBusy={link === undefined} onClick={() => void copy(page, link ?? "", "Link copied")}>
              Copy link to this step
            </Button>
            <span className="muted">{link === undefined ? "…" : `${formatCount(link.length)} characters`}</span>
          </p>
          {(link?.length ?? 0) > longestSafeLink && <p>Some programs cut links of this length; better send the file.</p>}
          <Checkbox isChecked={isAsked} onChange={setAsked}>
            Every device gets a seed of its own
          </Checkbox>
        </>
      )}
      <p>
        <Button variant="underlined" onClick={() => saveLesson(attending)}>
          Save the lesson as a file
        </Button>
      </p>
      <p>
        <Button variant="underlined" onClick={change}>
          Change this lesson
        </Button>{" "}
        <span className="muted">It becomes a copy of your own, in this browser.</span>
      </p>
    </Dialog>
  );
}
