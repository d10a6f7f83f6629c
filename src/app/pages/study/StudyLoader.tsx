/** Loads the code of the study, and opens the study that the address describes. */
import { useEffect, useState } from "react";
import { usePage } from "../../hooks.ts";
import { syncStudyAddress, openStudyLink, type StudySession } from "./open-study.ts";
import { StudyPageContent } from "./StudyPageContent.tsx";

/** @param fragment The part of the address after `#`. */
export function StudyLoader({ fragment }: { readonly fragment: string }) {
  const { study } = usePage();
  const [studyPage, setStudyPage] = useState<StudySession | null>(null);
  useEffect(() => void study().then(setStudyPage), [study]);
  useEffect(() => {
    if (studyPage !== null) openStudyLink(studyPage, fragment);
  }, [studyPage, fragment]);
  useEffect(() => (studyPage === null ? undefined : syncStudyAddress(studyPage)), [studyPage]);
  return studyPage === null ? null : <StudyPageContent study={studyPage} />;
}
