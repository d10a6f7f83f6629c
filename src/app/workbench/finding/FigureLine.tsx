/** One number, large, and on a track what it is a part of: delivered in ink, offered and not delivered hatched. */
import "./figure.css";
import type { ReactNode } from "react";
import type { Figure } from "../../../findings/figure.ts";

export interface FigureLineProps {
  readonly figure: Figure;
  /** Load at which the network saturates, phits per cycle, where that is known: a ring on the track. */
  readonly saturation?: number | null;
  /** The number before the last change: it stays beside the new one. */
  readonly before?: Figure | null;
  /** What stands behind the track. */
  readonly below?: ReactNode;
}

export function FigureLine({ figure: { value, words, loads }, before = null, saturation = null, below }: FigureLineProps) {
  // A terminal with several links may be offered more than one of them carries.
  const most = Math.max(1, loads?.offered ?? 0);
  const percent = (load: number) => `${(100 * load) / most}%`;
  return (
    <div className="figure">
      {/* The sentence beside it says the same to who listens. */}
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
