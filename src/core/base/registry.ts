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

/**
 * Kinds by their ids. A page begins with the kinds of a new document; the others are fetched and registered together, in
 * `core/kinds/all-kinds.ts`. Until then an id that is not among the first throws {@link KindsMissing}, because it may be one of the others.
 */
export interface Registry<K extends Kind = Kind> {
  /** What its kinds are called: `topology`. */
  readonly noun: string;
  /** All kinds, in the order in which people see them; null until all are registered. */
  readonly kinds: readonly K[] | null;
  /** The kind of that id; undefined where no kind has it. */
  find(id: string): K | undefined;
  /** The kind of that id, which is known to exist because the document has been read. */
  get(id: string): K;
  /** The first kind in the order of the list that fits; undefined where none does. The first kinds come before others that fit the same. */
  firstThat(fits: (kind: K) => boolean): K | undefined;
}

/** A registry with all its kinds. */
export interface FullRegistry<K extends Kind = Kind> extends Registry<K> {
  readonly kinds: readonly K[];
}

/** A registry of which a page has the first kinds. */
export interface FirstRegistry<K extends Kind = Kind> extends Registry<K> {
  /** Registers all kinds, in the order in which people see them: the same registry, full from then on. */
  register(all: readonly K[]): FullRegistry<K>;
}

/** A kind may be meant that is not registered yet: fetching all kinds answers that. */
export class KindsMissing extends Error {
  override readonly name = "KindsMissing";
}

/** The registry of a noun, full from the start. */
export function registry<K extends Kind>(noun: string, all: readonly K[]): FullRegistry<K> {
  return firstRegistry<K>(noun, []).register(all);
}

/** The registry of a noun with the kinds that a page begins with. */
export function firstRegistry<K extends Kind>(noun: string, first: readonly K[]): FirstRegistry<K> {
  let byId = new Map(first.map((kind) => [kind.id, kind]));
  let kinds: readonly K[] | null = null;
  /** What is known of a kind that was not found: that there is none, once all are registered. */
  const none = (): undefined => {
    if (kinds === null) throw new KindsMissing(`not all kinds of ${noun} are registered`);
  };
  return {
    noun,
    get kinds() {
      return kinds;
    },
    find: (id) => byId.get(id) ?? none(),
    get(id) {
      const kind = this.find(id);
      if (kind === undefined) throw new Error(`no ${noun} "${id}"`);
      return kind;
    },
    firstThat: (fits) => (kinds ?? first).find(fits) ?? none(),
    register(all) {
      byId = new Map(all.map((kind) => [kind.id, kind]));
      if (byId.size !== all.length) throw new Error(`two kinds of ${noun} share an id`);
      if (first.some((kind) => !all.includes(kind))) throw new Error(`a kind of ${noun} is lost`);
      kinds = all;
      return this as FullRegistry<K>;
    },
  };
}
