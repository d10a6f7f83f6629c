/**
 * Embeds a network in a product by backtracking, so that links join adjacent slots. It starts with a switch and its neighbors; then the
 * switch with the fewest candidate slots comes next. A guess is undone if it leaves a switch without a slot.
 */
import type { Fabric } from "./contract.ts";
import { Lattice } from "./lattice.ts";
import { linksOf, type Product } from "./product.ts";

/** Search budget: number of assignments that are left for all attempts that share it. */
export interface Patience {
  left: number;
}

/** State before an assignment, to undo it. */
interface Step {
  readonly x: number;
  readonly adjacent: number;
  readonly missing: number;
  readonly beside: number;
  /** Lines that grew: dimension, and its lowest and highest coordinate before. */
  readonly bounds: readonly (readonly [d: number, low: number, high: number])[];
  /** Neighbors whose candidate slots changed, with the slots before. */
  readonly open: readonly (readonly [x: number, choice: ArrayLike<number> | null])[];
}

/** An assignment of switch x to slot p. */
type Stand = readonly [x: number, p: number];

/**
 * A branch of the search: possible assignments, the most likely first; the number that was tried; and the number of assignments before it.
 */
interface Guess {
  readonly choice: readonly Stand[];
  tried: number;
  readonly depth: number;
}

/**
 * Maximum number of assignments that are tried for a component without placed neighbors; those with the most occupied neighbor slots are
 * kept.
 */
const mostForApart = 48;

export class Embedding {
  /** [S] Slot of each switch, −1 if it has none yet. */
  readonly place: Int32Array;
  private readonly lattice: Lattice;
  /** [slots] Switch of each slot, −1 for a free slot. */
  private readonly holder: Int32Array;
  /** [slots] Number of occupied neighbor slots. */
  private readonly beset: Int32Array;
  /** [S] Slots, also occupied ones, that are adjacent to all placed neighbors; null if there are no placed neighbors. */
  private readonly choice: (ArrayLike<number> | null)[];
  /** [S] Number of placed neighbors. */
  private readonly votes: Int32Array;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  /** Number of pairs of placed switches in adjacent slots. */
  adjacent = 0;
  /** Number of these pairs that have no link. */
  private missing = 0;
  /** Number of links between placed switches in slots that are not adjacent. */
  private beside = 0;
  private readonly mostMissing: number;
  private readonly steps: Step[] = [];
  /** Switches that may have a single candidate slot left. */
  private readonly forced: number[] = [];
  /** Switches with placed neighbors; it may also contain switches that no longer qualify. */
  private fringe: number[] = [];
  private readonly inFringe: Uint8Array;

  /**
   * @param maxExtraLinks maximum number of links between slots that the product does not join
   * @param budget search budget, which the search reduces
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
   * Assigns all switches to slots.
   * @param fullFabric the network with all its links if some were removed; a switch that has no links left gets the slot that most of these
   * support
   * @param neighborsByDimension [dimensions] neighbors of the center in each dimension
   * @returns whether the search succeeded; if not, no switch is assigned
   */
  from(centre: number, rows: readonly (readonly number[])[], whole: Fabric): boolean {
    const { lattice } = this;
    const middle = lattice.middle();
    const first: (readonly [x: number, p: number])[] = [[centre, middle]];
    rows.forEach((row, d) => row.forEach((x, i) => first.push([x, lattice.along(middle, d)[i]])));
    // Assign all of them first, so that none of several equivalent neighbors gets ambiguous candidates.
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

  /** Searches by backtracking until all switches are assigned. @returns false if there is no solution or the budget is used up */
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

  /** The next assignments to try: those of the most certain switch. "stuck" if a switch has no slot, "done" if every switch has one. */
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
        // If extra links are possible, one of them may be the reason; otherwise every switch needs a slot.
        if (this.mostBeside === 0) return "stuck";
        continue;
      }
      const sure = this.sureness(x, choice);
      if (sure > surest) [best, found, surest] = [x, choice, sure];
    }
    if (best < 0) return this.apart();
    return [...found].sort((p, q) => this.beset[p] - this.beset[q]).map((p) => [best, p]);
  }

  /**
   * How much better the best slot of a switch is than the second best: by the number of links that would be missing, then by placed
   * neighbors.
   */
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

  /**
   * Assignments for the largest component that is connected to no placed switch: its two ends in all free slots, those with many occupied
   * neighbors first.
   */
  private apart(): "done" | readonly Stand[] {
    const seen = new Uint8Array(this.fabric.switches);
    let largest: readonly number[] = [];
    for (let s = 0; s < seen.length; s++) {
      if (seen[s] === 1 || this.place[s] >= 0 || this.votes[s] > 0) continue;
      const piece = this.pieceFrom(s);
      for (const x of piece) seen[x] = 1;
      if (piece.length > largest.length) largest = piece;
    }
    // Isolated switches fill the remaining slots at the end.
    if (largest.length < 2) return "done";
    // A switch farthest from any other one is an end of the component.
    const end = largest.at(-1)!;
    const ends = [end, this.pieceFrom(end).at(-1)!];
    const choice: Stand[] = [];
    for (let p = 0; p < this.lattice.places; p++) if (this.isFree(p)) for (const x of ends) choice.push([x, p]);
    return choice.sort(([, p], [, q]) => this.beset[q] - this.beset[p]).slice(0, mostForApart);
  }

  /** The unplaced component of a switch without links to placed switches, the nearest first. */
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

  /** Whether a slot is free and no line exceeds its length if it is used. */
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

  /** The free slots among the candidates of a switch. */
  private free(x: number): number[] {
    const open: number[] = [];
    const choice = this.choice[x]!;
    for (let i = 0; i < choice.length; i++) if (this.isFree(choice[i])) open.push(choice[i]);
    return open;
  }

  /** Assigns a switch to a slot. @returns whether a solution is still possible; the assignment has to be undone in either case */
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
        // Each link is counted once, by its end that is placed later.
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

  /** The candidate slots that are also adjacent to slot p; if there are none, the slots that most placed neighbors support. */
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

  /** Undoes the last assignment. */
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

  /**
   * Assigns the remaining switches, which are isolated or have extra links only: to the slot with most of their neighbors, then with most
   * occupied neighbor slots.
   */
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
