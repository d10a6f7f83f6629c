/** Traffic as a formula of source and destination. It has its own parser, so that text from readers is never executed as code. */

/** Variables of a formula: source, destination, number of terminals. */
const variables = ["s", "d", "n"] as const;

/** Value for a source, a destination and a number of terminals. */
export type Formula = (s: number, d: number, n: number) => number;

/** An error in a formula and its position, from 0. */
export interface FormulaFault {
  readonly at: number;
  readonly message: string;
}

/** Maximum length of a formula in characters, and maximum nesting of parentheses. */
const [longest, deepest] = [1000, 60];

/** Remainder that is never negative for a positive divisor: −1 mod 4 is 3. */
const modulo = (a: number, b: number) => a - b * Math.floor(a / b);
const truth = (holds: boolean) => (holds ? 1 : 0);

interface Called {
  /** Minimum and maximum number of arguments. */
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

/** Binary operators by precedence, lowest first. */
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
  /** Empty for the end token. */
  readonly text: string;
  readonly is: "number" | "name" | "sign" | "end";
}

/** A syntax error with its position. */
class Faulty extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** Mathematical signs and their ASCII equivalents. */
const typed: Readonly<Record<string, string>> = { "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "×": "*", "·": "*", "÷": "/" };

/** Splits a text into tokens. @throws FormulaSyntaxError */
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

/** Parses a formula; returns the error if that fails. */
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

/** An error with its position, counted from 1. */
export function sayFault({ at, message }: FormulaFault): string {
  return `At place ${at + 1}: ${message}.`;
}

/**
 * Recursive-descent parser: conditional, binary operators by precedence, unary operators, operands. Each method compiles its part
 * of the text to a closure.
 */
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
    // Every nested expression passes here, so this check limits the recursion depth.
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
    // The operator next to the operand is applied first.
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
