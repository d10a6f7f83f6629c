/** Congestion matrices of counted runs, below each other; what is pointed at is said below. */
import { useEffect, useMemo, useRef, useState } from "react";
import { compile } from "../../../../core/compile.ts";
import { readScenario } from "../../../../core/scenario/scenario.ts";
import { nameOfChannel, nameOfNode } from "../../../../core/network/network.ts";
import { paintMatrix, paintWords } from "../../../../views/matrix/paint.ts";
import { partAt } from "../../../../views/matrix/pick.ts";
import { placeMatrix, roomOf } from "../../../../views/matrix/place.ts";
import { valuesOf } from "../../../../views/matrix/values.ts";
import { sayPercent } from "../../../../words/numbers.ts";
import { drawMarks, layerOf } from "../../../../views/marks/marks.ts";
import type { FigureProps } from "./contract.ts";
import { useTheme } from "./useTheme.ts";
import { useWidth } from "./useWidth.ts";

const nothingHighlighted = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };

export function Matrix({ figure, exhibit, outcome }: FigureProps<"matrix">) {
  const [metric, setMetric] = useState(figure.metrics[0].id);
  return (
    <div className="figure-matrices">
      <div className="figure-metrics" role="group" aria-label="What the numbers are of">
        {figure.metrics.map(({ id, title }) => (
          <button key={id} type="button" aria-pressed={id === metric} onClick={() => setMetric(id)}>
            {title}
          </button>
        ))}
      </div>
      {figure.matrices.map((each) => (
        <OneMatrix key={each.run} {...{ figure, exhibit, outcome, metric, ...each }} />
      ))}
    </div>
  );
}

function OneMatrix({
  exhibit,
  outcome,
  metric,
  run,
  title,
}: FigureProps<"matrix"> & { readonly metric: "sinceInjection" | "waiting"; readonly run: string; readonly title: string }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const theme = useTheme(group);
  const [said, setSaid] = useState<string | null>(null);
  const document = exhibit.runs.find(({ id }) => id === run)?.document;
  const network = useMemo(() => (document === undefined ? null : compile(readScenario(document)).plan.network), [document]);
  const counted = outcome.counted?.get(run)?.[metric];
  const values = useMemo(
    () => (network === null || counted === undefined ? null : valuesOf(network, true, (channel) => counted[channel])),
    [network, counted],
  );
  const room = network === null ? { width, height: 160 } : roomOf(network, Math.max(width, 120), true);
  const matrix = network === null || width < 120 ? null : placeMatrix(network, room.width, room.height, true);
  useEffect(() => {
    if (group.current === null || theme === null || matrix === null || network === null) return;
    const canvas = { ...room, theme };
    const marks = values === null ? [] : paintMatrix(matrix, values, network, nothingHighlighted, canvas);
    drawMarks([...marks, ...paintWords(matrix, canvas)], layerOf(group.current, "marks"));
  });
  const say = (x: number, y: number): string | null => {
    if (matrix === null || network === null || values === null) return null;
    const selected = partAt({ matrix, values, network }, x, y)?.selected;
    const ofWorst = (value: number, worst: number) => sayPercent(worst > 0 ? value / worst : 0);
    if (selected?.is === "channel")
      return `${nameOfChannel(network, selected.channel)}: ${ofWorst(values.ofChannel[selected.channel], values.worstChannel)} of the most loaded link`;
    if (selected?.is === "switch")
      return `${nameOfNode(network, selected.node)}: ${ofWorst(values.ofSwitch[selected.node - network.terminals], values.worstSwitch)} of the most loaded switch`;
    return null;
  };
  return (
    <figure ref={box} className="figure-matrix">
      <figcaption>{title}</figcaption>
      <div className="paper-scroll" tabIndex={0} role="region" aria-label={title}>
        <svg
          data-drawn
          width={room.width}
          height={room.height}
          role="img"
          aria-label={`Congestion matrix, ${title}; its means by level stand in the table.`}
          onPointerMove={({ nativeEvent }) => setSaid(say(nativeEvent.offsetX, nativeEvent.offsetY))}
          onPointerLeave={() => setSaid(null)}
        >
          <g ref={group} />
        </svg>
      </div>
      <p className="paper-caption">{said ?? (values === null ? "Waiting for its run …" : "Point at a number for its link or switch.")}</p>
    </figure>
  );
}
