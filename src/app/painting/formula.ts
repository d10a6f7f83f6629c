/** Traffic as a formula of source and destination: read by a parser of its own, so that nothing a reader types is ever run. */

/** Names that stand for numbers: source, destination, and how many terminals there are. */
const variables = ["s", "d", "n"] as const;

/** Value for a source, a destination and so many terminals. */
export type Formula = (s: number, d: number, n: number) => number;

/** What is wrong with a formula, and where: a place from 0 on. */
export interface FormulaFault {
  readonly at: number;
  readonly message: string;
}

/** Longest formula, characters, and how deep its parentheses go: nothing sensible is longer. */
const [longest, deepest] = [1000, 60];

/** The remainder that is never negative for a positive divisor: −1 mod 4 is 3. */
const modulo = (a: number, b: number) => a - b * Math.floor(a / b);
const truth = (holds: boolean) => (holds ? 1 : 0);

interface Called {
  /** Fewest and most values that it takes. */
  readonly takes: readonly [number, number];
  readonly of: (...values: number[]) => number;
}

const functions: ReadonlyMap<string, Called> = new Map([
  ["min", { takes: [1, 8], of: Math.min }],
  ["max", { takes: [1, 8], of: Math.max }],
  ["abs", { takes: [1, 1], of: Math.abs }],
  ["floor", { takes: [1, 1], of: Math.floor }],
  ["mod", { takes: [2, 2], of: modulo }],
] satisfies [string, Called][]);

type Binary = (a: number, b: number) => number;

/** Operators by how tightly they bind, the loosest first. */
const levels: readonly Readonly<Record<string, Binary>>[] = [
  { "||": (a, b) => truth(a !== 0 || b !== 0) },
  { "&&": (a, b) => truth(a !== 0 && b !== 0) },
  {
    "==": (a, b) => truth(a === b),
    "!=": (a, b) => truth(a !== b),
    "<=": (a, b) => truth(a <= b),
    ">=": (a, b) => truth(a >= b),
    "<": (a, b) => truth(a < b),
    ">": (a, b) => truth(a > b),
  },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => a / b, "%": modulo },
];

interface Token {
  readonly at: number;
  /** Empty at the end. */
  readonly text: string;
  readonly is: "number" | "name" | "sign" | "end";
}

class Faulty extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** Signs as books print them, and as they are typed. */
const typed: Readonly<Record<string, string>> = { "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "×": "*", "·": "*", "÷": "/" };

/** The signs that follow each other in a text. */
function tokensOf(text: string): readonly Token[] {
  const pattern = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\|\||&&|[=!<>]=|[-+*/%<>!?:(),≤≥≠−×·÷]))/y;
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) {
      const at = from + text.slice(from).search(/\S/);
      throw new Faulty(at, `“${String.fromCodePoint(text.codePointAt(at)!)}” means nothing in a formula`);
    }
    const own = found[1] ?? found[2] ?? found[3];
    tokens.push({
      at: pattern.lastIndex - own.length,
      text: typed[own] ?? own,
      is: found[1] !== undefined ? "number" : found[2] !== undefined ? "name" : "sign",
    });
  }
  return [...tokens, { at: end, text: "", is: "end" }];
}

/** Reads a formula; what is wrong where it cannot be read. */
export function readFormula(text: string): Formula | FormulaFault {
  if (text.length > longest) return { at: longest, message: `a formula has at most ${longest} characters` };
  try {
    const reader = new Reader(tokensOf(text));
    return reader.whole();
  } catch (fault) {
    if (fault instanceof Faulty) return { at: fault.at, message: fault.message };
    throw fault;
  }
}

/** Says a fault with its place, counted from 1. */
export function sayFault({ at, message }: FormulaFault): string {
  return `At place ${at + 1}: ${message}.`;
}

class Reader {
  private next = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Formula {
    const read = this.choice();
    if (this.token.is !== "end") this.miss("an operator or the end");
    return read;
  }

  private get token(): Token {
    return this.tokens[this.next];
  }

  private miss(expected: string): never {
    const { at, text } = this.token;
    throw new Faulty(at, `expected ${expected}, found ${text === "" ? "the end" : `“${text}”`}`);
  }

  private takes(sign: string): boolean {
    const isThere = this.token.is === "sign" && this.token.text === sign;
    if (isThere) this.next++;
    return isThere;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) this.miss(`“${sign}”`);
  }

  private choice(): Formula {
    // Whatever nests comes by here, so no text can fill the stack.
    if (++this.depth > deepest) throw new Faulty(this.token.at, `a formula nests at most ${deepest} deep`);
    const asks = this.level(0);
    if (!this.takes("?")) {
      this.depth--;
      return asks;
    }
    const yes = this.choice();
    this.expect(":");
    const no = this.choice();
    this.depth--;
    return (s, d, n) => (asks(s, d, n) === 0 ? no(s, d, n) : yes(s, d, n));
  }

  private level(tightness: number): Formula {
    if (tightness === levels.length) return this.signed();
    let left = this.level(tightness + 1);
    for (;;) {
      const { is, text } = this.token;
      if (is !== "sign" || !Object.hasOwn(levels[tightness], text)) return left;
      const operate = levels[tightness][text];
      this.next++;
      const [first, second] = [left, this.level(tightness + 1)];
      left = (s, d, n) => operate(first(s, d, n), second(s, d, n));
    }
  }

  private signed(): Formula {
    // The last sign is the first to be done.
    const signs: string[] = [];
    for (;;) {
      if (this.takes("-")) signs.unshift("-");
      else if (this.takes("!")) signs.unshift("!");
      else break;
    }
    const of = this.atom();
    if (signs.length === 0) return of;
    return (s, d, n) => signs.reduce((value, sign) => (sign === "-" ? -value : truth(value === 0)), of(s, d, n));
  }

  private atom(): Formula {
    const { is, text } = this.token;
    if (is === "number") {
      this.next++;
      const value = Number(text);
      return () => value;
    }
    if (this.takes("(")) {
      const inner = this.choice();
      this.expect(")");
      return inner;
    }
    if (is !== "name") return this.miss("a number, s, d, n, a function or “(”");
    const variable = variables.findIndex((name) => name === text);
    if (variable >= 0) {
      this.next++;
      return [(s: number) => s, (_: number, d: number) => d, (_: number, __: number, n: number) => n][variable];
    }
    const called = functions.get(text);
    if (called === undefined) return this.miss(`s, d, n or one of ${[...functions.keys()].join(", ")}`);
    this.next++;
    return this.call(text, called);
  }

  private call(name: string, { takes: [fewest, most], of }: Called): Formula {
    this.expect("(");
    const given = [this.choice()];
    while (this.takes(",")) given.push(this.choice());
    if (given.length < fewest || given.length > most)
      this.miss(`${fewest === most ? fewest : `${fewest} to ${most}`} ${most === 1 ? "value" : "values"} for ${name}`);
    this.expect(")");
    const [first, second] = given;
    if (given.length === 1) return (s, d, n) => of(first(s, d, n));
    if (given.length === 2) return (s, d, n) => of(first(s, d, n), second(s, d, n));
    return (s, d, n) => of(...given.map((each) => each(s, d, n)));
  }
}
