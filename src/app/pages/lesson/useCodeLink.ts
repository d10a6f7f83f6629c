/** The address of the current step for the QR code of a slide. */
import { useEffect, useState } from "react";
import { writeLessonLink } from "../../../lessons/lesson-link.ts";
import { addressOfFragment } from "../../sharing/link-address.ts";
import { maxReadableSize, qrCodeOf } from "../../sharing/qr-code.ts";
import type { LessonSession } from "../../state/lesson-session.ts";
import { lessonStepAddress } from "./LessonShare.tsx";

/**
 * The address of the step for a QR code: with the whole lesson if the code is small enough for the corner, otherwise with this step only.
 * If the address of the step is too long as well, the code of the whole lesson has to fill the screen. Undefined while it is being written.
 */
export function useCodeLink(session: LessonSession): string | null | undefined {
  const [link, setLink] = useState<string | null | undefined>();
  const { lesson, stepIndex, source } = session;
  useEffect(() => {
    let isCancelled = false;
    void shortestAddress(session).then((address) => isCancelled || setLink(address));
    return () => void (isCancelled = true);
    // Answers and attempts do not change the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lesson, stepIndex, source]);
  return link;
}

async function shortestAddress(session: LessonSession): Promise<string | null> {
  const { lesson, stepIndex } = session;
  const wholeLesson = await lessonStepAddress(session, true);
  const fitsCorner = (link: string) => (qrCodeOf(link)?.size ?? Infinity) <= maxReadableSize;
  if (wholeLesson !== null && fitsCorner(wholeLesson)) return wholeLesson;
  // The audience must not receive the speaker's notes.
  const packedStep = await writeLessonLink({ ...lesson, steps: [{ ...lesson.steps[stepIndex], notes: "" }] });
  const stepOnly = packedStep === null ? null : addressOfFragment(`${packedStep}&seed=ask`);
  return wholeLesson === null || (stepOnly !== null && fitsCorner(stepOnly)) ? stepOnly : wholeLesson;
}
