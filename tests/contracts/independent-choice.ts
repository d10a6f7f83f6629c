/** A choice among kinds in which every kind draws from its own seed, so that adding a kind never changes the cases of another one. */
import * as fc from "fast-check";

/** The generator that drew a value, and its context: only this generator can shrink the value. */
interface DrawnValue<T> {
  readonly generator: fc.Arbitrary<T>;
  readonly context: unknown;
}

class IndependentChoice<T> extends fc.Arbitrary<T> {
  constructor(private readonly named: readonly (readonly [name: string, arbitrary: fc.Arbitrary<T>])[]) {
    super();
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    // Exactly two draws, whichever kind is chosen and however many numbers it draws itself.
    const draws = [random.nextInt(0, 2 ** 31 - 1), random.nextInt(0, 2 ** 31 - 1)];
    // Each name is hashed with both draws, and the highest hash is chosen (rendezvous hashing): an additional name takes its share evenly
    // from all others.
    const seeds = this.named.map(([name]) =>
      draws.reduce(
        mixHash,
        [...name].reduce((sum, sign) => mixHash(sum, sign.charCodeAt(0)), 1),
      ),
    );
    const chosen = seeds.reduce((highest, each, i) => (each > seeds[highest] ? i : highest), 0);
    const generator = this.named[chosen][1];
    return this.withContext(generator.generate(new fc.Random(new HashGenerator(seeds[chosen])), biasFactor), generator);
  }

  /** A value without a context does not tell which generator has drawn it. */
  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    if (context === undefined) return fc.Stream.nil();
    const drawn = context as DrawnValue<T>;
    return drawn.generator.shrink(value, drawn.context).map((smaller) => this.withContext(smaller, drawn.generator));
  }

  private withContext({ value_, context }: fc.Value<T>, generator: fc.Arbitrary<T>): fc.Value<T> {
    return new fc.Value(value_, { generator, context } satisfies DrawnValue<T>);
  }
}

/** Chooses among named generators with equal probabilities. */
export function independentChoice<T>(named: readonly (readonly [name: string, arbitrary: fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  if (named.length === 0) throw new Error("there is nothing to choose among");
  return new IndependentChoice(named);
}

/** Mixes both numbers into a hash of 32 bits (the finalizer of MurmurHash3). */
function mixHash(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A random generator with 32-bit numbers: the hashes of the seed with 1, 2, 3, … */
class HashGenerator {
  constructor(
    private readonly seed: number,
    private count = 0,
  ) {}

  clone(): HashGenerator {
    return new HashGenerator(this.seed, this.count);
  }

  next(): number {
    return mixHash(this.seed, ++this.count) | 0;
  }

  getState(): readonly number[] {
    return [this.seed, this.count];
  }
}
