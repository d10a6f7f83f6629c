/** Shows the lesson page, or the editor while the lesson is being made. */
import { lazy } from "../../ui/lazy.ts";
import { LessonPage } from "./LessonPage.tsx";
import { useAttending } from "./useAttending.ts";

const makePage = lazy(() => import("./make/MakePage.tsx").then(({ MakePage }) => MakePage));

export function LessonRoom() {
  return useAttending().part === "maker" ? <makePage.Component /> : <LessonPage />;
}
