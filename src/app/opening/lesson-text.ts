/** Distinguishes the text of a lesson from that of a scenario before parsing. */

/** Whether a text is that of a lesson: its `format` appears near the beginning. */
export function isLessonText(text: string): boolean {
  return /^\s*\{[^{]{0,400}"format"\s*:\s*"fabricscope-lesson"/.test(text.slice(0, 1000));
}
