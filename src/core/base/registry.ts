/** A registry is the list of all kinds of one noun, in the order in which people see them. */
import type { ChosenKind, Params, Values } from "./params.ts";

/** The head that every kind of every noun has. */
export interface Kind<Id extends string = string, P extends Params = Params> {
  /** The word in the document. It never changes. */
  readonly id: Id;
  /** The name people read: `thin tree`. */
  readonly title: string;
  /** `a` or `an` before the phrase in the sentence; empty where the phrase has its own, or English has none. */
  readonly article: "a" | "an" | "";
  /** True of what documents have but nobody is offered any more: another kind says it better. */
  readonly isFormer?: true;
  /** What it is listed under, among kinds of its noun: `Programs`; absent where all of them stand in one list. */
  readonly group?: string;
  /** One sentence: what it is. */
  readonly summary: string;
  /** Paper and section. */
  readonly source: string;
  readonly params: P;
  /**
   * How the kind reads in the scenario's sentence: `{title}` stands for the title, `{name}` for a parameter. What the
   * phrase leaves out can be set in the drawer.
   */
  readonly phrase: string;
  /** The next value above or below that a number of the kind may have; null where every one in its range is as good. */
  next?(name: string, values: Values, isUp: boolean): number | null;
  /**
   * Values with which it stands for what another kind of its registry stands for, or why it cannot, as a sentence. Whoever
   * chooses it in place of that gets these; absent where it begins with its own.
   */
  takesOver?(before: ChosenKind, kinds: Registry): Values | string;
  /** What whoever chose it in place of another has done, in words that go on from "You": `painted the traffic`; absent where he took it. */
  readonly taken?: string;
  /** Parameter values the law tests always try, as they stand in a document. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

export interface Registry<K extends Kind = Kind> {
  /** What its kinds are called: `topology`. */
  readonly noun: string;
  readonly kinds: readonly K[];
  /** The kind of that id, or undefined. */
  find(id: string): K | undefined;
  /** The kind of that id, which is known to exist because the document has been read. */
  get(id: string): K;
  /** Lists all kinds, where it began with some of them. Ids are unique and none is lost, or this throws. */
  complete(kinds: readonly K[]): Registry<K>;
}

/** Makes the registry of a noun from its list of kinds, or from those that it begins with. */
export function registry<K extends Kind>(noun: string, begun: readonly K[]): Registry<K> {
  const kinds: K[] = [];
  const byId = new Map<string, K>();
  const made: Registry<K> = {
    noun,
    kinds,
    find: (id) => byId.get(id),
    get(id) {
      const kind = byId.get(id);
      if (kind === undefined) throw new Error(`no ${noun} "${id}"`);
      return kind;
    },
    complete(all) {
      const before = kinds.splice(0, Infinity, ...all);
      for (const kind of all) byId.set(kind.id, kind);
      if (byId.size !== all.length) throw new Error(`two kinds of ${noun} share an id`);
      if (before.some((kind) => !all.includes(kind))) throw new Error(`a kind of ${noun} is lost`);
      return made;
    },
  };
  return made.complete(begun);
}
