interface Text {
  readonly line: number;
  readonly text: string;
}
export function sentencesOf(file: string, code: string): readonly Text[];
export function commentsOf(file: string, code: string): readonly Text[];
export function modulesIn(path: string): readonly string[];
