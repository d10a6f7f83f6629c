/** Shows the lesson page, or the editor while the lesson is being made. */
import { lazyComponent } from "../../ui/lazy.ts";
import { LessonPage } from "./LessonPage.tsx";
import { useLessonSession } from "./useLessonSession.ts";

const lessonEditor = lazyComponent(() => import("./make/LessonEditor.tsx").then(({ LessonEditor }) => LessonEditor));

export function LessonScreen() {
  return useLessonSession().role === "maker" ? <lessonEditor.Component /> : <LessonPage />;
}
