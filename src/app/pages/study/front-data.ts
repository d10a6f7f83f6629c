/** What the picture draws, from what is known. */
import { type Candidate } from "../../../core/study/candidates.ts";
import { acrossAxesOf, findAxis, type StudyAxis, upAxesOf } from "../../../core/study/axes.ts";
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

const writing = ({ id }: StudyAxis): FrontAxis["write"] =>
  id === "cost" ? (value) => formatMoney(value) : (value) => formatMeasure(value);

export function frontDataOf(state: StudyState, plan: Plan, { standing }: Answer): FrontData {
  const { need, picked, shown, family } = state;
  const [across, up] = [findAxis(acrossAxesOf(need), state.across), findAxis(upAxesOf(need), state.up)];
  const families = familiesOf(state.before);
  const points = plan.standings.flatMap((each): readonly FrontPoint[] => {
    const { candidate, isBeaten } = each;
    const { value: y, error, isMeasured, bound } = up.of(each);
    const x = across.of(each);
    if (x === null) return [];
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
        bound: isMeasured ? bound : null,
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
    x: { isMoreBetter: false, write: writing(across) },
    y: { isMoreBetter: true, write: (value) => formatRatio(value), most: 1 },
    limit: isUsual ? need.budget : null,
    asked: up.id === "throughput" ? need.carried : null,
    beyond: `beyond ${formatMoney(need.budget)}`,
  };
}
