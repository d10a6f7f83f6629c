/** Traffic as a formula of source and destination. It has its own parser, so that text from readers is never executed as code. */

/** Variables of a formula: source, destination, number of terminals. */
const variables = ["s", "d", "n"] as const;

/** Value for a source, a destination and a number of terminals. */
export type Formula = (s: number, d: number, n: number) => number;

/** An error in a formula and its position, from 0. */
export interface FormulaError {
  readonly position: number;
  readonly message: string;
}

/** Maximum length of a formula in characters, and maximum nesting of parentheses. */
const [maxLength, maxDepth] = [1000, 60];

/** Remainder that is never negative for a positive divisor: −1 mod 4 is 3. */
const modulo = (a: number, b: number) => a - b * Math.floor(a / b);
const asNumber = (holds: boolean) => (holds ? 1 : 0);

interface FunctionSpec {
  /** Minimum and maximum number of arguments. */
  readonly arity: readonly [number, number];
  readonly compute: (...values: number[]) => number;
}

const functions: ReadonlyMap<string, FunctionSpec> = new Map([
  ["min", { arity: [1, 8], compute: Math.min }],
  ["max", { arity: [1, 8], compute: Math.max }],
  ["abs", { arity: [1, 1], compute: Math.abs }],
  ["floor", { arity: [1, 1], compute: Math.floor }],
  ["mod", { arity: [2, 2], compute: modulo }],
] satisfies [string, FunctionSpec][]);

type BinaryOperator = (a: number, b: number) => number;

/** Binary operators by precedence, lowest first. */
const precedenceLevels: readonly Readonly<Record<string, BinaryOperator>>[] = [
  { "||": (a, b) => asNumber(a !== 0 || b !== 0) },
  { "&&": (a, b) => asNumber(a !== 0 && b !== 0) },
  {
    "==": (a, b) => asNumber(a === b),
    "!=": (a, b) => asNumber(a !== b),
    "<=": (a, b) => asNumber(a <= b),
    ">=": (a, b) => asNumber(a >= b),
    "<": (a, b) => asNumber(a < b),
    ">": (a, b) => asNumber(a > b),
  },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => a / b, "%": modulo },
];

interface Token {
  readonly position: number;
  /** The characters of the token; empty for the end token. */
  readonly text: string;
  readonly is: "number" | "name" | "sign" | "end";
}

/** A syntax error with its position. */
class FormulaSyntaxError extends Error {
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

/** Mathematical signs and their ASCII equivalents. */
const asciiSigns: Readonly<Record<string, string>> = { "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "×": "*", "·": "*", "÷": "/" };

/**
 * Splits the text of a formula into tokens: numbers, names and signs, each with its position in the text, followed by an end token.
 * Mathematical signs such as × and ≤ are replaced by their ASCII form.
 * @throws FormulaSyntaxError
 */
function tokenize(text: string): readonly Token[] {
  // The three groups match a number, a name and a sign. Each match begins where the previous one ended (flag y).
  const pattern = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\|\||&&|[=!<>]=|[-+*/%<>!?:(),≤≥≠−×·÷]))/y;
  const tokens: Token[] = [];
  const endPosition = text.trimEnd().length;
  while (pattern.lastIndex < endPosition) {
    const startPosition = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) {
      const faultPosition = startPosition + text.slice(startPosition).search(/\S/);
      throw new FormulaSyntaxError(
        faultPosition,
        `“${String.fromCodePoint(text.codePointAt(faultPosition)!)}” is not allowed in a formula`,
      );
    }
    const tokenText = match[1] ?? match[2] ?? match[3];
    tokens.push({
      position: pattern.lastIndex - tokenText.length,
      text: asciiSigns[tokenText] ?? tokenText,
      is: match[1] !== undefined ? "number" : match[2] !== undefined ? "name" : "sign",
    });
  }
  return [...tokens, { position: endPosition, text: "", is: "end" }];
}

/** Parses a formula; returns the error if that fails. */
export function parseFormula(text: string): Formula | FormulaError {
  if (text.length > maxLength) return { position: maxLength, message: `a formula has at most ${maxLength} characters` };
  try {
    const reader = new FormulaParser(tokenize(text));
    return reader.parse();
  } catch (error) {
    if (error instanceof FormulaSyntaxError) return { position: error.position, message: error.message };
    throw error;
  }
}

/** An error with its position, counted from 1. */
export function formulaErrorText({ position, message }: FormulaError): string {
  return `At character ${position + 1}: ${message}.`;
}

/**
 * Recursive-descent parser: conditional, binary operators by precedence, unary operators, operands. Each method compiles its part
 * of the text to a closure.
 */
class FormulaParser {
  private index = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): Formula {
    const formula = this.parseConditional();
    if (this.token.is !== "end") this.failExpecting("an operator or the end");
    return formula;
  }

  private get token(): Token {
    return this.tokens[this.index];
  }

  private failExpecting(expected: string): never {
    const { position, text } = this.token;
    throw new FormulaSyntaxError(position, `expected ${expected}, found ${text === "" ? "the end" : `“${text}”`}`);
  }

  private accept(sign: string): boolean {
    const isMatch = this.token.is === "sign" && this.token.text === sign;
    if (isMatch) this.index++;
    return isMatch;
  }

  private expect(sign: string): void {
    if (!this.accept(sign)) this.failExpecting(`“${sign}”`);
  }

  private parseConditional(): Formula {
    // Every nested expression passes here, so this check limits the recursion depth.
    if (++this.depth > maxDepth)
      throw new FormulaSyntaxError(this.token.position, `a formula may be nested at most ${maxDepth} levels deep`);
    const condition = this.parseBinary(0);
    if (!this.accept("?")) {
      this.depth--;
      return condition;
    }
    const valueIfTrue = this.parseConditional();
    this.expect(":");
    const valueIfFalse = this.parseConditional();
    this.depth--;
    return (s, d, n) => (condition(s, d, n) === 0 ? valueIfFalse(s, d, n) : valueIfTrue(s, d, n));
  }

  private parseBinary(precedence: number): Formula {
    if (precedence === precedenceLevels.length) return this.parseUnary();
    let left = this.parseBinary(precedence + 1);
    for (;;) {
      const { is, text } = this.token;
      if (is !== "sign" || !Object.hasOwn(precedenceLevels[precedence], text)) return left;
      const operate = precedenceLevels[precedence][text];
      this.index++;
      const [first, second] = [left, this.parseBinary(precedence + 1)];
      left = (s, d, n) => operate(first(s, d, n), second(s, d, n));
    }
  }

  private parseUnary(): Formula {
    // The operator next to the operand is applied first.
    const signs: string[] = [];
    for (;;) {
      if (this.accept("-")) signs.unshift("-");
      else if (this.accept("!")) signs.unshift("!");
      else break;
    }
    const of = this.parseOperand();
    if (signs.length === 0) return of;
    return (s, d, n) => signs.reduce((value, sign) => (sign === "-" ? -value : asNumber(value === 0)), of(s, d, n));
  }

  /**
   * Parses an operand: a number, an expression in brackets, a variable (s source, d destination, n number of terminals), or the call of a
   * function.
   */
  private parseOperand(): Formula {
    const { is, text } = this.token;
    if (is === "number") {
      this.index++;
      const value = Number(text);
      return () => value;
    }
    if (this.accept("(")) {
      const inner = this.parseConditional();
      this.expect(")");
      return inner;
    }
    if (is !== "name") return this.failExpecting("a number, s, d, n, a function or “(”");
    const variable = variables.findIndex((name) => name === text);
    if (variable >= 0) {
      this.index++;
      // In the order of `variables`: s, d, n.
      return [(s: number) => s, (_: number, d: number) => d, (_: number, __: number, n: number) => n][variable];
    }
    const called = functions.get(text);
    if (called === undefined) return this.failExpecting(`s, d, n or one of ${[...functions.keys()].join(", ")}`);
    this.index++;
    return this.parseCall(text, called);
  }

  private parseCall(name: string, { arity: [fewest, most], compute }: FunctionSpec): Formula {
    this.expect("(");
    const args = [this.parseConditional()];
    while (this.accept(",")) args.push(this.parseConditional());
    if (args.length < fewest || args.length > most)
      this.failExpecting(`${fewest === most ? fewest : `${fewest} to ${most}`} ${most === 1 ? "value" : "values"} for ${name}`);
    this.expect(")");
    const [first, second] = args;
    if (args.length === 1) return (s, d, n) => compute(first(s, d, n));
    if (args.length === 2) return (s, d, n) => compute(first(s, d, n), second(s, d, n));
    return (s, d, n) => compute(...args.map((each) => each(s, d, n)));
  }
}
