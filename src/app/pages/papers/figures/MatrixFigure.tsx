/** The congestion matrices of several runs, one below the other. */
import "./matrix.css";
import { useMemo, useState } from "react";
import { compile } from "../../../../core/run/compile.ts";
import { readScenario } from "../../../../core/scenario/scenario.ts";
import type { FigureProps } from "./contract.ts";
import { FigureView } from "./FigureView.tsx";
import { ToggleButton, ToggleGroup } from "../../../ui/ToggleButton.tsx";
import { layoutMatrix } from "./congestion-matrix.ts";

/** The congestion matrices of several runs, one below the other, with buttons that select the counted metric. */
export function MatrixFigure({ figure: { metrics, matrices }, exhibit, outcome }: FigureProps<"matrix">) {
  const [metric, setMetric] = useState(metrics[0].id);
  const networks = useMemo(
    () =>
      matrices.map(({ run }) => {
        const document = exhibit.runs.find(({ id }) => id === run)?.document;
        return document === undefined ? null : compile(readScenario(document)).plan.network;
      }),
    [matrices, exhibit],
  );
  return (
    <div className="figure-matrices">
      <ToggleGroup className="figure-metrics" label="What the numbers are of">
        {metrics.map(({ id, title }) => (
          <ToggleButton key={id} isPressed={id === metric} onClick={() => setMetric(id)}>
            {title}
          </ToggleButton>
        ))}
      </ToggleGroup>
      {matrices.map(({ run, title }, i) => (
        <figure key={run}>
          <figcaption>{title}</figcaption>
          <FigureView
            label={`Congestion matrix, ${title}; its means by level are in the table.`}
            layout={(context) => {
              const network = networks[i];
              return network === null ? null : layoutMatrix(network, outcome.counted?.get(run)?.[metric], context);
            }}
          />
        </figure>
      ))}
    </div>
  );
}
