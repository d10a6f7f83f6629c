/** The parts of a link about the page, as written. The meaning of `view=` is read in `view-state.ts` and by the study. */

/** A fragment with its parts about the page separated. */
export interface PageParts {
  /** The remainder: the link of the scenario, or empty. */
  readonly scenario: string;
  /** The value of `view=`, as written; null if it is absent. */
  readonly view: string | null;
  readonly isEmbedded: boolean;
  /** What is locked in an embedded page, as written; null if nothing is. */
  readonly lock: string | null;
  /** Path of a document next to the page, as written; null if it is absent. */
  readonly source: string | null;
  /** A lesson: the name of one next to the page, or a packed one; null if it is absent. */
  readonly lesson: { readonly is: "named" | "packed"; readonly text: string } | null;
  /** The step of the lesson, from 1. */
  readonly step: number;
  /** What is not shown: `finding`. */
  readonly hidden: readonly string[];
  /** Whether every device that opens the link gets its own seed. */
  readonly asksSeed: boolean;
}

/** A single word names a lesson, optionally with its step: `choke.2`. */
const lessonName = /^([a-z][a-z0-9-]{0,39})(?:\.(\d{1,3}))?$/i;

/** Separates the parts about the page from a fragment, with or without `#`. */
export function readPageParts(fragment: string): PageParts {
  // Some programs escape & as in HTML.
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
    // A lock applies to embedded pages only; in the whole page everything can be changed.
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
