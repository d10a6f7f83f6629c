/** Registries of kinds. A registry lists all kinds of one noun (topology, routing, …), in the order in which the page shows them. */
import type { ChosenKind, Params, Values } from "./params.ts";

/** Properties that the kinds of all registries share. */
export interface Kind<Id extends string = string, P extends Params = Params> {
  /** The id in documents. It never changes. */
  readonly id: Id;
  /** Name for people: `thin tree`. */
  readonly title: string;
  /** `a` or `an` before the phrase in the sentence; empty if the phrase contains its article or needs none. */
  readonly article: "a" | "an" | "";
  /** True if documents may contain the kind but the page no longer offers it, because another kind replaces it. */
  readonly isRetired?: true;
  /** Heading under which the kind is listed, such as `Programs`. Absent if the kinds of the registry are not grouped. */
  readonly group?: string;
  /** One sentence that describes the kind. */
  readonly summary: string;
  /** Paper and section. */
  readonly source: string;
  readonly params: P;
  /**
   * Wording in the scenario's sentence: `{title}` is replaced by the title, `{name}` by a parameter. Parameters that the phrase leaves out
   * are set in the drawer.
   */
  readonly phrase: string;
  /** The next allowed value above or below the current value of a number; null if all values in its range are allowed. */
  next?(name: string, values: Values, isUp: boolean): number | null;
  /**
   * The values with which this kind expresses the same thing as `before`, another kind of the registry. Returns a sentence with the reason
   * if it cannot. The page uses these values when the user switches from `before` to this kind. If absent, the kind starts with its
   * defaults.
   */
  valuesToReplace?(before: ChosenKind, kinds: Registry): Values | string;
  /**
   * Describes the switch to this kind as a continuation of "You": `painted the traffic`. If absent, the page says that the user took the
   * kind.
   */
  readonly replacementPhrase?: string;
  /** Parameter values, as in a document, that the contract tests always try. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Kinds by id. A page starts with the kinds of a new document. The other kinds are loaded and registered together, in
 * `core/kinds/all-kinds.ts`. Until then an unknown id throws {@link KindsNotLoaded}, because it may belong to a kind that is not loaded
 * yet.
 */
export interface Registry<K extends Kind = Kind> {
  /** Noun for the registry's kinds: `topology`. */
  readonly noun: string;
  /** All kinds, in the order in which the page shows them; null until all are registered. */
  readonly kinds: readonly K[] | null;
  /** The kind with the id; undefined if no kind has it. */
  find(id: string): K | undefined;
  /** The kind with an id that is known to exist because the document has been read. */
  get(id: string): K;
  /**
   * The first kind that fits, in the order of the list; undefined if none fits. A result does not depend on what is registered, because the
   * initial kinds come before other kinds that fit equally.
   */
  findFirst(fits: (kind: K) => boolean): K | undefined;
}

/** A registry with all its kinds. */
export interface FullRegistry<K extends Kind = Kind> extends Registry<K> {
  readonly kinds: readonly K[];
}

/** A registry that starts with the kinds of a new document. */
export interface PartialRegistry<K extends Kind = Kind> extends Registry<K> {
  /** Registers all kinds, in the order in which the page shows them. Returns the same registry, which is full from then on. */
  register(all: readonly K[]): FullRegistry<K>;
}

/** The id may belong to a kind that is not registered yet. Load all kinds and try again. */
export class KindsNotLoaded extends Error {
  override readonly name = "KindsNotLoaded";
}

/** Creates a registry that is full from the start. */
export function fullRegistry<K extends Kind>(noun: string, all: readonly K[]): FullRegistry<K> {
  return partialRegistry<K>(noun, []).register(all);
}

/**
 * Creates a registry of kinds (implementations of one contract, such as topologies) that finds them by id. It starts with the kinds that a
 * page needs first. Before all kinds are registered, a search for another kind throws {@link KindsNotLoaded}.
 * @param noun What the kinds are, for messages: `topology`.
 */
export function partialRegistry<K extends Kind>(noun: string, initial: readonly K[]): PartialRegistry<K> {
  let byId = new Map(initial.map((kind) => [kind.id, kind]));
  let kinds: readonly K[] | null = null;
  /** Result for a kind that is not found. Throws unless all kinds are registered. */
  const notFound = (): undefined => {
    if (kinds === null) throw new KindsNotLoaded(`not all kinds of ${noun} are registered`);
  };
  return {
    noun,
    get kinds() {
      return kinds;
    },
    find: (id) => byId.get(id) ?? notFound(),
    get(id) {
      const kind = this.find(id);
      if (kind === undefined) throw new Error(`no ${noun} "${id}"`);
      return kind;
    },
    findFirst: (fits) => (kinds ?? initial).find(fits) ?? notFound(),
    register(allKinds) {
      byId = new Map(allKinds.map((kind) => [kind.id, kind]));
      if (byId.size !== allKinds.length) throw new Error(`two kinds of ${noun} share an id`);
      if (initial.some((kind) => !allKinds.includes(kind))) throw new Error(`a kind of ${noun} is lost`);
      kinds = allKinds;
      return this as FullRegistry<K>;
    },
  };
}
