/** Assigns free slots to switches that a family could not place. */
import type { SwitchFabric, Placement } from "./contract.ts";
import { fabricOfIdeal, neighborsIn } from "./switch-fabric.ts";

/** At most one of this many switches may be unplaced. */
const minSwitchesPerUnplaced = 4;

/**
 * Completes a placement: first places each switch where most of its neighbors are adjacent; then switches without links, or with a single
 * link that leads elsewhere, in any free slot. Other switches stay without a slot.
 */
export function completePlacement(fabric: SwitchFabric, { ideal: idealTopology, slotOf: initialSlots }: Placement): Placement {
  const slotOf = initialSlots.slice();
  const ideal = fabricOfIdeal(idealTopology);
  const isOccupied = new Uint8Array(ideal.switchCount);
  for (const p of slotOf) if (p >= 0) isOccupied[p] = 1;
  const unplaced = new Set(Array.from(slotOf.keys()).filter((s) => slotOf[s] < 0));
  if (minSwitchesPerUnplaced * unplaced.size > fabric.switchCount) return { ideal: idealTopology, slotOf };
  const assign = (s: number, p: number) => {
    slotOf[s] = p;
    isOccupied[p] = 1;
    unplaced.delete(s);
  };
  /**
   * The free slot that is adjacent to the slots of most placed neighbors of a switch, and the number of these neighbors. The slot is −1 if
   * there is none.
   */
  const bestSlotFor = (s: number): readonly [slot: number, votes: number] => {
    const votes = new Map<number, number>();
    for (const t of neighborsIn(fabric, s)) {
      if (slotOf[t] < 0) continue;
      for (const p of neighborsIn(ideal, slotOf[t])) if (isOccupied[p] === 0) votes.set(p, (votes.get(p) ?? 0) + 1);
    }
    let [bestSlot, mostVotes] = [-1, 0];
    for (const [p, slotVotes] of votes) {
      // Ties go to a slot with the same number of terminals, then to the slot with the lowest number.
      const advantage = slotVotes - mostVotes || terminalsMatch(s, p) - terminalsMatch(s, bestSlot) || bestSlot - p;
      if (advantage > 0) [bestSlot, mostVotes] = [p, slotVotes];
    }
    return [bestSlot, mostVotes];
  };
  const terminalsMatch = (s: number, p: number) => (p >= 0 && idealTopology.terminalCounts[p] === fabric.terminalCounts[s] ? 1 : 0);
  // Place the switch with the most votes first, because every placed switch adds a vote for its unplaced neighbors.
  for (;;) {
    let [bestSwitch, bestSlot, mostVotes] = [-1, -1, 0];
    for (const s of unplaced) {
      const [p, votes] = bestSlotFor(s);
      if (votes > mostVotes) [bestSwitch, bestSlot, mostVotes] = [s, p, votes];
    }
    if (bestSwitch < 0) break;
    assign(bestSwitch, bestSlot);
  }
  // Place switches without links, or with a single one, in any free slot, preferably with the same number of terminals.
  for (const s of unplaced) {
    // Placing a switch with one contradicting link costs one extra and one missing link, which is no worse than a stray switch and a
    // missing switch.
    const neighborCount = neighborsIn(fabric, s).length;
    const freeSlots = Array.from(isOccupied.keys()).filter(
      (p) => isOccupied[p] === 0 && (neighborCount === 0 || neighborCount + neighborsIn(ideal, p).length <= 2),
    );
    const freeSlot = freeSlots.find((p) => terminalsMatch(s, p) === 1) ?? freeSlots[0];
    if (freeSlot !== undefined) assign(s, freeSlot);
  }
  return { ideal: idealTopology, slotOf };
}
