/** What the picture draws, from what is known. */
import { type Candidate } from "../../../core/study/candidates.ts";
import { findAxis, type StudyAxis } from "../../../core/study/axes.ts";
import { frontOf } from "../../../core/study/front.ts";
import type { Plan } from "../../../core/study/order.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import type { FrontAxis, FrontData, FrontPoint } from "../../../views/front/layout.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { formatMeasure, formatMoney, formatRatio } from "../../../words/numbers.ts";
import type { Answer } from "./answer.ts";
import type { StudyState } from "./study-store.ts";

/** A family is a kind of topology; its number is its place among those in the picture. */
export interface Family {
  readonly id: string;
  readonly title: string;
  readonly count: number;
}

export function familiesOf(candidates: readonly Candidate[]): readonly Family[] {
  return topologies.kinds.flatMap(({ id, title }) => {
    const count = candidates.filter(({ topology }) => topology.kind === id).length;
    return count === 0 ? [] : [{ id, title, count }];
  });
}

const axisOf = ({ id, isMoreBetter }: StudyAxis): FrontAxis => ({
  isMoreBetter,
  write:
    id === "cost" ? (value) => formatMoney(value) : id === "throughput" ? (value) => formatRatio(value) : (value) => formatMeasure(value),
  ...(id === "throughput" ? { most: 1 } : {}),
});

export function frontDataOf(state: StudyState, plan: Plan, { standing }: Answer): FrontData {
  const { need, picked, shown, family } = state;
  const [across, up] = [findAxis(state.across), findAxis(state.up)];
  const families = familiesOf(state.before);
  const points = plan.standings.flatMap((each): readonly FrontPoint[] => {
    const { candidate, error, isMeasured, isBeaten } = each;
    const [x, y] = [across.of(each), up.of(each)];
    if (x === null || y === null) return [];
    const at = picked.indexOf(candidate.id);
    return [
      {
        id: candidate.id,
        family: families.findIndex(({ id }) => id === candidate.topology.kind),
        name: nameOfNetwork(candidate.topology),
        short: topologies.get(candidate.topology.kind).title,
        x,
        y,
        isMeasured,
        error,
        bound: isMeasured ? candidate.bound : null,
        isBeaten,
        isBeyond: candidate.perTerminal > need.budget,
        isAside: family !== null && candidate.topology.kind !== family,
        letter: at < 0 ? "" : letterOf(at),
      },
    ];
  });
  const within = points.filter(({ isBeyond, isAside }) => !isBeyond && !isAside);
  const front = frontOf(within.map(({ x, y }) => ({ cost: x, carries: y }))).map((i) => within[i].id);
  const isUsual = across.id === "cost";
  return {
    points,
    front,
    answer: standing?.candidate.id ?? null,
    shown,
    x: axisOf(across),
    y: axisOf(up),
    limit: isUsual ? need.budget : null,
    asked: up.id === "throughput" ? need.carried : null,
    beyond: `beyond ${formatMoney(need.budget)}`,
  };
}
