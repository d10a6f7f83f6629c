/** Loads the study and opens the one that the address describes. */
import { useEffect, useState } from "react";
import { usePage } from "../../hooks.ts";
import { keepStudyAddress, openStudy, type StudyPage } from "./open-study.ts";
import { Study } from "./Study.tsx";

/** @param fragment The part of the address after `#`. */
export function StudyRoom({ fragment }: { readonly fragment: string }) {
  const { study: fetch } = usePage();
  const [study, setStudy] = useState<StudyPage | null>(null);
  useEffect(() => void fetch().then(setStudy), [fetch]);
  useEffect(() => {
    if (study !== null) openStudy(study, fragment);
  }, [study, fragment]);
  useEffect(() => (study === null ? undefined : keepStudyAddress(study)), [study]);
  return study === null ? null : <Study study={study} />;
}
