/** How a lesson's text is told from a scenario's, before either is read. */

/** It says so near its beginning. */
export function isLessonText(text: string): boolean {
  return /^\s*\{[^{]{0,400}"format"\s*:\s*"fabricscope-lesson"/.test(text.slice(0, 1000));
}
