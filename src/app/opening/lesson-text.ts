/** Distinguishes the text of a lesson from the text of a scenario before parsing. */

/** Whether a text is a lesson: the `format` of lessons appears near its beginning. */
export function isLessonText(text: string): boolean {
  return /^\s*\{[^{]{0,400}"format"\s*:\s*"fabricscope-lesson"/.test(text.slice(0, 1000));
}
