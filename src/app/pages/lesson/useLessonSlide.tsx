/** What the slides of a step have in common: its place in the lesson, its address, and the dots of all steps. */
import { isolateDirection } from "../../../core/base/words.ts";
import { usePage } from "../../hooks.ts";
import type { SlideProps } from "../present/Slide.tsx";
import { LessonDots } from "./LessonFoot.tsx";
import { saveLesson } from "./LessonShare.tsx";
import { useCodeLink } from "./useCodeLink.ts";
import { useLessonSession } from "./useLessonSession.ts";

type CommonSlideProps = Pick<SlideProps, "slideIndex" | "slideCount" | "name" | "link" | "onFile" | "onLeave" | "dots">;

/** The properties that the slide of the network and the slide of the answers share. */
export function useLessonSlide(): CommonSlideProps {
  const { overlay } = usePage();
  const session = useLessonSession();
  const { lesson, stepIndex } = session;
  return {
    slideIndex: stepIndex,
    slideCount: lesson.steps.length,
    name: isolateDirection(lesson.title),
    link: useCodeLink(session),
    onFile: () => saveLesson(session),
    onLeave: () => overlay.present(false),
    dots: <LessonDots />,
  };
}
