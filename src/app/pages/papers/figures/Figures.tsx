/** The figures of an exhibit, each with its title. */
import "./figures.css";
import type { ComponentType } from "react";
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps, Layout } from "./contract.ts";
import { layoutBars } from "./bars.ts";
import { DrawnFigure } from "./DrawnFigure.tsx";
import { layoutGrowth } from "./growth.ts";
import { Matrix } from "./Matrix.tsx";
import { Networks } from "./Networks.tsx";
import { Phases } from "./Phases.tsx";
import { Placings } from "./Placings.tsx";
import { layoutProfiles } from "./profiles.ts";
import { layoutRanksFigure } from "./ranks.ts";
import { Relay } from "./Relay.tsx";
import { Blocks, Product, Programs } from "./Stepped.tsx";
import { layoutTimes } from "./times.ts";
import { layoutWorth } from "./worth.ts";

/** The component of a figure without controls. */
function still<Is extends Figure["is"]>(layout: Layout<Is>): ComponentType<FigureProps<Is>> {
  return (props) => <DrawnFigure label={props.figure.title} layout={(room) => layout(props, room)} />;
}

/** The component for each kind of figure. */
const drawnBy: { readonly [Is in Figure["is"]]: ComponentType<FigureProps<Is>> } = {
  bars: still(layoutBars),
  blocks: Blocks,
  growth: still(layoutGrowth),
  matrix: Matrix,
  networks: Networks,
  phases: Phases,
  placings: Placings,
  profiles: still(layoutProfiles),
  product: Product,
  programs: Programs,
  ranks: still(layoutRanksFigure),
  relay: Relay,
  times: still(layoutTimes),
  worth: still(layoutWorth),
};

interface FiguresProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  /** Shows only the first figure, with the panels next to it. */
  readonly isFirstOnly?: boolean;
}

export function Figures({ exhibit, outcome, isFirstOnly = false }: FiguresProps) {
  const rows = rowsOf(exhibit.figures ?? []);
  const drawn = (figure: Figure) => {
    const Drawn = drawnBy[figure.is] as ComponentType<FigureProps>;
    return (
      <section key={figure.title} className="paper-figure">
        <h2>{figure.title}</h2>
        <p className="paper-caption">
          <Typeset text={figure.caption} />
        </p>
        <Drawn figure={figure} exhibit={exhibit} outcome={outcome} />
      </section>
    );
  };
  return (isFirstOnly ? rows.slice(0, 1) : rows).map((row) =>
    columnsOf(row[0]) === 1 ? (
      drawn(row[0])
    ) : (
      <div key={row[0].title} className="figure-panels" data-columns={columnsOf(row[0])}>
        {row.map(drawn)}
      </div>
    ),
  );
}

/** Number of columns in which figures of this kind are placed side by side; 1 if a figure takes the full width. */
function columnsOf(figure: Figure): number {
  return figure.is === "growth" ? (figure.panel?.columns ?? 1) : 1;
}

/** Groups consecutive panels with the same number of columns; all other figures have a row of their own. */
function rowsOf(figures: readonly Figure[]): readonly (readonly Figure[])[] {
  const rows: Figure[][] = [];
  for (const figure of figures) {
    const row = rows.at(-1);
    const columns = columnsOf(figure);
    if (row !== undefined && columns > 1 && columnsOf(row[0]) === columns) row.push(figure);
    else rows.push([figure]);
  }
  return rows;
}
