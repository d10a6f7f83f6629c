/** The main number, large, with a bar of its share: delivered load solid, offered but not delivered load hatched. */
import "./figure.css";
import type { ReactNode } from "react";
import type { KeyFigure } from "../../../findings/key-figure.ts";

export interface FigureLineProps {
  readonly figure: KeyFigure;
  /** Saturation load of the network, phits per cycle, if known: a ring on the bar. */
  readonly saturation?: number | null;
  /** The number before the last change, shown beside the new one. */
  readonly previous?: KeyFigure | null;
  /** Content behind the bar. */
  readonly behindBar?: ReactNode;
}

/**
 * The main number of the finding (the answer of the page) in large type, and a bar with the offered load, the delivered load, the delivered
 * load before the last change, and the saturation load. Loads are in phits per cycle and terminal; the full bar is 1, or the offered load
 * if that is larger.
 */
export function FigureLine({ figure: { value, words, loads }, previous = null, saturation = null, behindBar }: FigureLineProps) {
  // A terminal with several links may be offered more than one link carries.
  const fullLoad = Math.max(1, loads?.offered ?? 0);
  const percent = (load: number) => `${(100 * load) / fullLoad}%`;
  return (
    <div className="figure">
      {/* Hidden from screen readers, because the sentence next to it gives the same number. */}
      <p className="figure-words" aria-hidden="true">
        <b>{value}</b> {words} {previous !== null && <span className="figure-before">before: {previous.value}</span>}
      </p>
      {loads !== undefined && (
        <div className="figure-track">
          <span aria-hidden="true">
            <i className="offered" style={{ width: percent(loads.offered) }} />
            <i className="delivered" style={{ width: percent(loads.delivered) }} />
            {previous?.loads !== undefined && <i className="wedge" style={{ left: percent(previous.loads.delivered) }} />}
            {saturation !== null && <i className="saturation" style={{ left: percent(saturation) }} />}
          </span>
          {behindBar}
        </div>
      )}
    </div>
  );
}
