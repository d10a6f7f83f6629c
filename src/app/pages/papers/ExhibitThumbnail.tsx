/** A thumbnail of an exhibit: the rows of its first series, drawn as on its page but smaller. */
import "./exhibit-thumbnail.css";
import type { Exhibit, Outcome } from "../../../reproductions/contract.ts";
import { emptyOutcome, shownValueOf } from "../../../reproductions/outcome.ts";
import { dotPlotSize, dotPlotMarks, dotPlotScale } from "./runs/dot-plot.ts";
import { separateThousands, Typeset } from "./Typeset.tsx";

export interface ExhibitThumbnailProps {
  readonly exhibit: Exhibit;
  /** Our values; null before anything is computed. Then only the published values are drawn. */
  readonly outcome: Outcome | null;
}

/** Maximum number of rows. More would be too small to see. */
const maxRows = 8;
/** Height of a row, in px. */
const rowHeight = 9;

export function ExhibitThumbnail({ exhibit, outcome }: ExhibitThumbnailProps) {
  const [firstSeries] = exhibit.series;
  if (firstSeries.isName === true) return <ThumbnailNames exhibit={exhibit} />;
  if (firstSeries.isMixed === true) return <ThumbnailNumbers exhibit={exhibit} outcome={outcome} />;
  return <ThumbnailRows exhibit={exhibit} outcome={outcome ?? emptyOutcome} />;
}

/**
 * A small dot plot of an exhibit (a table or figure of a paper): for each of its first rows, a ring for the published value, a dot for ours,
 * and a band for the tolerance. If the paper gives a range, the ring is stretched over it. Coordinates in pixels.
 */
function ThumbnailRows({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome }) {
  const scale = dotPlotScale(exhibit, outcome);
  // The first rows of the main series that have a published value.
  const rowMarks = exhibit.rows
    .filter(({ series }) => series === exhibit.series[0].id)
    .slice(0, maxRows)
    .map((row) => dotPlotMarks(row, exhibit, outcome, scale))
    .filter((marks) => marks !== null);
  const { width } = dotPlotSize;
  const height = rowMarks.length * rowHeight;
  return (
    <svg className="exhibit-thumbnail" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {rowMarks.map(({ band: [bandStart, bandEnd], zero, published: [low, high], simulated }, i) => {
        const y = (i + 0.5) * rowHeight;
        return (
          <g key={i}>
            {bandEnd > bandStart && (
              <rect className="lane-band" x={bandStart} y={y - rowHeight / 2} width={bandEnd - bandStart} height={rowHeight} />
            )}
            <path className="lane-zero" d={`M${zero ?? width / 2} ${y - rowHeight / 2}v${rowHeight}`} />
            {zero !== null && <path className="lane-amount" d={`M${zero} ${y}H${low}`} />}
            {simulated !== null && <path className="lane-gap" d={`M${(low + high) / 2} ${y}H${simulated}`} />}
            <rect className="lane-published" x={low - 3.2} y={y - 3.2} width={high - low + 6.4} height={6.4} rx={3.2} />
            {simulated !== null && <circle className="lane-dot" cx={simulated} cy={y} r={1.8} />}
          </g>
        );
      })}
    </svg>
  );
}

/** For a series of different quantities: the first three numbers, each with its label. */
function ThumbnailNumbers({ exhibit, outcome }: ExhibitThumbnailProps) {
  return (
    <p className="exhibit-thumbnail-figures wrap small">
      {exhibit.rows.slice(0, 3).map((row) => {
        const value = outcome?.values.get(row.id);
        return (
          <span key={row.id}>
            <b>{value === undefined ? "…" : separateThousands(shownValueOf(row, value))}</b> <Typeset text={row.label} />
          </span>
        );
      })}
    </p>
  );
}

/**
 * A thumbnail for an exhibit whose values are names, such as the best routing for each pattern: a grid of squares, with a column for each
 * label and a row for each series. Equal names have equal opacity; a name is stored as its index, in `published.high`.
 */
function ThumbnailNames({ exhibit: { series, rows } }: { readonly exhibit: Exhibit }) {
  const labels = [...new Set(rows.map(({ label }) => label))];
  const maxNameIndex = Math.max(1, ...rows.map(({ published }) => published?.high ?? 0));
  return (
    <svg className="exhibit-thumbnail" width={labels.length * 12} height={series.length * 12} aria-hidden="true">
      {rows.map(({ id, label, series: seriesId, published }) => (
        <rect
          key={id}
          className="exhibit-thumbnail-name"
          x={labels.indexOf(label) * 12}
          y={series.findIndex((each) => each.id === seriesId) * 12}
          width={10}
          height={10}
          rx={1.5}
          opacity={0.18 + (0.82 * (published?.high ?? 0)) / maxNameIndex}
        />
      ))}
    </svg>
  );
}
