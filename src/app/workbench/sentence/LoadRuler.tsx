/** Ruler under a dragged load: solid up to the delivered load, accent color from there to the offered load. */
const rulerWidth = 120;
const rulerInset = 4;

export interface LoadRulerProps {
  /** End of the scale, phits/cycle. */
  readonly max: number;
  readonly offered: number;
  /** Phits per cycle; null before the first result. */
  readonly delivered: number | null;
}

/** Hidden from screen readers: the word above contains the number. */
export function LoadRuler({ max, offered, delivered }: LoadRulerProps) {
  const x = (load: number) => rulerInset + (Math.min(load, max) / max) * (rulerWidth - 2 * rulerInset);
  const reached = Math.min(delivered ?? 0, offered);
  return (
    <svg className="ruler" width={rulerWidth} height={14} viewBox={`0 0 ${rulerWidth} 14`} aria-hidden="true">
      <path className="scale" d={`M${x(0)} 3H${x(max)}`} />
      {Array.from({ length: 11 }, (_, i) => (
        <path key={i} className="tick" d={`M${x((max * i) / 10)} 3v${i % 5 === 0 ? 7 : 4}`} />
      ))}
      {delivered !== null && <path className="delivered" d={`M${x(0)} 3H${x(reached)}`} />}
      {delivered !== null && <path className="refused" d={`M${x(reached)} 3H${x(offered)}`} />}
      <path className="offered" d={`M${x(offered)} -1v9`} />
    </svg>
  );
}
