/** Converts the state of a study into the data of its plot. */
import { type Candidate } from "../../../core/study/candidates.ts";
import { type StudyAxis, type UpAxis, type View, viewOf } from "../../../core/study/axes.ts";
import { frontOf } from "../../../core/study/front.ts";
import type { Known } from "../../../core/study/known.ts";
import type { Plan, Standing } from "../../../core/study/order.ts";
import { topologies } from "../../../core/kinds/all-kinds.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import type { FrontData, FrontPoint } from "../../../views/front/layout.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { countOf, formatCount, formatMeasure, formatMoney, formatRatio, withUnit } from "../../../words/numbers.ts";
import { type Answer, sayCarries } from "./answer.ts";
import type { StudyState } from "./study-store.ts";

/** A kind of topology among the candidates. Its index in the list of families selects its symbol. */
export interface Family {
  readonly id: string;
  readonly title: string;
  readonly count: number;
}

/** The families of the candidates, in the order of the registry. */
export function familiesOf(candidates: readonly Candidate[]): readonly Family[] {
  return topologies.kinds.flatMap(({ id, title }) => {
    const count = candidates.filter(({ topology }) => topology.kind === id).length;
    return count === 0 ? [] : [{ id, title, count }];
  });
}

/** The number format of an axis. */
export function writing(axis: StudyAxis | UpAxis): (value: number) => string {
  if (axis.id === "cost") return (value) => formatMoney(value >= 100 ? Math.round(value) : value);
  const told = "told" in axis ? axis.told : undefined;
  if (told !== undefined) return (value) => (Number.isInteger(value) ? `×${formatCount(told(value))}` : "");
  return "isThroughput" in axis && axis.isThroughput ? formatRatio : formatMeasure;
}

/** Says how many networks have no position in the plot: `9 are full at that load`. */
export function sayAbsent({ standings }: Plan, { across, up }: View): string {
  const without = (axis: StudyAxis | UpAxis, those: readonly Known[]) => {
    const count = those.filter((each) => axis.of(each) === null).length;
    return count === 0 || axis.absent === undefined ? [] : [countOf(count, ...axis.absent)];
  };
  return [...without(across, standings), ...without(up, standings)].join("; ");
}

/** The points of all networks with a value on both axes, and the Pareto front of those within the budget and the highlighted family. */
export function frontDataOf(state: StudyState, plan: Plan, { standing }: Answer): FrontData {
  const { need, picked, shown, family } = state;
  const { across, up } = viewOf(need, state);
  const families = familiesOf(state.before);
  const points = plan.standings.flatMap((each): readonly FrontPoint[] => {
    const { candidate, isBeaten } = each;
    const [x, given] = [across.of(each), up.of(each)];
    if (x === null || given === null) return [];
    const { value: y, error, isMeasured, bound } = given;
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
        isBeaten: isBeaten && up.needs.length > 0,
        isBeyond: candidate.perTerminal > need.budget,
        isAside: family !== null && candidate.topology.kind !== family,
        letter: at < 0 ? "" : letterOf(at),
      },
    ];
  });
  // The Pareto front of the networks that are affordable and not dimmed.
  const within = points.filter(({ isBeyond, isAside }) => !isBeyond && !isAside);
  const front = frontOf(
    within.map(({ x, y }) => ({ pays: x, worth: up.isMoreBetter ? y : -y })),
    up.equal,
  ).map((i) => within[i].id);
  return {
    points,
    front,
    answer: standing?.candidate.id ?? null,
    shown,
    x: { write: writing(across) },
    y: { isMoreBetter: up.isMoreBetter, write: writing(up), ...(up.most === null ? {} : { most: up.most }) },
    limit: across.id === "cost" ? need.budget : null,
    asked: up.id === "throughput" ? need.carried : null,
    beyond: `beyond ${formatMoney(need.budget)}`,
  };
}

/** The description of the hovered network. */
export interface ShownWords {
  readonly name: string;
  readonly value: string;
  /** Its values on axes other than throughput and cost, one line each. */
  readonly more: readonly string[];
}

/** The description of a network: its name, its throughput and price, and its values on other axes. */
export function sayShown(standing: Standing, { points, x, y }: FrontData, { across, up }: View): ShownWords {
  const { candidate } = standing;
  const point = points.find(({ id }) => id === candidate.id);
  // A factor such as ×16 has no unit.
  const sayOn = ({ id, title, unit }: StudyAxis | UpAxis, number: string, bound: string) =>
    number === "" || id === "cost" || id === "throughput"
      ? []
      : [`${title} ${bound}${number.startsWith("×") ? number : withUnit(number, unit)}`];
  const bound = point === undefined || point.isMeasured ? "" : up.isMoreBetter ? "at most " : "at least ";
  return {
    name: nameOfNetwork(candidate.topology),
    value: `carries ${sayCarries(standing)} at ${formatMoney(Math.round(candidate.perTerminal))} a terminal`,
    more: point === undefined ? [] : [...sayOn(up, y.write(point.y), bound), ...sayOn(across, x.write(point.x), "")],
  };
}

/** The description as one sentence. */
export const shownSentence = ({ name, value, more }: ShownWords) => `${name}: ${[value, ...more].join(", ")}.`;
