/** Numbers as letters that need no escaping in links. Each letter carries five bits; the sixth bit says that more letters follow. */
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** [128] Value of the letter with each character code, −1 for other characters. */
const letterValue = Int8Array.from({ length: 128 }, (_, code) => letters.indexOf(String.fromCharCode(code)));
/** Maximum number of letters of a number, unless a caller says otherwise. */
const defaultMaxLetters = 6;

/** Thrown for a text that no writer produces. The message continues "the text". */
export class UnreadableText extends Error {}

/** Writes non-negative integers and signed integers. */
export class SymbolWriter {
  private written = "";
  /** Buffer of character codes for the next letters. Appending single letters to a string would be slow. */
  private readonly codes = new Uint8Array(4096);
  private count = 0;

  get text(): string {
    return this.written + String.fromCharCode(...this.codes.subarray(0, this.count));
  }

  private put(value: number): void {
    if (this.count === this.codes.length) {
      this.written = this.text;
      this.count = 0;
    }
    this.codes[this.count++] = letters.charCodeAt(value);
  }

  number(value: number): this {
    let rest = value;
    while (rest >= 32) {
      this.put((rest % 32) + 32);
      rest = Math.floor(rest / 32);
    }
    this.put(rest);
    return this;
  }

  /** Writes an integer of either sign. */
  signed(value: number): this {
    return this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes a number below 64 to the power of `width` with exactly `width` letters of six bits. */
  fixed(value: number, width: number): this {
    for (let i = 0, rest = value; i < width; i++, rest >>>= 6) this.put(rest & 63);
    return this;
  }

  append({ text }: SymbolWriter): this {
    this.written = this.text + text;
    this.count = 0;
    return this;
  }

  /** Writes a sequence of integers as runs with a constant difference between neighbors. */
  runs(values: ArrayLike<number>): this {
    for (let i = 0; i < values.length;) {
      const step = values[i] - (i > 0 ? values[i - 1] : 0);
      let count = 1;
      while (i + count < values.length && values[i + count] - values[i + count - 1] === step) count++;
      this.signed(step).number(count - 1);
      i += count;
    }
    return this;
  }
}

/** Reads texts of {@link SymbolWriter}. */
export class SymbolReader {
  private position = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** @throws UnreadableText if the number has more than `maxLetters` letters */
  number(maxLetters = defaultMaxLetters): number {
    let [value, weight] = [0, 1];
    for (let i = 0; i < maxLetters; i++, weight *= 32) {
      const letter = this.letter();
      value += (letter % 32) * weight;
      if (letter < 32) return value;
    }
    throw new UnreadableText(`has too large a number before letter ${this.position + 1}`);
  }

  /**
   * Reads a number with exactly `width` letters.
   * @throws UnreadableText
   */
  fixed(width: number): number {
    let value = 0;
    for (let i = 0; i < width; i++) value += this.letter() << (6 * i);
    return value;
  }

  /** @throws UnreadableText */
  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /**
   * Reads `count` integers that were written as runs.
   * @throws UnreadableText
   */
  runs(count: number): number[] {
    const values: number[] = [];
    let value = 0;
    while (values.length < count) {
      const step = this.signed();
      const times = this.number() + 1;
      if (times > count - values.length)
        throw new UnreadableText(`has more numbers than the ${count} expected, before letter ${this.position + 1}`);
      for (let i = 0; i < times; i++) values.push((value += step));
    }
    return values;
  }

  /** @throws UnreadableText if more text follows */
  end(): void {
    if (!this.isAtEnd) throw new UnreadableText(`continues after its end, from letter ${this.position + 1}`);
  }

  private letter(): number {
    if (this.isAtEnd) throw new UnreadableText(`ends within a number, after ${this.position} letters`);
    const code = this.text.charCodeAt(this.position);
    const value = code < 128 ? letterValue[code] : -1;
    if (value < 0)
      throw new UnreadableText(`has "${this.text[this.position]}" as letter ${this.position + 1}; expected A to Z, a to z, 0 to 9, - or _`);
    this.position++;
    return value;
  }
}
