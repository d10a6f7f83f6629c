/**
 * Descriptions of parameters. From one description follow reading and checking, the default, the form, the words in the scenario's
 * sentence, the manual, the JSON Schema, the short form in links, and the random cases of the contract tests. Descriptions are plain
 * objects that can be inspected.
 */
import { type ValidationIssue, maxIssues, quoteValue } from "./errors.ts";
import { memoize } from "./memoize.ts";
import { type Kind, KindsNotLoaded, type Registry } from "./kind-registry.ts";
import { isSameValue } from "./equality.ts";
import { type Dimension, formatQuantity, parseQuantity } from "./units.ts";

/** Properties that every parameter description has. */
interface ParamDescription<T> {
  /** Value if the document does not set the parameter. */
  readonly default: T;
  /** Name of the parameter in words: the label in a form. */
  readonly title: string;
  /** One sentence, with unit and source where they exist. */
  readonly help: string;
  /** Symbol in the paper, such as `k′`. The sentence shows `k′ = 2`, and readable links accept it. */
  readonly symbol?: string;
  /**
   * Wording in the sentence; `#` is replaced by the value: `"# levels"`. The form for 1 follows a bar: `"# levels|# level"`. For a flag,
   * the wordings of yes and no: `"on|off"`.
   */
  readonly word?: string;
  /** Preposition before the parameter if the sentence ends with it, instead of `with`: `over`. */
  readonly preposition?: string;
  /**
   * Wording of the whole value if it is the default: `all links alike`. Otherwise only the parts that differ from the default are
   * mentioned.
   */
  readonly defaultWording?: string;
  /** Wording of the value 0 if it has a special meaning: `as many ranks as fit`. */
  readonly zero?: string;
  /** Wording of the largest value: `no eager limit`. */
  readonly most?: string;
  /** Name of a sibling parameter that, if it is not 0, may end the phase earlier. This parameter's value is then worded as a maximum. */
  readonly endedEarlierBy?: string;
  /**
   * True if the parameter defines its kind. Switching from another kind to this one then takes the default instead of the other kind's
   * value.
   */
  readonly isKindDefining?: true;
  /** True if the value is a terminal number. The sentence shows the terminal's name if it has one. */
  readonly isTerminalNumber?: true;
  /** Present if the parameter changes no run: it holds names, which are shown with results, or positions in the drawing. */
  readonly cosmetic?: "names" | "places";
}

/** A whole number in a range. */
export interface IntegerParam extends ParamDescription<number> {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
  /** Unit as shown to people: `cycles`, `packets`. */
  readonly unit?: string;
}

/** A real number in a range. */
export interface NumberParam extends ParamDescription<number> {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  /** Change of the value by one arrow key or one step of a drag. */
  readonly step: number;
  readonly unit?: string;
}

/** In the document a quantity with a unit (`"64 B"`), in memory a number in the base unit. */
export interface QuantityParam extends ParamDescription<number> {
  readonly type: "quantity";
  readonly dimension: Dimension;
  readonly min: number;
  readonly max: number;
  /** Every allowed value is a multiple of this. */
  readonly multipleOf: number;
}

/** A bare number or a quantity with a unit: 2 (times the usual rate) or `"50 GB/s"`; 100 (cycles) or `"20 m"`. */
export interface AmountParam extends ParamDescription<Amount> {
  readonly type: "amount";
  /** Range, step and unit of a bare number. */
  readonly min: number;
  readonly max: number;
  /** 1 if a bare number has to be whole. */
  readonly multipleOf?: 1;
  readonly step: number;
  readonly unit?: string;
  /** The quantities that are accepted instead of a bare number. */
  readonly quantities: readonly QuantityRange[];
  /** Wording of a value after the noun it describes: `twice as fast`, `of 50 GB/s`. */
  say(value: Amount): string;
  /** Sentence about the accepted values for error messages: `expected a number from 0 to 4, or …`. */
  readonly expected: string;
  /** Parses the value in a document. Returns undefined if it is neither a number nor one of the quantities. */
  parse(input: unknown): Amount | undefined;
  /** Whether a parsed value is in range. */
  allows(value: unknown): boolean;
  /** The value as it is written in a document. */
  write(value: Amount): number | string;
  /** The accepted value nearest to a refused one; undefined if there is none. */
  nearest(input: unknown): Amount | undefined;
}

/** A bare number, or a quantity in the base unit of its dimension. */
export type Amount = number | { readonly of: Dimension; readonly value: number };

/** Range of a quantity, in the base unit of its dimension. */
export type QuantityRange = Range & Pick<QuantityParam, "dimension" | "multipleOf">;

/** A value of a choice. */
export interface Choice<C extends string = string> {
  readonly id: C;
  readonly title: string;
  readonly help: string;
}

export interface ChoiceParam<C extends string = string> extends ParamDescription<C> {
  readonly type: "choice";
  readonly choices: readonly Choice<C>[];
}

export interface FlagParam extends ParamDescription<boolean> {
  readonly type: "flag";
}

/**
 * A text that only its kind can parse, such as the links of a drawn network. Sentences and forms leave it out or show what `say` makes of
 * it.
 */
export interface TextParam extends ParamDescription<string> {
  readonly type: "text";
  /** Maximum number of characters. */
  readonly maxLength: number;
  /** Replaces a long text by a short one, usually its hash, when a run is named. The result must never change. */
  readonly shorten?: (value: string) => string;
  /** Summary of the text in words: `7 switches and 14 terminals`. */
  readonly say?: (text: string) => string;
  /** Describes the change between two texts as a continuation of "You": `added 2 links`. Empty if there is no difference to mention. */
  readonly sayChange?: (oldText: string, newText: string) => string;
}

/** A list of values with one description: the sizes of a torus. */
export interface ListParam<I extends Param = Param> extends ParamDescription<readonly ValueOf<I>[]> {
  readonly type: "list";
  readonly of: I;
  readonly minLength: number;
  readonly maxLength: number;
  /** Separator of the values in the sentence and in links: `×`. */
  readonly separator: string;
  /** Names of the entries, derived from the sibling parameters, where numbers alone say little; null if they cannot be derived. */
  readonly names?: EntryNames;
  /** Present if each entry is a record about a named object, such as a link class. Objects that are not listed have the defaults. */
  readonly entryKeys?: EntryKeys;
}

/**
 * How the entries of a list are found by the object that they describe instead of by index. In all functions, `siblings` are the values of
 * the record that contains the list.
 */
export interface EntryKeys<Entry extends Values = Values> {
  /** Name of the entry's parameter that identifies the object. */
  readonly keyParam: string;
  /**
   * Finds the entry of an object by its name in any spelling, or by its index in the list. `key` is a single word that paths and links use
   * for the object. If the object is not listed, the entry has the defaults; the result is null if there is no such object.
   */
  entryOf(name: string, entries: readonly Entry[], siblings: Values): { readonly key: string; readonly entry: Entry } | null;
  /** A copy of the entries in which this entry replaces the entry of the same object. */
  withEntry(entry: Entry, entries: readonly Entry[], siblings: Values): readonly Entry[];
  /** Keys of all objects that a form offers: the ones that can always be set, and the listed ones. */
  keys(entries: readonly Entry[], siblings: Values): readonly string[];
  /** Name of the object in words: `global links`, `link leaf 12 – spine 4`. */
  title(name: string, siblings: Values): string;
  /**
   * Describes a list entry by entry: `global links` and `twice as fast and 100 cycles long`. Values for which `isOmitted`, given key and
   * parameter name, is true are left out.
   */
  describe(
    entries: readonly Entry[],
    siblings: Values,
    isOmitted?: (key: string, name: string) => boolean,
  ): readonly { readonly title: string; readonly words: string }[];
  /** The entries in canonical order, without entries that only state defaults or that describe objects which do not exist. */
  normalize(entries: readonly Entry[], siblings: Values): readonly Entry[];
  /**
   * The changes that lead from one list to another: single values with path (key, parameter name), or the whole list with an empty path if
   * single values cannot express the difference.
   */
  changesBetween(
    from: readonly Entry[],
    to: readonly Entry[],
    siblings: Values,
  ): readonly { readonly path: readonly string[]; readonly value: unknown }[];
}

type EntryNames = (siblings: Values) => readonly string[] | null;

/** A record of parameters: one message of a list. */
export interface RecordParam<P extends Params = Params> extends ParamDescription<ValuesOf<P>> {
  readonly type: "record";
  readonly params: P;
  /** True if links write the record's name before its values, `switch=pipeline3`, because the parameter names alone say little. */
  readonly isTogether?: true;
}

/** A choice among the kinds of a registry, with the parameters of the chosen kind: the traffic pattern of an open-loop workload. */
export interface KindParam<K extends Kind = Kind> extends ParamDescription<ChosenKind> {
  readonly type: "kind";
  /** Id of the default kind. It is known even before that kind is registered; `default` may only be read afterwards. */
  readonly defaultKind: K["id"];
  readonly registry: Registry<K>;
}

/** The id of a kind and the values of its parameters. */
export interface ChosenKind {
  readonly kind: string;
  readonly values: Values;
}

/** Parameters with a range. A page can step and drag them. */
export type NumericParam = IntegerParam | NumberParam | QuantityParam;

/** The description of any parameter. */
export type Param =
  | IntegerParam
  | NumberParam
  | QuantityParam
  | AmountParam
  | ChoiceParam
  | FlagParam
  | TextParam
  | ListParam
  | RecordParam
  | KindParam;

/** Parameters that contain no other parameters. */
type SingleParam = Exclude<Param, ListParam | RecordParam | KindParam>;

/** Descriptions of parameters by name. */
export type Params = Readonly<Record<string, Param>>;
/** Parameter values by name, without static types, as forms and links use them. */
export type Values = Readonly<Record<string, unknown>>;
/** Type of a parameter's value in memory; unknown for a parameter of unknown type. */
export type ValueOf<P> = Param extends P ? unknown : P extends { readonly default: infer T } ? T : never;
/** Types of the values of a set of parameters. */
export type ValuesOf<P extends Params> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** Options for the functions that describe a parameter: all common properties, plus those of the type of parameter. */
export type ParamOptions<T, More = object> = Omit<ParamDescription<T>, "default"> & { readonly default: T } & More;
export type Range = { readonly min: number; readonly max: number };

export const rangeText = ({ min, max }: Range, unit = "") => `from ${min} to ${max}${unit}`;

/** A whole-number parameter. */
export function integer(options: ParamOptions<number, Range & { readonly unit?: string }>): IntegerParam {
  return { type: "integer", ...options };
}

/** A real-number parameter, with an optional unit for display. */
export function number(options: ParamOptions<number, Range & { readonly step: number; readonly unit?: string }>): NumberParam {
  return { type: "number", ...options };
}

/** A quantity with a unit. `min`, `max` and the default are in the base unit. */
export function quantity(
  options: ParamOptions<number, Range & { readonly dimension: Dimension; readonly multipleOf: number }>,
): QuantityParam {
  return { type: "quantity", ...options };
}

/** A parameter with a few named values. */
export function choice<const C extends string>(
  options: ParamOptions<NoInfer<C>, { readonly choices: readonly Choice<C>[] }>,
): ChoiceParam<C> {
  return { type: "choice", ...options };
}

/** A yes-or-no parameter. */
export function flag(options: ParamOptions<boolean>): FlagParam {
  return { type: "flag", ...options };
}

/** A text parameter that its kind parses. */
export function text(options: ParamOptions<string, Pick<TextParam, "maxLength" | "shorten" | "say" | "sayChange">>): TextParam {
  return { type: "text", ...options };
}

/** A list of values that share one description. */
export function list<I extends Param>(
  of: I,
  options: ParamOptions<
    readonly ValueOf<I>[],
    {
      readonly minLength: number;
      readonly maxLength: number;
      readonly separator: string;
      readonly names?: EntryNames;
      readonly entryKeys?: EntryKeys;
    }
  >,
): ListParam<I> {
  return { type: "list", of, ...options };
}

/** A group of named parameters. */
export function record<P extends Params>(
  params: P,
  options: Omit<ParamOptions<ValuesOf<P>>, "default"> & Pick<RecordParam, "isTogether">,
): RecordParam<P> {
  return Object.defineProperty(
    { type: "record", params, ...options } as RecordParam<P>,
    "default",
    lazyProperty(() => defaultsOf(params)),
  );
}

/**
 * A record whose parameters are described only when all kinds are loaded. Until then all its values are the defaults, and it cannot be read
 * or described.
 */
export function deferredRecord<P extends Params>(options: ParamOptions<ValuesOf<P>, Pick<RecordParam, "isTogether">>): RecordParam<P> {
  return { type: "record", params: {} as P, ...options };
}

/** Completes the description of a parameter that was declared with {@link deferredRecord}. */
export function completeParam<P extends Param>(param: P, description: Partial<P>): void {
  Object.assign(param, description);
}

/**
 * A choice among the kinds of a registry. `default` is the id of a kind that may be registered later; its parameters start with their
 * defaults.
 */
export function kindChoice<K extends Kind>(
  registry: Registry<K>,
  options: Omit<ParamOptions<string>, "default"> & { readonly default: K["id"] },
): KindParam<K> {
  const { default: defaultKind, ...description } = options;
  const makeDefault = () => ({ kind: defaultKind, values: defaultsOf(registry.get(defaultKind).params) });
  return Object.defineProperty(
    { type: "kind", registry, defaultKind, ...description } as KindParam<K>,
    "default",
    lazyProperty(makeDefault),
  );
}

/** A property that is computed at first access. A choice among kinds may be described before its default kind is registered. */
function lazyProperty<T>(compute: () => T): PropertyDescriptor & ThisType<unknown> {
  let value: T | undefined;
  return { get: () => (value ??= compute()), enumerable: true };
}

/** The default of every parameter. */
export function defaultsOf(params: Params): Values {
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.default]));
}

/**
 * Reads the value of one parameter from a document. Faults are added to `issues`, each with its path; then the default or another valid
 * value is returned, so that one pass finds all faults.
 * @param path Path of the parameter in the document: `topology.sizes.0`.
 */
export function readParam(param: Param, input: unknown, path: string, issues: ValidationIssue[]): unknown {
  if (input === undefined) return param.default;
  switch (param.type) {
    case "list": {
      if (!Array.isArray(input)) {
        issues.push({
          path,
          message: `${quoteValue(input)} is not a list; expected a list of ${param.title.toLowerCase()}.`,
          remedy: "Write it in square brackets.",
        });
        return param.default;
      }
      if (!checkListLength(param, input, path, issues)) return param.default;
      const values: unknown[] = [];
      for (const [i, each] of input.entries()) {
        if (issues.length >= maxIssues) return param.default;
        values.push(readParam(param.of, each, `${path}.${i}`, issues));
      }
      return values;
    }
    case "record":
      if (Object.keys(param.params).length === 0) throw new KindsNotLoaded(`${param.title} is described with all kinds`);
      return readParams(param.params, input, path, issues);
    case "kind":
      return readKind(param.registry, input, path, issues);
    default: {
      const value = parseValue(param, input);
      if (isAllowed(param, value)) return value;
      issues.push(issueOf(param, input, path));
      return param.default;
    }
  }
}

/**
 * Reads an object with the values of several parameters from a document. An unknown key is an issue that suggests the nearest known name; a
 * missing key takes its default.
 * @param path Path of the object in the document.
 * @param ignore Keys that may be present but are read elsewhere.
 */
export function readParams(
  params: Params,
  input: unknown,
  path: string,
  issues: ValidationIssue[],
  ignore: readonly string[] = [],
): Values {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    issues.push({
      path,
      message: `${quoteValue(input)} is not an object; expected { ${Object.keys(params).join(", ")} }.`,
      remedy: "Write it in curly brackets.",
    });
    return defaultsOf(params);
  }
  checkKeys(input, Object.keys(params), path, issues, ignore);
  const object = input as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [
      name,
      readParam(param, Object.hasOwn(object, name) ? object[name] : undefined, joinPath(path, name), issues),
    ]),
  );
}

/**
 * Adds an issue for each key of an object that is neither known nor to be ignored, with the nearest known name as a suggestion.
 * @param path Path of the object in the document.
 */
export function checkKeys(
  input: object,
  knownKeys: readonly string[],
  path: string,
  issues: ValidationIssue[],
  ignore: readonly string[] = [],
): void {
  for (const key of Object.keys(input)) {
    if (knownKeys.includes(key) || ignore.includes(key)) continue;
    if (issues.length >= maxIssues) break;
    const closest = nearestName(key, knownKeys);
    issues.push({
      path: joinPath(path, key.slice(0, 60)),
      message: `is not known here; expected ${knownKeys.length === 0 ? "nothing" : `one of ${knownKeys.join(", ")}`}.`,
      remedy: closest === undefined ? "Leave it out." : `Did you mean "${closest}"?`,
    });
  }
}

/**
 * Reads the choice of a kind (such as a topology) with its parameters: `{ kind, …parameters }`, or the bare id of a kind. An unknown id is
 * an issue that suggests the nearest known one.
 * @param path Path of the choice in the document.
 */
export function readKind(registry: Registry<Kind>, input: unknown, path: string, issues: ValidationIssue[]): ChosenKind {
  const object = typeof input === "string" ? { kind: input } : input;
  const name: unknown = typeof object === "object" && object !== null ? (object as Record<string, unknown>)["kind"] : undefined;
  const kind = registry.find(typeof name === "string" ? name : "");
  if (kind === undefined) {
    // Only a full registry knows that a kind does not exist.
    const kinds = registry.kinds!;
    const [fallback] = kinds;
    const ids = kinds.map((each) => each.id);
    // Users of the page know kinds by their titles, so titles are compared as well.
    const titles = kinds.map(({ title }) => title.toLowerCase().replaceAll(" ", "-"));
    const closest = typeof name === "string" ? nearestName(name, [...ids, ...titles]) : undefined;
    const suggestion = closest === undefined || ids.includes(closest) ? closest : ids[titles.indexOf(closest)];
    issues.push({
      path: joinPath(path, "kind"),
      message: `${quoteValue(name)} is not a ${registry.noun}; expected one of ${ids.join(", ")}.`,
      ...(suggestion === undefined
        ? { remedy: `Choose one, for example "${fallback.id}".` }
        : {
            nearest: suggestion,
            remedy: suggestion === closest ? `Did you mean "${suggestion}"?` : `Its name here is "${suggestion}".`,
          }),
    });
    return { kind: fallback.id, values: defaultsOf(fallback.params) };
  }
  return { kind: kind.id, values: readParams(kind.params, object, path, issues, ["kind"]) };
}

/** Checks values in memory. Adds the issues that {@link readParams} would find in a document with these values. */
export function checkParams(params: Params, values: Values, path: string, issues: ValidationIssue[]): void {
  for (const [name, param] of Object.entries(params)) checkParam(param, values[name], joinPath(path, name), issues);
}

/** Checks one parameter value in memory, as {@link readParam} checks it in a document. Faults are added to `issues`. */
export function checkParam(param: Param, value: unknown, path: string, issues: ValidationIssue[]): void {
  switch (param.type) {
    case "record":
      return checkParams(param.params, value as Values, path, issues);
    case "kind": {
      const chosen = value as ChosenKind;
      // Almost always true, and cached; otherwise the values are checked again for the messages.
      if (!isKindInRange(param.registry)(chosen)) checkParams(param.registry.get(chosen.kind).params, chosen.values, path, issues);
      return;
    }
    case "list": {
      const entries = value as readonly unknown[];
      if (!checkListLength(param, entries, path, issues)) return;
      for (const [i, each] of entries.entries()) if (issues.length < maxIssues) checkParam(param.of, each, `${path}.${i}`, issues);
      return;
    }
    default: {
      if (isAllowed(param, value)) return;
      const input = writeParam(param, value);
      // Properties that a document leaves out take their default.
      if (input !== undefined) issues.push(issueOf(param, input, path));
    }
  }
}

/** Whether all values of a chosen kind are in range. Memoized per object, because an edit replaces few of a document's kinds. */
export const isKindInRange = memoize((registry: Registry<Kind>) =>
  memoize(({ kind, values }: ChosenKind) => {
    const issues: ValidationIssue[] = [];
    checkParams(registry.get(kind).params, values, "", issues);
    return issues.length === 0;
  }),
);

/** Adds an issue if the list has too few or too many entries. Returns whether the length is accepted. */
function checkListLength(
  { of: entryParam, minLength, maxLength }: ListParam,
  entries: readonly unknown[],
  path: string,
  issues: ValidationIssue[],
): boolean {
  const { length } = entries;
  if (length >= minLength && length <= maxLength) return true;
  issues.push({
    path,
    message: `has ${length} entries; expected ${minLength} to ${maxLength}.`,
    remedy: length > maxLength ? `Keep the first ${maxLength}.` : "Add the missing ones.",
    // Whole numbers are the same in a document and in memory.
    ...(length > maxLength && entryParam.type === "integer" ? { nearest: entries.slice(0, maxLength) } : {}),
  });
  return false;
}

/** The issue for a single value that cannot be used. */
function issueOf(param: SingleParam, input: unknown, path: string): ValidationIssue {
  const nearest = nearestValue(param, input);
  return {
    path,
    message: `${quoteValue(input)} cannot be used: ${expectation(param, parseValue(param, input))}.`,
    ...(nearest === undefined
      ? { remedy: `Leave it out for the default, ${quoteValue(writeParam(param, param.default))}.` }
      : { nearest, remedy: `Use ${quoteValue(writeParam(param, nearest))}.` }),
  };
}

/**
 * Parses a single value of a document. Returns an error message if the text of a quantity cannot be parsed, and other wrong input unchanged
 * or as undefined.
 */
function parseValue(param: SingleParam, input: unknown): unknown {
  if (param.type === "quantity") return parseQuantity(input, param.dimension, (value) => nearestWithin(param, value));
  return param.type === "amount" ? param.parse(input) : input;
}

/**
 * The part of a message that says which values were expected instead of a refused one.
 * @param value Result of {@link parseValue}; for a quantity that cannot be parsed, a sentence.
 */
function expectation(param: SingleParam, value: unknown): string {
  switch (param.type) {
    case "integer":
      return `expected a whole number ${rangeText(param)}`;
    case "number":
      return `expected a number ${rangeText(param)}`;
    case "quantity": {
      const { dimension, min, max, multipleOf } = param;
      if (typeof value !== "number") return value as string;
      return value >= min && value <= max
        ? `expected a multiple of ${formatQuantity(multipleOf, dimension)}`
        : `expected a quantity from ${formatQuantity(min, dimension)} to ${formatQuantity(max, dimension)}`;
    }
    case "amount":
      return param.expected;
    case "choice":
      return `expected one of ${param.choices.map(({ id }) => id).join(", ")}`;
    case "flag":
      return "expected true or false";
    case "text":
      return `expected a text of at most ${param.maxLength} characters`;
  }
}

/** Whether a parsed value is accepted for the parameter. */
function isAllowed(param: SingleParam, value: unknown): boolean {
  if (param.type === "flag") return typeof value === "boolean";
  if (param.type === "choice") return param.choices.some(({ id }) => id === value);
  if (param.type === "text") return typeof value === "string" && value.length <= param.maxLength;
  if (param.type === "amount") return param.allows(value);
  const isInRange = Number.isFinite(value) && (value as number) >= param.min && (value as number) <= param.max;
  if (param.type === "number") return isInRange;
  return isInRange && (value as number) % (param.type === "integer" ? 1 : param.multipleOf) === 0;
}

/**
 * The value of a parameter as it is written in a document: quantities with their unit, kinds as objects with `kind` and their parameters.
 * @param includesDefaults Whether values that equal the default are written, too.
 */
export function writeParam(param: Param, value: unknown, includesDefaults = false): unknown {
  switch (param.type) {
    case "quantity":
      return formatQuantity(value as number, param.dimension);
    case "amount":
      return param.write(value as Amount);
    case "list":
      return (value as readonly unknown[]).map((each) => writeParam(param.of, each, includesDefaults));
    case "record":
      return writeParams(param.params, value as Values, includesDefaults);
    case "kind": {
      const chosen = value as ChosenKind;
      return { kind: chosen.kind, ...writeParams(param.registry.get(chosen.kind).params, chosen.values, includesDefaults) };
    }
    default:
      return value;
  }
}

/**
 * The values that differ from their defaults, as they are written in a document.
 * @param includesDefaults Whether all other values are written, too, except unset names and positions of drawings.
 */
export function writeParams(params: Params, values: Values, includesDefaults = false): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    // Parameters missing in `values` have the default.
    const current = name in values ? values[name] : param.default;
    const value = writeParam(param, current, includesDefaults);
    if ((includesDefaults && param.cosmetic === undefined) || !isDefault(param, current, value)) written[name] = value;
  }
  return written;
}

/**
 * Whether a value is the default. A chosen kind is compared by its id, and by whether `written` has no further keys: its default value may
 * not be available yet.
 */
function isDefault(param: Param, value: unknown, written: unknown): boolean {
  if (param.type === "kind") return (value as ChosenKind).kind === param.defaultKind && Object.keys(written as object).length === 1;
  if (param.type === "record") return Object.keys(written as object).length === 0;
  return isSameValue(written, writeParam(param, param.default));
}

/**
 * The accepted value nearest to a refused one, which a message suggests: a number within the range, or the choice with the most similar
 * name. Undefined if no value is obvious.
 * @param input The refused value, as it was typed or written in the document.
 */
function nearestValue(param: Param, input: unknown): unknown {
  if (param.type === "integer" || param.type === "number") {
    const value = typeof input === "number" ? input : typeof input === "string" && input.trim() !== "" ? Number(input) : Number.NaN;
    if (Number.isNaN(value)) return undefined;
    const clamped = Math.min(param.max, Math.max(param.min, value));
    return param.type === "integer" ? Math.round(clamped) : clamped;
  }
  if (param.type === "amount") return param.nearest(input);
  if (param.type === "quantity") {
    const isBare = typeof input === "number" || (typeof input === "string" && input.trim() !== "" && Number.isFinite(Number(input)));
    // For a text that cannot be parsed, parseQuantity returns a sentence, which becomes NaN here.
    const value = Number(isBare ? input : parseQuantity(input, param.dimension));
    return Number.isNaN(value) ? undefined : nearestWithin(param, value);
  }
  if (param.type === "choice" && typeof input === "string") {
    return nearestName(
      input,
      param.choices.map((each) => each.id),
    );
  }
  return undefined;
}

/** The parameter with the wording that fits its siblings' values: `at most …` if `endedEarlierBy` names a sibling that is set. */
export function paramInContext<P extends Param>(param: P, values: Values): P {
  if (param.endedEarlierBy === undefined || !values[param.endedEarlierBy]) return param;
  return { ...param, word: `at most ${param.word ?? "#"}` };
}

/** A range of numbers, optionally restricted to multiples of a number. */
export type NumericGrid = Range & { readonly multipleOf?: number };

/** The allowed number nearest to a value. */
export function nearestWithin({ min, max, multipleOf }: NumericGrid, value: number): number {
  return Math.min(max, Math.max(min, multipleOf === undefined ? value : Math.round(value / multipleOf) * multipleOf));
}

/**
 * The known name that was probably meant, if there is one. Tried in order: one typing error, the beginning of a name, one of its words,
 * more typing errors.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const typed = name.slice(0, 40).toLowerCase();
  const distances = names.map((each) => editDistance(typed, each.toLowerCase()));
  const closestWithin = (maxDistance: number) => {
    const minDistance = Math.min(...distances);
    return minDistance <= maxDistance ? names[distances.indexOf(minDistance)] : undefined;
  };
  if (typed.length < 3) return closestWithin(0);
  const withPrefix = names.find((each) => each.toLowerCase().startsWith(typed));
  const withWord = names.find((each) => each.split(/-|(?=[A-Z])/).some((word) => word.toLowerCase() === typed));
  return closestWithin(1) ?? withPrefix ?? withWord ?? closestWithin(Math.max(2, Math.floor(typed.length / 3)));
}

/** Levenshtein distance of two short words. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

const joinPath = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);
