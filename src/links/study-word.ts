/** What tells the link of a study from others; apart from what reads it, which knows the networks that there are. */

/** The word that it begins with. */
export const studyWord = "study";

/** Whether a fragment, without `#`, is of a study. */
export const isStudy = (fragment: string): boolean => fragment === studyWord || fragment.startsWith(`${studyWord}&`);
