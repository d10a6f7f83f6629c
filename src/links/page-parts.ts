/** The parts of a link about the page, as written. The meaning of `view=` is read in `view-state.ts` and by the study. */

/** A fragment with its parts about the page separated. */
export interface PageParts {
  /** The other parts: the link of the scenario, or empty. */
  readonly scenario: string;
  /** The value of `view=`, as written; null if it is absent. */
  readonly view: string | null;
  readonly isEmbedded: boolean;
  /** What is locked in an embedded page, as written; null if nothing is. */
  readonly lock: string | null;
  /** Path of a document next to the page, as written; null if it is absent. */
  readonly source: string | null;
  /** A lesson: the name of a lesson file next to the page, or a packed lesson; null if it is absent. */
  readonly lesson: { readonly is: "named" | "packed"; readonly text: string } | null;
  /** The step of the lesson, from 1. */
  readonly step: number;
  /** Parts of the page that are not shown: `finding`. */
  readonly hidden: readonly string[];
  /** Whether every device that opens the link gets its own seed. */
  readonly hasOwnSeed: boolean;
}

/** A single word names a lesson, optionally with its step: `choke.2`. */
const lessonPattern = /^([a-z][a-z0-9-]{0,39})(?:\.(\d{1,3}))?$/i;

/**
 * Separates the parts of an address's fragment that concern the page, such as `view=…` or `embed=1`, from the part that describes the
 * scenario. The fragment may begin with `#`. The first part may be the name of a lesson with a step, `choke.2`.
 */
export function readPageParts(fragment: string): PageParts {
  // Some programs escape & as in HTML.
  const parts = fragment.replace(/^#/, "").replaceAll("&amp;", "&").split("&");
  const lessonMatch = parts.length === 0 || parts[0] === "paper" || parts[0] === "study" ? null : lessonPattern.exec(parts[0]);
  const partValue = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const [view, source, lock] = [partValue("view"), partValue("src"), partValue("lock")];
  const isEmbedded = partValue("embed") === "1";
  const packedLesson = partValue("lesson");
  const step = Math.max(1, Number(/^\d{1,3}$/.exec(lessonMatch?.[2] ?? partValue("step") ?? "")?.[0] ?? 1));
  return {
    scenario: parts
      .filter((part, i) => !/^(view|embed|lock|src|lesson|step|hide)=|^seed=ask$/.test(part) && !(i === 0 && lessonMatch !== null))
      .join("&"),
    view: view === null ? null : decode(view),
    isEmbedded,
    // A lock applies to embedded pages only; in the whole page everything can be changed.
    lock: lock === null || !isEmbedded ? null : decode(lock),
    source: source === null ? null : decode(source),
    lesson:
      lessonMatch !== null
        ? { is: "named", text: lessonMatch[1].toLowerCase() }
        : packedLesson !== null
          ? { is: "packed", text: decode(packedLesson) }
          : null,
    step,
    hidden: decode(partValue("hide") ?? "")
      .split(",")
      .filter((word) => word !== ""),
    hasOwnSeed: parts.includes("seed=ask"),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
