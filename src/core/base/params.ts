/**
 * Parameter descriptions. One description has many uses: it reads and checks, gives the default, draws the
 * form and the words of the sentence, writes the manual, the JSON Schema and the short form of a link, and generates
 * the random cases of the law tests. Descriptions are plain objects that can be inspected.
 */
import { type ValidationIssue, mostIssues, show } from "./errors.ts";
import { once } from "./once.ts";
import { type Kind, KindsMissing, type Registry } from "./registry.ts";
import { isSameValue } from "./same.ts";
import { type Dimension, formatQuantity, parseQuantity } from "./units.ts";

/** What every parameter says of itself. */
interface Said<T> {
  /** Value when the document is silent. */
  readonly default: T;
  /** What it is, in words: the label in a form. */
  readonly title: string;
  /** One sentence with unit and source where there is one. */
  readonly help: string;
  /** The paper's letter: `k′`. Shown as `k′ = 2` in the sentence, accepted in readable links. */
  readonly symbol?: string;
  /** How the value reads in the sentence, `#` standing for it: `"# levels"`; the form for 1 after a bar: `"# levels|# level"`. Of a flag: yes and no, `"on|off"`. */
  readonly word?: string;
  /** What joins it to the sentence where that ends with it, instead of `with`: `over`. */
  readonly joint?: string;
  /** What it says by itself at its default, in place of every value: `all links alike`. What is not so is then all that it says. */
  readonly usually?: string;
  /** How 0 reads in the sentence where it stands for something else: `as many ranks as fit`. */
  readonly zero?: string;
  /** How its largest value reads there: `no eager limit`. */
  readonly most?: string;
  /** The name of a number beside it that may end it sooner, where that is not 0: its own value is then the most. */
  readonly mostWith?: string;
  /** True where it is what makes the kind: whoever chooses that kind instead of another gets its default, not the other one's value. */
  readonly isOwn?: true;
  /** True where it is the number of a terminal: the sentence tells the terminal's name, where it has one. */
  readonly isTerminal?: true;
  /** What it is where it changes no run: names, which are told with results, or places, which are only seen. */
  readonly isLook?: "names" | "places";
}

export interface IntegerParam extends Said<number> {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
  /** Unit for people: `cycles`, `packets`. */
  readonly unit?: string;
}

export interface NumberParam extends Said<number> {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  /** What one step of a scrub or an arrow key changes. */
  readonly step: number;
  readonly unit?: string;
}

/** A quantity with a unit in the document (`"64 B"`), a number in the base unit inside. */
export interface QuantityParam extends Said<number> {
  readonly type: "quantity";
  readonly dimension: Dimension;
  readonly min: number;
  readonly max: number;
  /** The value is a whole number of these. */
  readonly multipleOf: number;
}

/** A bare number, or a quantity with a unit: 2 times the usual rate, or `"50 GB/s"`; 100 cycles, or `"20 m"`. */
export interface AmountParam extends Said<Amount> {
  readonly type: "amount";
  /** Of a bare number: its range, what one step changes, its unit for people. */
  readonly min: number;
  readonly max: number;
  /** 1 where it is whole. */
  readonly multipleOf?: 1;
  readonly step: number;
  readonly unit?: string;
  /** The quantities that it may be instead. */
  readonly quantities: readonly QuantityRange[];
  /** How a value reads behind what has it: `twice as fast`, `of 50 GB/s`. */
  say(value: Amount): string;
  /** What may stand for it, in words: `expected a number from 0 to 4, or …`. */
  readonly expected: string;
  /** What a document says, as it is inside; undefined where it says neither a number nor one of the quantities. */
  parse(input: unknown): Amount | undefined;
  /** Whether a value may stand for it. */
  allows(value: unknown): boolean;
  /** A value as it stands in a document. */
  write(value: Amount): number | string;
  /** The allowed value nearest to what was refused; undefined where there is none. */
  nearest(input: unknown): Amount | undefined;
}

/** A bare number, or a quantity in the base unit of its dimension. */
export type Amount = number | { readonly of: Dimension; readonly value: number };

/** Quantities that may stand somewhere, in the base unit of their dimension. */
export type QuantityRange = Range & Pick<QuantityParam, "dimension" | "multipleOf">;

export interface Choice<C extends string = string> {
  readonly id: C;
  readonly title: string;
  readonly help: string;
}

export interface ChoiceParam<C extends string = string> extends Said<C> {
  readonly type: "choice";
  readonly choices: readonly Choice<C>[];
}

export interface FlagParam extends Said<boolean> {
  readonly type: "flag";
}

/** A text that only its kind can read, as the links of a drawn network. Sentences and forms leave it out, but for what `say` makes of it. */
export interface TextParam extends Said<string> {
  readonly type: "text";
  /** Most characters. */
  readonly maxLength: number;
  /** What names of runs have in place of a text that may be very long: its hash, which is kept. */
  readonly shorten?: (value: string) => string;
  /** What the text says, in words: `7 switches and 14 terminals`. */
  readonly say?: (text: string) => string;
  /** What was done from one text to another, in words that go on from "You": `added 2 links`; empty where that is nothing. */
  readonly sayChange?: (was: string, is: string) => string;
}

/** A list of values of one parameter: the sizes of a torus. */
export interface ListParam<I extends Param = Param> extends Said<readonly ValueOf<I>[]> {
  readonly type: "list";
  readonly of: I;
  readonly minLength: number;
  readonly maxLength: number;
  /** What stands between the values in the sentence and in links: `×`. */
  readonly separator: string;
  /** What its entries stand for, where numbers say little: in words, by the values beside it; null where that cannot be told. */
  readonly names?: Names;
  /** Present where every entry, a record, is about something that has a name, and what is not listed is at its default. */
  readonly about?: About;
}

/** How the entries of a list are found by what they are about, instead of by their number. */
export interface About<Entry extends Values = Values> {
  /** The parameter of an entry that says what it is about. */
  readonly by: string;
  /**
   * The entry of a name, however it is spelled, or of a number in the list, by the values beside that, with its key in paths and
   * links, one word; as it would stand there where it is not listed, null where nothing has that name.
   */
  entryOf(name: string, entries: readonly Entry[], beside: Values): { readonly key: string; readonly entry: Entry } | null;
  /** The entries with this one in the place of the one of its name. */
  withEntry(entry: Entry, entries: readonly Entry[], beside: Values): readonly Entry[];
  /** Keys of all that a form offers: what always has an entry's values, and what is listed. */
  keys(entries: readonly Entry[], beside: Values): readonly string[];
  /** What has a name, in words, by the values beside the list: `global links`, `link leaf 12 – spine 4`. */
  title(name: string, beside: Values): string;
  /** What a list says, entry by entry: `global links` and `twice as fast and 100 cycles long`; without the values that `isTold`, by key and name. */
  said(
    entries: readonly Entry[],
    beside: Values,
    isTold?: (key: string, name: string) => boolean,
  ): readonly { readonly title: string; readonly words: string }[];
  /** The entries in order, without those that say what goes without saying or are about nothing that is there. */
  settled(entries: readonly Entry[], beside: Values): readonly Entry[];
  /** What leads from some entries to others: single values, by key and name, or all of them at no path where that does not tell all of it. */
  changes(
    from: readonly Entry[],
    to: readonly Entry[],
    beside: Values,
  ): readonly { readonly path: readonly string[]; readonly value: unknown }[];
}

type Names = (beside: Values) => readonly string[] | null;

/** A record of parameters: one message of a list. */
export interface RecordParam<P extends Params = Params> extends Said<ValuesOf<P>> {
  readonly type: "record";
  readonly params: P;
  /** True where its values stand behind its name in a link, `switch=pipeline3`, because their own names say little. */
  readonly isTogether?: true;
}

/** A choice among the kinds of a registry, with that kind's own parameters: the pattern of open-loop traffic. */
export interface KindParam<K extends Kind = Kind> extends Said<ChosenKind> {
  readonly type: "kind";
  /** Id of the default's kind, known even while that is not registered; only then may `default` be asked for. */
  readonly usual: K["id"];
  readonly registry: Registry<K>;
}

/** A kind by its id, with the values of its parameters. */
export interface ChosenKind {
  readonly kind: string;
  readonly values: Values;
}

/** Parameters with a range, which are stepped and dragged. */
export type NumericParam = IntegerParam | NumberParam | QuantityParam;

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

/** What has no parts. */
type SingleParam = Exclude<Param, ListParam | RecordParam | KindParam>;

export type Params = Readonly<Record<string, Param>>;
/** Parameter values without their types, as forms and links see them. */
export type Values = Readonly<Record<string, unknown>>;
/** The inside type of a parameter's value; unknown of a parameter that may be any. */
export type ValueOf<P> = Param extends P ? unknown : P extends { readonly default: infer T } ? T : never;
/** The inside type of a set of parameters. */
export type ValuesOf<P extends Params> = { readonly [K in keyof P]: ValueOf<P[K]> };

export type Options<T, More = object> = Omit<Said<T>, "default"> & { readonly default: T } & More;
export type Range = { readonly min: number; readonly max: number };

export const range = ({ min, max }: Range, unit = "") => `from ${min} to ${max}${unit}`;

/** A whole number. */
export function integer(options: Options<number, Range & { readonly unit?: string }>): IntegerParam {
  return { type: "integer", ...options };
}

/** A number that may have a fraction, without a unit of its own or in the unit named. */
export function number(options: Options<number, Range & { readonly step: number; readonly unit?: string }>): NumberParam {
  return { type: "number", ...options };
}

/** A quantity with a unit. `min`, `max` and the default are in the base unit. */
export function quantity(options: Options<number, Range & { readonly dimension: Dimension; readonly multipleOf: number }>): QuantityParam {
  return { type: "quantity", ...options };
}

/** One of a few named values. */
export function choice<const C extends string>(options: Options<NoInfer<C>, { readonly choices: readonly Choice<C>[] }>): ChoiceParam<C> {
  return { type: "choice", ...options };
}

/** Yes or no. */
export function flag(options: Options<boolean>): FlagParam {
  return { type: "flag", ...options };
}

/** A text that its kind reads. */
export function text(options: Options<string, Pick<TextParam, "maxLength" | "shorten" | "say" | "sayChange">>): TextParam {
  return { type: "text", ...options };
}

/** Several values of one description. */
export function list<I extends Param>(
  of: I,
  options: Options<
    readonly ValueOf<I>[],
    { readonly minLength: number; readonly maxLength: number; readonly separator: string; readonly names?: Names; readonly about?: About }
  >,
): ListParam<I> {
  return { type: "list", of, ...options };
}

/** Several named values that belong together. */
export function record<P extends Params>(
  params: P,
  options: Omit<Options<ValuesOf<P>>, "default"> & Pick<RecordParam, "isTogether">,
): RecordParam<P> {
  return Object.defineProperty(
    { type: "record", params, ...options } as RecordParam<P>,
    "default",
    laterOn(() => defaultsOf(params)),
  );
}

/** Named values that are described with all kinds. Until then all are at their defaults, and nothing can be said of them. */
export function recordLater<P extends Params>(options: Options<ValuesOf<P>, Pick<RecordParam, "isTogether">>): RecordParam<P> {
  return { type: "record", params: {} as P, ...options };
}

/** Describes a parameter that was declared to be described later. */
export function describe<P extends Param>(param: P, said: Partial<P>): void {
  Object.assign(param, said);
}

/** A kind of a registry. `default` is the kind's id, which may be registered later; its own parameters start at their defaults. */
export function kindOf<K extends Kind>(
  registry: Registry<K>,
  options: Omit<Options<string>, "default"> & { readonly default: K["id"] },
): KindParam<K> {
  const { default: usual, ...said } = options;
  const begun = () => ({ kind: usual, values: defaultsOf(registry.get(usual).params) });
  return Object.defineProperty({ type: "kind", registry, usual, ...said } as KindParam<K>, "default", laterOn(begun));
}

/** A property that is worked out when it is first asked for: a kind may be registered after what is chosen among kinds is described. */
function laterOn<T>(make: () => T): PropertyDescriptor & ThisType<unknown> {
  let made: T | undefined;
  return { get: () => (made ??= make()), enumerable: true };
}

/** The default of every parameter. */
export function defaultsOf(params: Params): Values {
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.default]));
}

/**
 * Reads the value of one parameter from a document. Complaints are added to the list; the value returned is then some
 * valid one, so that reading goes on and finds every fault in one pass.
 */
export function readParam(param: Param, input: unknown, path: string, issues: ValidationIssue[]): unknown {
  if (input === undefined) return param.default;
  switch (param.type) {
    case "list": {
      if (!Array.isArray(input)) {
        issues.push({
          path,
          message: `${show(input)} is not a list; expected a list of ${param.title.toLowerCase()}.`,
          remedy: "Write it in square brackets.",
        });
        return param.default;
      }
      if (!checkLength(param, input, path, issues)) return param.default;
      const read: unknown[] = [];
      for (const [i, each] of input.entries()) {
        if (issues.length >= mostIssues) return param.default;
        read.push(readParam(param.of, each, `${path}.${i}`, issues));
      }
      return read;
    }
    case "record":
      if (Object.keys(param.params).length === 0) throw new KindsMissing(`${param.title} is described with all kinds`);
      return readParams(param.params, input, path, issues);
    case "kind":
      return readKind(param.registry, input, path, issues);
    default: {
      const value = parsed(param, input);
      if (isAllowed(param, value)) return value;
      issues.push(refusal(param, input, path));
      return param.default;
    }
  }
}

/** Reads an object of parameters; keys that no parameter has are issues, with the nearest name. */
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
      message: `${show(input)} is not an object; expected { ${Object.keys(params).join(", ")} }.`,
      remedy: "Write it in curly brackets.",
    });
    return defaultsOf(params);
  }
  checkKeys(input, Object.keys(params), path, issues, ignore);
  const given = input as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [
      name,
      readParam(param, Object.hasOwn(given, name) ? given[name] : undefined, join(path, name), issues),
    ]),
  );
}

/** Keys that are not among the known ones are issues, with the nearest of those; keys to be ignored are none. */
export function checkKeys(
  input: object,
  known: readonly string[],
  path: string,
  issues: ValidationIssue[],
  ignore: readonly string[] = [],
): void {
  for (const key of Object.keys(input)) {
    if (known.includes(key) || ignore.includes(key)) continue;
    if (issues.length >= mostIssues) break;
    const near = nearestName(key, known);
    issues.push({
      path: join(path, key.slice(0, 60)),
      message: `is not known here; expected ${known.length === 0 ? "nothing" : `one of ${known.join(", ")}`}.`,
      remedy: near === undefined ? "Leave it out." : `Did you mean "${near}"?`,
    });
  }
}

/** Reads `{ kind, …parameters }`, or the bare name of a kind. */
export function readKind(registry: Registry<Kind>, input: unknown, path: string, issues: ValidationIssue[]): ChosenKind {
  const object = typeof input === "string" ? { kind: input } : input;
  const name: unknown = typeof object === "object" && object !== null ? (object as Record<string, unknown>)["kind"] : undefined;
  const kind = registry.find(typeof name === "string" ? name : "");
  if (kind === undefined) {
    // Only a full registry knows that a kind does not exist.
    const kinds = registry.kinds!;
    const [fallback] = kinds;
    const ids = kinds.map((each) => each.id);
    // Who knows a kind from the page knows it by its title.
    const named = kinds.map(({ title }) => title.toLowerCase().replaceAll(" ", "-"));
    const near = typeof name === "string" ? nearestName(name, [...ids, ...named]) : undefined;
    const meant = near === undefined || ids.includes(near) ? near : ids[named.indexOf(near)];
    issues.push({
      path: join(path, "kind"),
      message: `${show(name)} is not a ${registry.noun}; expected one of ${ids.join(", ")}.`,
      ...(meant === undefined
        ? { remedy: `Choose one, for example "${fallback.id}".` }
        : {
            nearest: meant,
            remedy: meant === near ? `Did you mean "${meant}"?` : `Its name here is "${meant}".`,
          }),
    });
    return { kind: fallback.id, values: defaultsOf(fallback.params) };
  }
  return { kind: kind.id, values: readParams(kind.params, object, path, issues, ["kind"]) };
}

/** Checks values as they are inside: adds what {@link readParams} would say of them as they stand in a document. */
export function checkParams(params: Params, values: Values, path: string, issues: ValidationIssue[]): void {
  for (const [name, param] of Object.entries(params)) checkParam(param, values[name], join(path, name), issues);
}

/** Checks one value as it is inside, as {@link readParam} checks it in a document. */
export function checkParam(param: Param, value: unknown, path: string, issues: ValidationIssue[]): void {
  switch (param.type) {
    case "record":
      return checkParams(param.params, value as Values, path, issues);
    case "kind": {
      const chosen = value as ChosenKind;
      if (!isInRange(param.registry)(chosen)) checkParams(param.registry.get(chosen.kind).params, chosen.values, path, issues);
      return;
    }
    case "list": {
      const entries = value as readonly unknown[];
      if (!checkLength(param, entries, path, issues)) return;
      for (const [i, each] of entries.entries()) if (issues.length < mostIssues) checkParam(param.of, each, `${path}.${i}`, issues);
      return;
    }
    default: {
      if (isAllowed(param, value)) return;
      const input = writeParam(param, value);
      // What a document does not say is at its default.
      if (input !== undefined) issues.push(refusal(param, input, path));
    }
  }
}

/** Whether all values of a chosen kind are in range. Known once for each, as an edit leaves most kinds of a document alone. */
export const isInRange = once((registry: Registry<Kind>) =>
  once(({ kind, values }: ChosenKind) => {
    const issues: ValidationIssue[] = [];
    checkParams(registry.get(kind).params, values, "", issues);
    return issues.length === 0;
  }),
);

/** Adds what is wrong with the number of entries of a list, and returns whether nothing is. */
function checkLength(
  { minLength, maxLength }: ListParam,
  { length }: readonly unknown[],
  path: string,
  issues: ValidationIssue[],
): boolean {
  if (length >= minLength && length <= maxLength) return true;
  const remedy = length > maxLength ? `Keep the first ${maxLength}.` : "Add the missing ones.";
  issues.push({ path, message: `has ${length} entries; expected ${minLength} to ${maxLength}.`, remedy });
  return false;
}

/** Why a single value cannot be used, as a document says it. */
function refusal(param: SingleParam, input: unknown, path: string): ValidationIssue {
  const nearest = nearestValue(param, input);
  return {
    path,
    message: `${show(input)} cannot be used: ${expected(param, parsed(param, input))}.`,
    ...(nearest === undefined
      ? { remedy: `Leave it out for the default, ${show(writeParam(param, param.default))}.` }
      : { nearest, remedy: `Use ${show(writeParam(param, nearest))}.` }),
  };
}

/** What a document says of a single value, as it is inside where it can be; of a quantity what is wrong, where its text is. */
function parsed(param: SingleParam, input: unknown): unknown {
  if (param.type === "quantity") return parseQuantity(input, param.dimension, (value) => nearestWithin(param, value));
  return param.type === "amount" ? param.parse(input) : input;
}

/** What a value that was {@link parsed} should have been. */
function expected(param: SingleParam, value: unknown): string {
  switch (param.type) {
    case "integer":
      return `expected a whole number ${range(param)}`;
    case "number":
      return `expected a number ${range(param)}`;
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

/** Whether a single value may stand for a parameter. */
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
 * The value as it stands in a document.
 * @param isWhole whether what is the default is said as well
 */
export function writeParam(param: Param, value: unknown, isWhole = false): unknown {
  switch (param.type) {
    case "quantity":
      return formatQuantity(value as number, param.dimension);
    case "amount":
      return param.write(value as Amount);
    case "list":
      return (value as readonly unknown[]).map((each) => writeParam(param.of, each, isWhole));
    case "record":
      return writeParams(param.params, value as Values, isWhole);
    case "kind": {
      const chosen = value as ChosenKind;
      return { kind: chosen.kind, ...writeParams(param.registry.get(chosen.kind).params, chosen.values, isWhole) };
    }
    default:
      return value;
  }
}

/**
 * The values that differ from their defaults, as they stand in a document.
 * @param isWhole whether those that do not are said as well, but for names and places that nobody gave
 */
export function writeParams(params: Params, values: Values, isWhole = false): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    // What a place does not have is as usual there.
    const said = name in values ? values[name] : param.default;
    const value = writeParam(param, said, isWhole);
    if ((isWhole && param.isLook === undefined) || !isUsual(param, said, value)) written[name] = value;
  }
  return written;
}

/** Whether a value is the default; a kind is by its name and by what it leaves to be written, so the default need not be there. */
function isUsual(param: Param, value: unknown, written: unknown): boolean {
  if (param.type === "kind") return (value as ChosenKind).kind === param.usual && Object.keys(written as object).length === 1;
  if (param.type === "record") return Object.keys(written as object).length === 0;
  return isSameValue(written, writeParam(param, param.default));
}

/** The allowed value nearest to one that was refused, when there is an obvious one. */
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
    // A sentence about what is wrong is no number.
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

/** A parameter as it reads beside other values: what something may end sooner says that it is the most. */
export function readBeside<P extends Param>(param: P, values: Values): P {
  if (param.mostWith === undefined || !values[param.mostWith]) return param;
  return { ...param, word: `at most ${param.word ?? "#"}` };
}

/** Numbers of a range: all, or the multiples of one. */
export type Grid = Range & { readonly multipleOf?: number };

/** The number of a range nearest to a value. */
export function nearestWithin({ min, max, multipleOf }: Grid, value: number): number {
  return Math.min(max, Math.max(min, multipleOf === undefined ? value : Math.round(value / multipleOf) * multipleOf));
}

/** The known name that was meant, when one is near enough: misspelt by a letter, begun, said by one of its words, or misspelt by more. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const said = name.slice(0, 40).toLowerCase();
  const distances = known.map((each) => editDistance(said, each.toLowerCase()));
  const within = (most: number) => {
    const least = Math.min(...distances);
    return least <= most ? known[distances.indexOf(least)] : undefined;
  };
  if (said.length < 3) return within(0);
  const begun = known.find((each) => each.toLowerCase().startsWith(said));
  const wordOf = known.find((each) => each.split(/-|(?=[A-Z])/).some((word) => word.toLowerCase() === said));
  return within(1) ?? begun ?? wordOf ?? within(Math.max(2, Math.floor(said.length / 3)));
}

/** Levenshtein's distance between two short words. */
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

const join = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);
