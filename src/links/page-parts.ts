/** The parts of a link that are about the page, as written: what `view=` means is read where it is wanted, in `view-state.ts`. */

/** A fragment, taken apart. */
export interface PageParts {
  /** What is left: the scenario's own link, or nothing. */
  readonly scenario: string;
  /** What `view=` says, as written; null where the link has no such part. */
  readonly view: string | null;
  readonly isEmbedded: boolean;
  /** What an embedded page keeps from being changed, as written; null where nothing is. */
  readonly lock: string | null;
  /** Path of a document beside the page, as written; null where the link names none. */
  readonly source: string | null;
}

/** Takes the page's parts out of a fragment, with or without `#`. */
export function readPageParts(fragment: string): PageParts {
  // Some programs take & for HTML.
  const parts = fragment.replace(/^#/, "").replaceAll("&amp;", "&").split("&");
  const take = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const [view, source, lock] = [take("view"), take("src"), take("lock")];
  const isEmbedded = take("embed") === "1";
  return {
    scenario: parts.filter((part) => !/^(view|embed|lock|src)=/.test(part)).join("&"),
    view: view === null ? null : decoded(view),
    isEmbedded,
    // Who has the whole page may change everything.
    lock: lock === null || !isEmbedded ? null : decoded(lock),
    source: source === null ? null : decoded(source),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
