/**
 * Embeds a network in a product by backtracking, so that links join adjacent slots. It starts with a switch and its neighbors; then the
 * switch with the fewest candidate slots comes next. A guess is undone if it leaves a switch without a slot.
 */
import type { SwitchFabric } from "./contract.ts";
import { Lattice } from "./lattice.ts";
import { productLinks, type CartesianProduct } from "./product.ts";

/** Search budget: number of assignments that are left for all attempts that share it. */
export interface SearchBudget {
  remaining: number;
}

/** State before an assignment, to undo it. */
interface UndoStep {
  readonly switchNumber: number;
  readonly adjacent: number;
  readonly missing: number;
  readonly extra: number;
  /** Lines that grew: dimension, and its lowest and highest coordinate before the assignment. */
  readonly bounds: readonly (readonly [d: number, low: number, high: number])[];
  /** Neighbors whose candidate slots changed, with their candidate slots before the assignment. */
  readonly previousCandidates: readonly (readonly [x: number, choice: ArrayLike<number> | null])[];
}

/** An assignment of switch x to slot p. */
type Assignment = readonly [x: number, p: number];

/**
 * A branch of the search: possible assignments, the most likely first; the number that was tried; and the number of earlier assignments.
 */
interface SearchBranch {
  readonly assignments: readonly Assignment[];
  tried: number;
  readonly depth: number;
}

/**
 * Maximum number of assignments that are tried for a component without placed neighbors; those with the most occupied neighbor slots are
 * kept.
 */
const maxComponentAssignments = 48;

export class ProductEmbedding {
  /** [S] Slot of each switch, −1 if it has none yet. */
  readonly slotOf: Int32Array;
  private readonly lattice: Lattice;
  /** [slots] Switch of each slot, −1 for a free slot. */
  private readonly switchAt: Int32Array;
  /** [slots] Number of occupied neighbor slots. */
  private readonly occupiedNeighbors: Int32Array;
  /** [S] Slots, also occupied ones, that are adjacent to all placed neighbors; null if there are no placed neighbors. */
  private readonly candidateSlots: (ArrayLike<number> | null)[];
  /** [S] Number of placed neighbors. */
  private readonly placedNeighbors: Int32Array;
  private readonly lowest: Int32Array;
  private readonly highest: Int32Array;
  /** Number of pairs of placed switches in adjacent slots. */
  adjacentPairs = 0;
  /** Number of pairs of placed switches in adjacent slots that have no link. */
  private missingLinks = 0;
  /** Number of links between placed switches in slots that are not adjacent. */
  private extraLinks = 0;
  private readonly maxMissing: number;
  private readonly steps: UndoStep[] = [];
  /** Switches that may have a single candidate slot left. */
  private readonly forcedSwitches: number[] = [];
  /** Switches with placed neighbors; it may also contain switches that no longer qualify. */
  private frontier: number[] = [];
  private readonly isInFrontier: Uint8Array;

  /**
   * Prepares the search; at first, no switch has a slot.
   * @param maxExtraLinks maximum number of links between slots that the product does not join
   * @param budget search budget, which the search reduces
   */
  constructor(
    private readonly fabric: SwitchFabric,
    private readonly product: CartesianProduct,
    private readonly maxExtraLinks: number,
    private readonly budget: SearchBudget,
  ) {
    const { switchCount, neighbors } = fabric;
    this.lattice = new Lattice(product);
    this.maxMissing = Math.max(0, productLinks(product) - neighbors.length / 2 + maxExtraLinks);
    this.slotOf = new Int32Array(switchCount).fill(-1);
    this.placedNeighbors = new Int32Array(switchCount);
    this.candidateSlots = Array.from({ length: switchCount }, () => null);
    this.isInFrontier = new Uint8Array(switchCount);
    this.switchAt = new Int32Array(this.lattice.slotCount).fill(-1);
    this.occupiedNeighbors = new Int32Array(this.lattice.slotCount);
    this.lowest = new Int32Array(product.length).fill(-1);
    this.highest = new Int32Array(product.length).fill(-1);
  }

  /**
   * Assigns all switches to slots.
   * @param fullFabric the network with all its links if some were removed; a switch that has no links left gets the slot that most of these
   * support
   * @param neighborsByDimension [dimensions] neighbors of the center in each dimension
   * @returns whether the search succeeded; if not, no switch is assigned
   */
  embed(center: number, neighborsByDimension: readonly (readonly number[])[], fullFabric: SwitchFabric): boolean {
    const { lattice } = this;
    const centerSlot = lattice.center();
    const first: (readonly [x: number, p: number])[] = [[center, centerSlot]];
    neighborsByDimension.forEach((row, d) => row.forEach((x, i) => first.push([x, lattice.neighborsAlong(centerSlot, d)[i]])));
    // Assign all these switches first, so that none of several equivalent neighbors gets ambiguous candidates.
    for (const [x, p] of first) this.slotOf[x] = p;
    const isPossible = first.every(([x, p]) => this.assign(x, p));
    if (!isPossible || !this.search()) {
      while (this.steps.length > 0) this.undo();
      for (const [x] of first) this.slotOf[x] = -1;
      return false;
    }
    this.fillRemaining(fullFabric);
    return true;
  }

  /** Coordinate of a switch in a dimension, from 0. */
  coordinate(x: number, d: number): number {
    const position = this.lattice.coordinate(this.slotOf[x], d);
    return this.product[d].kind === "line" ? position - this.lowest[d] : position;
  }

  /**
   * Searches by backtracking until all switches are assigned to slots.
   * @returns false if there is no solution or the budget is used up
   */
  private search(): boolean {
    const branches: SearchBranch[] = [];
    for (;;) {
      // Go forward: one branch for each possible assignment of the next switch.
      const next = this.nextAssignments();
      if (next === "done") return true;
      if (next !== "stuck") {
        branches.push({ assignments: next, tried: 0, depth: this.steps.length });
      }
      // Try the next assignment of the last branch, and go back while a branch has no more assignments.
      for (;;) {
        const branch = branches.at(-1);
        if (branch === undefined || this.budget.remaining <= 0) return false;
        while (this.steps.length > branch.depth) this.undo();
        if (branch.tried === branch.assignments.length) {
          branches.pop();
          continue;
        }
        const [x, p] = branch.assignments[branch.tried++];
        if (this.assign(x, p)) break;
      }
    }
  }

  /**
   * The next assignments to try, which are those of one switch: a switch with a single candidate slot if there is one, otherwise the switch
   * of the frontier with the most certain slot. The frontier contains the switches without a slot that have a neighbor with one. "stuck" if
   * a switch has no candidate slot, "done" if every switch has a slot.
   */
  private nextAssignments(): "done" | "stuck" | readonly Assignment[] {
    for (let x = this.forcedSwitches.pop(); x !== undefined; x = this.forcedSwitches.pop()) {
      if (this.slotOf[x] >= 0 || this.placedNeighbors[x] < 2) continue;
      const candidates = this.freeCandidates(x);
      if (candidates.length === 1) return [[x, candidates[0]]];
      if (candidates.length === 0 && this.maxExtraLinks === 0) return "stuck";
    }
    let [bestSwitch, bestCandidates, bestCertainty]: [number, readonly number[], number] = [-1, [], -1];
    this.frontier = this.frontier.filter((x) => {
      const isStillFrontier = this.slotOf[x] < 0 && this.placedNeighbors[x] > 0;
      if (!isStillFrontier) this.isInFrontier[x] = 0;
      return isStillFrontier;
    });
    for (const x of this.frontier) {
      const candidates = this.freeCandidates(x);
      if (candidates.length === 0) {
        // If extra links are possible, an extra link may be the reason; otherwise every switch needs a slot.
        if (this.maxExtraLinks === 0) return "stuck";
        continue;
      }
      const certainty = this.certainty(x, candidates);
      if (certainty > bestCertainty) [bestSwitch, bestCandidates, bestCertainty] = [x, candidates, certainty];
    }
    if (bestSwitch < 0) return this.componentAssignments();
    return [...bestCandidates].sort((p, q) => this.occupiedNeighbors[p] - this.occupiedNeighbors[q]).map((p) => [bestSwitch, p]);
  }

  /**
   * How much better the best slot of a switch is than the second best: by the number of links that would be missing, then by placed
   * neighbors.
   */
  private certainty(x: number, candidates: readonly number[]): number {
    const votes = Math.min(this.placedNeighbors[x], 255);
    if (candidates.length === 1) return 1e6 + votes;
    let [fewest, next] = [Infinity, Infinity];
    for (const p of candidates) {
      const missingHere = this.occupiedNeighbors[p];
      if (missingHere < fewest) [fewest, next] = [missingHere, fewest];
      else if (missingHere < next) next = missingHere;
    }
    return (next - fewest) * 256 + votes;
  }

  /**
   * Assignments of the largest component that is connected to no switch with a slot: its two ends in all free slots, those with many
   * occupied neighbors first. "done" if there is no such component of two or more switches.
   */
  private componentAssignments(): "done" | readonly Assignment[] {
    const visited = new Uint8Array(this.fabric.switchCount);
    let largest: readonly number[] = [];
    for (let s = 0; s < visited.length; s++) {
      if (visited[s] === 1 || this.slotOf[s] >= 0 || this.placedNeighbors[s] > 0) continue;
      const component = this.componentOf(s);
      for (const x of component) visited[x] = 1;
      if (component.length > largest.length) largest = component;
    }
    // Isolated switches fill the remaining slots at the end.
    if (largest.length < 2) return "done";
    // A switch farthest from any other one is an end of the component.
    const end = largest.at(-1)!;
    const ends = [end, this.componentOf(end).at(-1)!];
    const candidates: Assignment[] = [];
    for (let p = 0; p < this.lattice.slotCount; p++) if (this.isFree(p)) for (const x of ends) candidates.push([x, p]);
    return candidates.sort(([, p], [, q]) => this.occupiedNeighbors[q] - this.occupiedNeighbors[p]).slice(0, maxComponentAssignments);
  }

  /** The unplaced component of a switch without links to placed switches, the nearest first. */
  private componentOf(s: number): readonly number[] {
    const { firstNeighbor, neighbors } = this.fabric;
    const component = [s];
    const visited = new Set(component);
    for (const x of component) {
      for (let e = firstNeighbor[x]; e < firstNeighbor[x + 1]; e++) {
        const y = neighbors[e];
        if (visited.has(y) || this.slotOf[y] >= 0 || this.placedNeighbors[y] > 0) continue;
        visited.add(y);
        component.push(y);
      }
    }
    return component;
  }

  /** Whether a slot is free and no line exceeds its length if it is used. */
  private isFree(p: number): boolean {
    if (this.switchAt[p] >= 0) return false;
    for (let d = 0; d < this.product.length; d++) {
      const { kind, size } = this.product[d];
      if (kind !== "line" || this.lowest[d] < 0) continue;
      const x = this.lattice.coordinate(p, d);
      if (x - this.lowest[d] >= size || this.highest[d] - x >= size) return false;
    }
    return true;
  }

  /** The free slots among the candidates of a switch. */
  private freeCandidates(x: number): number[] {
    const open: number[] = [];
    const candidates = this.candidateSlots[x]!;
    for (let i = 0; i < candidates.length; i++) if (this.isFree(candidates[i])) open.push(candidates[i]);
    return open;
  }

  /**
   * Assigns switch x to slot p and updates the counts of missing and extra links and the candidate slots of its neighbors. The previous
   * values are stored for {@link ProductEmbedding.undo}.
   * @returns whether a solution is still possible; the assignment has to be undone in either case
   */
  private assign(x: number, p: number): boolean {
    const { lattice, fabric, slotOf, candidateSlots: candidates, placedNeighbors, occupiedNeighbors } = this;
    // Store what undo needs.
    const previousBounds: (readonly [number, number, number])[] = [];
    const previousCandidates: (readonly [number, ArrayLike<number> | null])[] = [];
    this.steps.push({
      switchNumber: x,
      adjacent: this.adjacentPairs,
      missing: this.missingLinks,
      extra: this.extraLinks,
      bounds: previousBounds,
      previousCandidates,
    });
    this.budget.remaining--;
    // Place the switch. All links to occupied adjacent slots count as missing until they are found below.
    slotOf[x] = p;
    this.switchAt[p] = x;
    this.adjacentPairs += occupiedNeighbors[p];
    this.missingLinks += occupiedNeighbors[p];
    const neighborSlots = lattice.neighborsOf(p);
    for (const q of neighborSlots) occupiedNeighbors[q]++;
    // Extend the range of positions that are used along a line.
    for (let d = 0; d < this.product.length; d++) {
      if (this.product[d].kind !== "line") continue;
      const position = lattice.coordinate(p, d);
      if (this.lowest[d] < 0 || position < this.lowest[d] || position > this.highest[d]) {
        previousBounds.push([d, this.lowest[d], this.highest[d]]);
        this.highest[d] = Math.max(this.highest[d], position);
        this.lowest[d] = this.lowest[d] < 0 ? position : Math.min(this.lowest[d], position);
      }
    }
    // Count the links to placed neighbors, and reduce the candidate slots of the other neighbors.
    let isFeasible = true;
    for (let e = fabric.firstNeighbor[x]; e < fabric.firstNeighbor[x + 1]; e++) {
      const y = fabric.neighbors[e];
      const q = slotOf[y];
      if (q >= 0) {
        // Each link is counted once, by its end that is placed later.
        if (this.switchAt[q] !== y) continue;
        if (lattice.areAdjacent(p, q)) this.missingLinks--;
        else this.extraLinks++;
        continue;
      }
      const previous = candidates[y];
      previousCandidates.push([y, previous]);
      placedNeighbors[y]++;
      if (this.isInFrontier[y] === 0) {
        this.isInFrontier[y] = 1;
        this.frontier.push(y);
      }
      candidates[y] = previous === null ? neighborSlots : this.commonSlots(y, previous, p);
      let freeCount = 0;
      const current = candidates[y]!;
      for (let i = 0; i < current.length && freeCount < 2; i++) if (this.isFree(current[i])) freeCount++;
      if (freeCount === 0 && this.maxExtraLinks === 0) isFeasible = false;
      if (freeCount === 1 && placedNeighbors[y] > 1) this.forcedSwitches.push(y);
    }
    return isFeasible && this.missingLinks <= this.maxMissing && this.extraLinks <= this.maxExtraLinks;
  }

  /** The candidate slots that are also adjacent to slot p; if there are none, the slots that most placed neighbors support. */
  private commonSlots(y: number, previous: ArrayLike<number>, p: number): ArrayLike<number> {
    const { lattice, fabric } = this;
    const common: number[] = [];
    for (let i = 0; i < previous.length; i++) if (lattice.areAdjacent(previous[i], p)) common.push(previous[i]);
    if (this.maxExtraLinks === 0 || common.some((q) => this.isFree(q))) return common;
    const counts = new Map<number, number>();
    for (let e = fabric.firstNeighbor[y]; e < fabric.firstNeighbor[y + 1]; e++) {
      const q = this.slotOf[fabric.neighbors[e]];
      if (q >= 0) for (const r of lattice.neighborsOf(q)) if (this.isFree(r)) counts.set(r, (counts.get(r) ?? 0) + 1);
    }
    const most = Math.max(0, ...counts.values());
    return [...counts].filter(([, count]) => count === most).map(([q]) => q);
  }

  /**
   * Undoes the last assignment of a switch to a slot: restores the counts, the bounds of open dimensions and the candidate slots of the
   * neighbors.
   */
  private undo(): void {
    const { switchNumber, adjacent, missing, extra, bounds, previousCandidates } = this.steps.pop()!;
    const p = this.slotOf[switchNumber];
    this.slotOf[switchNumber] = -1;
    this.forcedSwitches.length = 0;
    if (this.placedNeighbors[switchNumber] > 0 && this.isInFrontier[switchNumber] === 0) {
      this.isInFrontier[switchNumber] = 1;
      this.frontier.push(switchNumber);
    }
    if (this.switchAt[p] !== switchNumber) return;
    this.switchAt[p] = -1;
    for (const q of this.lattice.neighborsOf(p)) this.occupiedNeighbors[q]--;
    [this.adjacentPairs, this.missingLinks, this.extraLinks] = [adjacent, missing, extra];
    for (const [d, low, high] of bounds) [this.lowest[d], this.highest[d]] = [low, high];
    for (const [y, candidates] of previousCandidates) {
      this.placedNeighbors[y]--;
      this.candidateSlots[y] = candidates;
    }
  }

  /**
   * Assigns the remaining switches, which are isolated or have extra links only: each to the free slot that is adjacent to most of its
   * neighbors and, of these slots, to the one with most occupied neighbor slots.
   */
  private fillRemaining(fullFabric: SwitchFabric): void {
    const { lattice, slotOf } = this;
    for (let x = 0; x < fullFabric.switchCount; x++) {
      if (slotOf[x] >= 0) continue;
      let [best, most] = [-1, -1];
      for (let p = 0; p < lattice.slotCount; p++) {
        if (!this.isFree(p)) continue;
        let joinedNeighbors = 0;
        for (let e = fullFabric.firstNeighbor[x]; e < fullFabric.firstNeighbor[x + 1]; e++) {
          const q = slotOf[fullFabric.neighbors[e]];
          if (q >= 0 && lattice.areAdjacent(p, q)) joinedNeighbors++;
        }
        const score = joinedNeighbors * 1024 + this.occupiedNeighbors[p];
        if (score > most) [best, most] = [p, score];
      }
      if (best >= 0) this.assign(x, best);
    }
  }
}
