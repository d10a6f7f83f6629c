/** The main number, large, with a bar of its share: delivered load solid, offered but not delivered load hatched. */
import "./figure.css";
import type { ReactNode } from "react";
import type { Figure } from "../../../findings/figure.ts";

export interface FigureLineProps {
  readonly figure: Figure;
  /** Saturation load of the network, phits per cycle, if known: a ring on the bar. */
  readonly saturation?: number | null;
  /** The number before the last change, shown beside the new one. */
  readonly before?: Figure | null;
  /** Content behind the bar. */
  readonly below?: ReactNode;
}

export function FigureLine({ figure: { value, words, loads }, before = null, saturation = null, below }: FigureLineProps) {
  // A terminal with several links may be offered more than one link carries.
  const most = Math.max(1, loads?.offered ?? 0);
  const percent = (load: number) => `${(100 * load) / most}%`;
  return (
    <div className="figure">
      {/* Hidden from screen readers: the sentence beside it says the same. */}
      <p className="figure-words" aria-hidden="true">
        <b>{value}</b> {words} {before !== null && <span className="figure-before">before: {before.value}</span>}
      </p>
      {loads !== undefined && (
        <div className="figure-track">
          <span aria-hidden="true">
            <i className="offered" style={{ width: percent(loads.offered) }} />
            <i className="delivered" style={{ width: percent(loads.delivered) }} />
            {before?.loads !== undefined && <i className="wedge" style={{ left: percent(before.loads.delivered) }} />}
            {saturation !== null && <i className="saturation" style={{ left: percent(saturation) }} />}
          </span>
          {below}
        </div>
      )}
    </div>
  );
}
