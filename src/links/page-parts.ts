/** The parts of a link that are about the page, as written: what `view=` means is read where it is wanted: in `view-state.ts`, and by the study. */

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
  /** A lesson: the name of one beside the page, or a packed one; null where the link names none. */
  readonly lesson: { readonly is: "named" | "packed"; readonly text: string } | null;
  /** The step of a lesson, from 1. */
  readonly step: number;
  /** What is not shown: `finding`. */
  readonly hidden: readonly string[];
  /** Whether everybody who opens the link gets a seed of his own. */
  readonly asksSeed: boolean;
}

/** A word that stands alone names a lesson, with its step: `choke.2`. */
const lessonName = /^([a-z][a-z0-9-]{0,39})(?:\.(\d{1,3}))?$/i;

/** Takes the page's parts out of a fragment, with or without `#`. */
export function readPageParts(fragment: string): PageParts {
  // Some programs take & for HTML.
  const parts = fragment.replace(/^#/, "").replaceAll("&amp;", "&").split("&");
  const named = parts.length === 0 || parts[0] === "paper" || parts[0] === "study" ? null : lessonName.exec(parts[0]);
  const take = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const [view, source, lock] = [take("view"), take("src"), take("lock")];
  const isEmbedded = take("embed") === "1";
  const packed = take("lesson");
  const step = Math.max(1, Number(/^\d{1,3}$/.exec(named?.[2] ?? take("step") ?? "")?.[0] ?? 1));
  return {
    scenario: parts
      .filter((part, i) => !/^(view|embed|lock|src|lesson|step|hide)=|^seed=ask$/.test(part) && !(i === 0 && named !== null))
      .join("&"),
    view: view === null ? null : decoded(view),
    isEmbedded,
    // Who has the whole page may change everything.
    lock: lock === null || !isEmbedded ? null : decoded(lock),
    source: source === null ? null : decoded(source),
    lesson:
      named !== null ? { is: "named", text: named[1].toLowerCase() } : packed !== null ? { is: "packed", text: decoded(packed) } : null,
    step,
    hidden: decoded(take("hide") ?? "")
      .split(",")
      .filter((word) => word !== ""),
    asksSeed: parts.includes("seed=ask"),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
