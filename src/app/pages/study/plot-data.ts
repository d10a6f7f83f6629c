/** Converts the state of a study into the data of its plot. */
import { type Candidate } from "../../../core/study/candidates.ts";
import { type StudyAxis, type VerticalAxis, type AxisSelection, axisSelection } from "../../../core/study/axes.ts";
import { paretoFront } from "../../../core/study/pareto-front.ts";
import type { Assessment } from "../../../core/study/assessment.ts";
import type { StudyPlan, CandidateStatus } from "../../../core/study/study-plan.ts";
import { allTopologies } from "../../../core/kinds/all-kinds.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import type { FrontData, FrontPoint } from "../../../views/pareto-front/layout.ts";
import { candidateName } from "../../../words/study-candidates.ts";
import { countOf, formatCount, formatMeasure, formatMoney, formatRatio, withUnit } from "../../../words/numbers.ts";
import { type StudyAnswer, sayKnownThroughput } from "./study-answer.ts";
import type { StudyState } from "./study-store.ts";

/** A kind of topology among the candidates. Its index in the list of families selects its symbol. */
export interface StudyFamily {
  readonly id: string;
  readonly title: string;
  readonly count: number;
}

/** The families of the candidates, in the order of the registry. */
export function studyFamiliesOf(candidates: readonly Candidate[]): readonly StudyFamily[] {
  return allTopologies.kinds.flatMap(({ id, title }) => {
    const count = candidates.filter(({ topology }) => topology.kind === id).length;
    return count === 0 ? [] : [{ id, title, count }];
  });
}

/** The number format of an axis. */
export function axisFormat(axis: StudyAxis | VerticalAxis): (value: number) => string {
  if (axis.id === "cost") return (value) => formatMoney(value >= 100 ? Math.round(value) : value);
  const displayValue = "displayValue" in axis ? axis.displayValue : undefined;
  if (displayValue !== undefined) return (value) => (Number.isInteger(value) ? `×${formatCount(displayValue(value))}` : "");
  return "isThroughput" in axis && axis.isThroughput ? formatRatio : formatMeasure;
}

/** Says how many networks have no position in the plot: `9 are full at that load`. */
export function sayUnplotted({ statuses }: StudyPlan, { across: horizontalAxis, up: verticalAxis }: AxisSelection): string {
  const sayWithoutValue = (axis: StudyAxis | VerticalAxis, networks: readonly Assessment[]) => {
    const count = networks.filter((each) => axis.of(each) === null).length;
    return count === 0 || axis.absent === undefined ? [] : [countOf(count, ...axis.absent)];
  };
  return [...sayWithoutValue(horizontalAxis, statuses), ...sayWithoutValue(verticalAxis, statuses)].join("; ");
}

/**
 * The data of the study's plot: a point for each candidate network that has a value on both axes, and the Pareto front of the networks that
 * are within the budget and in the highlighted family.
 */
export function studyPlotData(state: StudyState, plan: StudyPlan, { status: answerStatus }: StudyAnswer): FrontData {
  const { need, selectedIds, hoveredId, family } = state;
  const { across: horizontalAxis, up: verticalAxis } = axisSelection(need, state);
  const families = studyFamiliesOf(state.shownCandidates);
  const points = plan.statuses.flatMap((each): readonly FrontPoint[] => {
    const { candidate, isExcluded } = each;
    const [x, axisValue] = [horizontalAxis.of(each), verticalAxis.of(each)];
    if (x === null || axisValue === null) return [];
    const { value: y, error, isMeasured, bound } = axisValue;
    const selectedIndex = selectedIds.indexOf(candidate.id);
    return [
      {
        id: candidate.id,
        family: families.findIndex(({ id }) => id === candidate.topology.kind),
        name: candidateName(candidate.topology),
        shortName: allTopologies.get(candidate.topology.kind).title,
        x,
        y,
        isMeasured,
        error,
        bound: isMeasured ? bound : null,
        isDominated: isExcluded && verticalAxis.needs.length > 0,
        isOverBudget: candidate.perTerminal > need.budget,
        isDimmed: family !== null && candidate.topology.kind !== family,
        letter: selectedIndex < 0 ? "" : letterOf(selectedIndex),
      },
    ];
  });
  // The Pareto front of the networks that are affordable and not dimmed.
  const eligible = points.filter(({ isOverBudget, isDimmed }) => !isOverBudget && !isDimmed);
  const frontIds = paretoFront(
    eligible.map(({ x, y }) => ({ price: x, benefit: verticalAxis.isMoreBetter ? y : -y })),
    verticalAxis.equal,
  ).map((i) => eligible[i].id);
  return {
    points,
    paretoFront: frontIds,
    answer: answerStatus?.candidate.id ?? null,
    hovered: hoveredId,
    x: { write: axisFormat(horizontalAxis) },
    y: {
      isMoreBetter: verticalAxis.isMoreBetter,
      write: axisFormat(verticalAxis),
      ...(verticalAxis.max === null ? {} : { most: verticalAxis.max }),
    },
    budget: horizontalAxis.id === "cost" ? need.budget : null,
    requirement: verticalAxis.id === "throughput" ? need.carried : null,
    budgetText: `beyond ${formatMoney(need.budget)}`,
  };
}

/** The description of the hovered network. */
export interface NetworkDescription {
  readonly name: string;
  readonly value: string;
  /** Values of the network on axes other than throughput and cost, one line each. */
  readonly more: readonly string[];
}

/**
 * The description of a candidate network for a tooltip: its name, its throughput and price, and its values on the axes of the plot, unless
 * these are throughput and price. A value that is not simulated is given as a bound ("at most").
 */
export function describeNetwork(
  status: CandidateStatus,
  { points, x, y }: FrontData,
  { across: horizontalAxis, up: verticalAxis }: AxisSelection,
): NetworkDescription {
  const { candidate } = status;
  const point = points.find(({ id }) => id === candidate.id);
  const sayOnAxis = ({ id, title, unit }: StudyAxis | VerticalAxis, number: string, boundPhrase: string) => {
    if (number === "" || id === "cost" || id === "throughput") return [];
    // A factor such as ×16 has no unit.
    const numberWithUnit = number.startsWith("×") ? number : withUnit(number, unit);
    return [`${title} ${boundPhrase}${numberWithUnit}`];
  };
  const isBound = point !== undefined && !point.isMeasured;
  const verticalBoundPhrase = !isBound ? "" : verticalAxis.isMoreBetter ? "at most " : "at least ";
  return {
    name: candidateName(candidate.topology),
    value: `delivers ${sayKnownThroughput(status)} at ${formatMoney(Math.round(candidate.perTerminal))} a terminal`,
    more:
      point === undefined
        ? []
        : [...sayOnAxis(verticalAxis, y.write(point.y), verticalBoundPhrase), ...sayOnAxis(horizontalAxis, x.write(point.x), "")],
  };
}

/** The description as one sentence. */
export const descriptionSentence = ({ name, value, more }: NetworkDescription) => `${name}: ${[value, ...more].join(", ")}.`;
