/**
 * Switches put on the places of a product such that links join neighbours: first a switch with its neighbours, then whoever has fewest
 * places left to stand on. A guess is taken back where it leaves somebody none.
 */
import type { Fabric } from "./contract.ts";
import { Lattice } from "./lattice.ts";
import { linksOf, type Product } from "./product.ts";

/** How much work an embedding may take: switches put on places, over all attempts that share it. */
export interface Patience {
  left: number;
}

/** What was so before a switch was put on its place. */
interface Step {
  readonly x: number;
  readonly adjacent: number;
  readonly missing: number;
  readonly beside: number;
  /** Of the dimensions that the lines took more room in: dimension, least and largest coordinate before. */
  readonly bounds: readonly (readonly [d: number, low: number, high: number])[];
  /** Neighbours that had a choice of places before, and which. */
  readonly open: readonly (readonly [x: number, choice: ArrayLike<number> | null])[];
}

/** A switch on a place. */
type Stand = readonly [x: number, p: number];

/** A guess: who may stand where, likeliest first, how many of these were tried, and how many stood before. */
interface Guess {
  readonly choice: readonly Stand[];
  tried: number;
  readonly depth: number;
}

/** Most stands tried for the ends of what hangs apart: those with most others beside. */
const mostForApart = 48;

export class Embedding {
  /** [S] Place of each switch, −1 for none yet. */
  readonly place: Int32Array;
  private readonly lattice: Lattice;
  /** [places] Who stands there, −1 for nobody. */
  private readonly holder: Int32Array;
  /** [places] How many stand beside. */
  private readonly beset: Int32Array;
  /** [S] Places that are joined with those of all placed neighbours, taken ones included; null with no such neighbour. */
  private readonly choice: (ArrayLike<number> | null)[];
  /** [S] Placed neighbours. */
  private readonly votes: Int32Array;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  /** Pairs of placed switches that stand beside each other. */
  adjacent = 0;
  /** Of these, how many are not joined. */
  private missing = 0;
  /** Links of placed switches that do not stand beside each other. */
  private beside = 0;
  private readonly mostMissing: number;
  private readonly steps: Step[] = [];
  /** Switches that may have one place left. */
  private readonly forced: number[] = [];
  /** Switches with placed neighbours, and some that were. */
  private fringe: number[] = [];
  private readonly inFringe: Uint8Array;

  /**
   * @param mostBeside most links that may join places which the product does not join
   * @param patience less is left of it afterwards
   */
  constructor(
    private readonly fabric: Fabric,
    private readonly product: Product,
    private readonly mostBeside: number,
    private readonly patience: Patience,
  ) {
    const { switches, to } = fabric;
    this.lattice = new Lattice(product);
    this.mostMissing = Math.max(0, linksOf(product) - to.length / 2 + mostBeside);
    this.place = new Int32Array(switches).fill(-1);
    this.votes = new Int32Array(switches);
    this.choice = Array.from({ length: switches }, () => null);
    this.inFringe = new Uint8Array(switches);
    this.holder = new Int32Array(this.lattice.places).fill(-1);
    this.beset = new Int32Array(this.lattice.places);
    this.low = new Int32Array(product.length).fill(-1);
    this.high = new Int32Array(product.length).fill(-1);
  }

  /**
   * Puts all switches on places.
   * @param whole the network with all its links, if some were left out: who has none is put where most of these agree
   * @param rows [dimensions] the neighbours of the centre that lie in each dimension
   * @returns whether it went; where it did not, nobody is left on a place
   */
  from(centre: number, rows: readonly (readonly number[])[], whole: Fabric): boolean {
    const { lattice } = this;
    const middle = lattice.middle();
    const first: (readonly [x: number, p: number])[] = [[centre, middle]];
    rows.forEach((row, d) => row.forEach((x, i) => first.push([x, lattice.along(middle, d)[i]])));
    // All of them at once, so that none is asked which of its equals it is.
    for (const [x, p] of first) this.place[x] = p;
    const went = first.every(([x, p]) => this.put(x, p));
    if (!went || !this.goOn()) {
      while (this.steps.length > 0) this.takeBack();
      for (const [x] of first) this.place[x] = -1;
      return false;
    }
    this.fillHoles(whole);
    return true;
  }

  /** Coordinate of a switch in a dimension, from 0. */
  coordinate(x: number, d: number): number {
    const at = this.lattice.coordinate(this.place[x], d);
    return this.product[d].kind === "line" ? at - this.low[d] : at;
  }

  private goOn(): boolean {
    const guesses: Guess[] = [];
    for (;;) {
      const next = this.next();
      if (next === "done") return true;
      if (next !== "stuck") {
        guesses.push({ choice: next, tried: 0, depth: this.steps.length });
      }
      for (;;) {
        const guess = guesses.at(-1);
        if (guess === undefined || this.patience.left <= 0) return false;
        while (this.steps.length > guess.depth) this.takeBack();
        if (guess.tried === guess.choice.length) {
          guesses.pop();
          continue;
        }
        const [x, p] = guess.choice[guess.tried++];
        if (this.put(x, p)) break;
      }
    }
  }

  /** Who is put where next: nobody can be surer; or that somebody has no place, or everybody one. */
  private next(): "done" | "stuck" | readonly Stand[] {
    for (let x = this.forced.pop(); x !== undefined; x = this.forced.pop()) {
      if (this.place[x] >= 0 || this.votes[x] < 2) continue;
      const choice = this.free(x);
      if (choice.length === 1) return [[x, choice[0]]];
      if (choice.length === 0 && this.mostBeside === 0) return "stuck";
    }
    let [best, found, surest]: [number, readonly number[], number] = [-1, [], -1];
    this.fringe = this.fringe.filter((x) => {
      const stays = this.place[x] < 0 && this.votes[x] > 0;
      if (!stays) this.inFringe[x] = 0;
      return stays;
    });
    for (const x of this.fringe) {
      const choice = this.free(x);
      if (choice.length === 0) {
        // A link beside the product may have led here; without such nobody may be left over.
        if (this.mostBeside === 0) return "stuck";
        continue;
      }
      const sure = this.sureness(x, choice);
      if (sure > surest) [best, found, surest] = [x, choice, sure];
    }
    if (best < 0) return this.apart();
    return [...found].sort((p, q) => this.beset[p] - this.beset[q]).map((p) => [best, p]);
  }

  /** How much better the best place of a switch is than the next: by links that would be missing, then by placed neighbours. */
  private sureness(x: number, choice: readonly number[]): number {
    const votes = Math.min(this.votes[x], 255);
    if (choice.length === 1) return 1e6 + votes;
    let [least, next] = [Infinity, Infinity];
    for (const p of choice) {
      const lacks = this.beset[p];
      if (lacks < least) [least, next] = [lacks, least];
      else if (lacks < next) next = lacks;
    }
    return (next - least) * 256 + votes;
  }

  /** The ends of the largest piece that hangs apart from all who are placed, and everywhere they may stand: best where many stand beside. */
  private apart(): "done" | readonly Stand[] {
    const seen = new Uint8Array(this.fabric.switches);
    let largest: readonly number[] = [];
    for (let s = 0; s < seen.length; s++) {
      if (seen[s] === 1 || this.place[s] >= 0 || this.votes[s] > 0) continue;
      const piece = this.pieceFrom(s);
      for (const x of piece) seen[x] = 1;
      if (piece.length > largest.length) largest = piece;
    }
    // Who stands alone is put into what is left.
    if (largest.length < 2) return "done";
    // Whoever is farthest from somebody stands at an end.
    const end = largest.at(-1)!;
    const ends = [end, this.pieceFrom(end).at(-1)!];
    const choice: Stand[] = [];
    for (let p = 0; p < this.lattice.places; p++) if (this.isFree(p)) for (const x of ends) choice.push([x, p]);
    return choice.sort(([, p], [, q]) => this.beset[q] - this.beset[p]).slice(0, mostForApart);
  }

  /** Who hangs together with a switch and not with anybody placed, the nearest first. */
  private pieceFrom(s: number): readonly number[] {
    const { first, to } = this.fabric;
    const piece = [s];
    const seen = new Set(piece);
    for (const x of piece) {
      for (let e = first[x]; e < first[x + 1]; e++) {
        const y = to[e];
        if (seen.has(y) || this.place[y] >= 0 || this.votes[y] > 0) continue;
        seen.add(y);
        piece.push(y);
      }
    }
    return piece;
  }

  /** Whether nobody stands at a place, and all lines are long enough for it. */
  private isFree(p: number): boolean {
    if (this.holder[p] >= 0) return false;
    for (let d = 0; d < this.product.length; d++) {
      const { kind, size } = this.product[d];
      if (kind !== "line" || this.low[d] < 0) continue;
      const x = this.lattice.coordinate(p, d);
      if (x - this.low[d] >= size || this.high[d] - x >= size) return false;
    }
    return true;
  }

  private free(x: number): number[] {
    const open: number[] = [];
    const choice = this.choice[x]!;
    for (let i = 0; i < choice.length; i++) if (this.isFree(choice[i])) open.push(choice[i]);
    return open;
  }

  /** Puts a switch on a place; says whether all can still be well. To be taken back in any case. */
  private put(x: number, p: number): boolean {
    const { lattice, fabric, place, choice, votes, beset } = this;
    const bounds: (readonly [number, number, number])[] = [];
    const open: (readonly [number, ArrayLike<number> | null])[] = [];
    this.steps.push({ x, adjacent: this.adjacent, missing: this.missing, beside: this.beside, bounds, open });
    this.patience.left--;
    place[x] = p;
    this.holder[p] = x;
    this.adjacent += beset[p];
    this.missing += beset[p];
    const around = lattice.neighbours(p);
    for (const q of around) beset[q]++;
    for (let d = 0; d < this.product.length; d++) {
      if (this.product[d].kind !== "line") continue;
      const at = lattice.coordinate(p, d);
      if (this.low[d] < 0 || at < this.low[d] || at > this.high[d]) {
        bounds.push([d, this.low[d], this.high[d]]);
        this.high[d] = Math.max(this.high[d], at);
        this.low[d] = this.low[d] < 0 ? at : Math.min(this.low[d], at);
      }
    }
    let isWell = true;
    for (let e = fabric.first[x]; e < fabric.first[x + 1]; e++) {
      const y = fabric.to[e];
      const q = place[y];
      if (q >= 0) {
        // Counted once, by whoever comes later.
        if (this.holder[q] !== y) continue;
        if (lattice.joins(p, q)) this.missing--;
        else this.beside++;
        continue;
      }
      const before = choice[y];
      open.push([y, before]);
      votes[y]++;
      if (this.inFringe[y] === 0) {
        this.inFringe[y] = 1;
        this.fringe.push(y);
      }
      choice[y] = before === null ? around : this.agreed(y, before, p);
      let left = 0;
      const now = choice[y]!;
      for (let i = 0; i < now.length && left < 2; i++) if (this.isFree(now[i])) left++;
      if (left === 0 && this.mostBeside === 0) isWell = false;
      if (left === 1 && votes[y] > 1) this.forced.push(y);
    }
    return isWell && this.missing <= this.mostMissing && this.beside <= this.mostBeside;
  }

  /** The places of a choice that are joined with one more; where there is none, those that most placed neighbours are for. */
  private agreed(y: number, before: ArrayLike<number>, p: number): ArrayLike<number> {
    const { lattice, fabric } = this;
    const agreed: number[] = [];
    for (let i = 0; i < before.length; i++) if (lattice.joins(before[i], p)) agreed.push(before[i]);
    if (this.mostBeside === 0 || agreed.some((q) => this.isFree(q))) return agreed;
    const counts = new Map<number, number>();
    for (let e = fabric.first[y]; e < fabric.first[y + 1]; e++) {
      const q = this.place[fabric.to[e]];
      if (q >= 0) for (const r of lattice.neighbours(q)) if (this.isFree(r)) counts.set(r, (counts.get(r) ?? 0) + 1);
    }
    const most = Math.max(0, ...counts.values());
    return [...counts].filter(([, count]) => count === most).map(([q]) => q);
  }

  private takeBack(): void {
    const { x, adjacent, missing, beside, bounds, open } = this.steps.pop()!;
    const p = this.place[x];
    this.place[x] = -1;
    this.forced.length = 0;
    if (this.votes[x] > 0 && this.inFringe[x] === 0) {
      this.inFringe[x] = 1;
      this.fringe.push(x);
    }
    if (this.holder[p] !== x) return;
    this.holder[p] = -1;
    for (const q of this.lattice.neighbours(p)) this.beset[q]--;
    [this.adjacent, this.missing, this.beside] = [adjacent, missing, beside];
    for (const [d, low, high] of bounds) [this.low[d], this.high[d]] = [low, high];
    for (const [y, choice] of open) {
      this.votes[y]--;
      this.choice[y] = choice;
    }
  }

  /** Who stands alone, or is held by links beside the product only, takes what is left: where most neighbours are, then where most others are. */
  private fillHoles(whole: Fabric): void {
    const { lattice, place } = this;
    for (let x = 0; x < whole.switches; x++) {
      if (place[x] >= 0) continue;
      let [best, most] = [-1, -1];
      for (let p = 0; p < lattice.places; p++) {
        if (!this.isFree(p)) continue;
        let joined = 0;
        for (let e = whole.first[x]; e < whole.first[x + 1]; e++) {
          const q = place[whole.to[e]];
          if (q >= 0 && lattice.joins(p, q)) joined++;
        }
        const value = joined * 1024 + this.beset[p];
        if (value > most) [best, most] = [p, value];
      }
      if (best >= 0) this.put(x, best);
    }
  }
}
