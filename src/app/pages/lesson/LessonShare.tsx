/** The dialog for sharing a lesson: the address of this step, its QR code, and the lesson as a file. */
import { useEffect, useState } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import { writeLessonLink } from "../../../lessons/lesson-link.ts";
import { lessonText } from "../../../lessons/write-lesson.ts";
import { downloadFile } from "../../../views/export/export.ts";
import { formatCount } from "../../../words/numbers.ts";
import { QrCodePicture } from "../../sharing/QrCodeSheet.tsx";
import { qrCodeOf } from "../../sharing/qr-code.ts";
import { maxSafeLinkLength } from "../../sharing/safe-link.ts";
import { Button } from "../../ui/Button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { addressOfFragment } from "../../sharing/link-address.ts";
import { type LessonSession, lessonFragment } from "../../state/lesson-session.ts";
import { editCurrentLesson } from "../../lesson/editor-actions.ts";
import { useLessonSession } from "./useLessonSession.ts";
import { usePage } from "../../hooks.ts";

/**
 * The address of the current step; null if the lesson is too long even for a packed link.
 * @param hasDeviceSeed Whether the link asks every device to draw its own seed.
 */
export async function lessonStepAddress(session: LessonSession, hasDeviceSeed: boolean): Promise<string | null> {
  const { lesson, stepIndex, source } = session;
  const sharedSession = { ...session, seed: hasDeviceSeed ? 0 : null };
  const fragment = source.is === "here" ? await writeLessonLink(lesson, stepIndex + 1) : lessonFragment(sharedSession);
  if (fragment === null) return null;
  const seedSuffix = source.is === "here" && hasDeviceSeed ? "&seed=ask" : "";
  return addressOfFragment(`${fragment}${seedSuffix}`);
}

export function saveLesson({ lesson }: Pick<LessonSession, "lesson">): void {
  const name = lesson.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  downloadFile(`${name === "" ? "lesson" : name}.json`, new Blob([lessonText(lesson)], { type: "application/json" }));
}

/**
 * The dialog that shares a lesson: a link to the current step, its QR code, and the lesson as a file. With "Each device gets its own seed",
 * every device that opens the link simulates with other random numbers.
 */
export function LessonShare() {
  const page = usePage();
  const { overlay } = page;
  const session = useLessonSession();
  const [hasDeviceSeed, setHasDeviceSeed] = useState(session.seed !== null);
  /** The link to the current step; undefined while it is written, null if the lesson is too long for a link. */
  const [link, setLink] = useState<string | null | undefined>();
  useEffect(() => {
    let isCancelled = false;
    void lessonStepAddress(session, hasDeviceSeed).then((address) => isCancelled || setLink(address));
    return () => void (isCancelled = true);
  }, [session, hasDeviceSeed]);
  const editCopy = () => {
    overlay.closeSheet();
    editCurrentLesson(page.store);
  };
  const codeMarks = link === undefined || link === null ? null : qrCodeOf(link);
  return (
    <Dialog title={`Share “${isolateDirection(session.lesson.title)}”`} className="lesson-share" onClose={overlay.closeSheet}>
      {link === null ? (
        <p>This lesson is too long for a link. Save the file; this page opens it again.</p>
      ) : (
        <>
          {codeMarks !== null && <QrCodePicture marks={codeMarks} label="QR code of this step" />}
          <p className="row wrap lesson-copy">
            <Button variant="primary" isBusy={link === undefined} onClick={() => void copyText(page, link ?? "", "Link copied")}>
              Copy link to this step
            </Button>
            <span className="muted">{link === undefined ? "…" : `${formatCount(link.length)} characters`}</span>
          </p>
          {(link?.length ?? 0) > maxSafeLinkLength && <p>Some programs truncate links of this length; send the file instead.</p>}
          <Checkbox isChecked={hasDeviceSeed} onChange={setHasDeviceSeed}>
            Each device gets its own seed
          </Checkbox>
        </>
      )}
      <p>
        <Button variant="underlined" onClick={() => saveLesson(session)}>
          Save the lesson as a file
        </Button>
      </p>
      <p>
        <Button variant="underlined" onClick={editCopy}>
          Change this lesson
        </Button>{" "}
        <span className="muted">You edit your own copy, in this browser.</span>
      </p>
    </Dialog>
  );
}
