/** The figures of an exhibit, each with its title. */
import "./figures.css";
import type { ComponentType } from "react";
import type { Exhibit, ExhibitFigure, Outcome } from "../../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps, FigureLayout } from "./contract.ts";
import { layoutBars } from "./bar-chart.ts";
import { FigureView } from "./FigureView.tsx";
import { layoutGrowth } from "./line-chart.ts";
import { MatrixFigure } from "./MatrixFigure.tsx";
import { NetworksFigure } from "./NetworksFigure.tsx";
import { PhasesFigure } from "./PhasesFigure.tsx";
import { PlacementsFigure } from "./PlacementsFigure.tsx";
import { layoutProfiles } from "./small-multiples.ts";
import { layoutRankTimeline } from "./rank-timeline.ts";
import { RelayFigure } from "./RelayFigure.tsx";
import { BlocksFigure, ProductFigure, ProgramsFigure } from "./SteppedFigures.tsx";
import { layoutTimes } from "./time-bars.ts";
import { layoutPerformanceCost } from "./performance-cost.ts";

/** The component of a figure without controls. */
function staticFigure<Is extends ExhibitFigure["is"]>(layout: FigureLayout<Is>): ComponentType<FigureProps<Is>> {
  return (props) => <FigureView label={props.figure.title} layout={(context) => layout(props, context)} />;
}

/** The component for each kind of figure. */
const figureComponents: { readonly [Is in ExhibitFigure["is"]]: ComponentType<FigureProps<Is>> } = {
  bars: staticFigure(layoutBars),
  blocks: BlocksFigure,
  growth: staticFigure(layoutGrowth),
  matrix: MatrixFigure,
  networks: NetworksFigure,
  phases: PhasesFigure,
  placements: PlacementsFigure,
  profiles: staticFigure(layoutProfiles),
  product: ProductFigure,
  programs: ProgramsFigure,
  ranks: staticFigure(layoutRankTimeline),
  relay: RelayFigure,
  times: staticFigure(layoutTimes),
  worth: staticFigure(layoutPerformanceCost),
};

interface ExhibitFiguresProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  /** Shows only the first figure, with the panels next to it. */
  readonly isFirstOnly?: boolean;
}

/**
 * The figures of an exhibit, each with title and caption. Narrow figures that follow each other share a row. With `isFirstOnly`, as on a
 * slide, only the first row is shown.
 */
export function ExhibitFigures({ exhibit, outcome, isFirstOnly = false }: ExhibitFiguresProps) {
  const rows = figureRows(exhibit.figures ?? []);
  const renderFigure = (figure: ExhibitFigure) => {
    const FigureComponent = figureComponents[figure.is] as ComponentType<FigureProps>;
    return (
      <section key={figure.title} className="paper-figure">
        <h2>{figure.title}</h2>
        <p className="paper-caption">
          <Typeset text={figure.caption} />
        </p>
        <FigureComponent figure={figure} exhibit={exhibit} outcome={outcome} />
      </section>
    );
  };
  return (isFirstOnly ? rows.slice(0, 1) : rows).map((row) =>
    columnsOf(row[0]) === 1 ? (
      renderFigure(row[0])
    ) : (
      <div key={row[0].title} className="figure-panels" data-columns={columnsOf(row[0])}>
        {row.map(renderFigure)}
      </div>
    ),
  );
}

/** Number of columns in which figures of this kind are placed side by side; 1 if a figure takes the full width. */
function columnsOf(figure: ExhibitFigure): number {
  return figure.is === "growth" ? (figure.panel?.columns ?? 1) : 1;
}

/** Groups consecutive panels with the same number of columns; all other figures have a separate row. */
function figureRows(figures: readonly ExhibitFigure[]): readonly (readonly ExhibitFigure[])[] {
  const rows: ExhibitFigure[][] = [];
  for (const figure of figures) {
    const row = rows.at(-1);
    const columns = columnsOf(figure);
    if (row !== undefined && columns > 1 && columnsOf(row[0]) === columns) row.push(figure);
    else rows.push([figure]);
  }
  return rows;
}
