/** What a class said and what arrived, at one place of an axis: rings and dots; of what is delivered on the load curve. */
import type { Answer } from "../../../../lessons/answers.ts";
import { type Spread, spreadOf } from "../../../../lessons/answers-spread.ts";
import { lineThrough, linearScale, ticksIn } from "../../../../views/plot/scale.ts";
import { tenth } from "../../../../views/marks/marks.ts";
import { type Dot, swarm } from "./swarm.ts";

/** The load curve below the answers. */
export interface CurveBelow {
  readonly offered: number;
  readonly points: readonly { readonly load: number; readonly accepted: number }[];
  readonly bound: number | null;
}

export interface ValuePictureProps {
  readonly answers: readonly Answer[];
  readonly from: number;
  readonly to: number;
  /** Null where the question is of one number without a load. */
  readonly curve: CurveBelow | null;
  readonly title: string;
  readonly across: string;
  readonly say: (value: number) => string;
  readonly tick: (value: number) => string;
  /** Whether an answer does not come out the same. */
  readonly isOdd: (answer: Answer) => boolean;
  /** Line of the answer that is pointed at, from 0; null for none. */
  readonly hot: number | null;
  readonly onHot: (at: number | null) => void;
  readonly summary: string;
}

const [width, height] = [760, 520];
const box = { left: 48, right: 740, top: 34, foot: 462 };
/** Loads on the axis across end here at least. */
const mostLoad = 1;
/** Room for the words on what arrived. */
const wordsWide = 200;
/** Radii of rings and dots, and from the line at the load to the first of either. */
const [ring, dot, gap] = [5.2, 3.2, 12] as const;

export function ValuePicture(props: ValuePictureProps) {
  const { answers, from, to, curve, title, across, say, tick, isOdd, hot, onHot, summary } = props;
  const values = answers.flatMap(({ said, result }) => [said !== null && "number" in said ? said.number : from, result ?? from]);
  // Somebody's typing slip must not press all others together: what lies beyond stands at the end.
  const y = linearScale([from, to], [box.foot, box.top], true);
  const beyond = values.filter((each) => each > to || each < from).length;
  const x = linearScale([0, Math.max(mostLoad, curve?.offered ?? 0)], [box.left, box.right]);
  const at = curve === null ? (box.left + box.right) / 2 : x(curve.offered);
  const said = answers.flatMap((answer) =>
    answer.said !== null && "number" in answer.said ? [{ answer, value: answer.said.number }] : [],
  );
  const seen = new Map<string, { readonly answer: Answer; readonly value: number }>();
  for (const answer of answers) {
    const key = `${answer.line.seed} ${answer.result}`;
    // Of two lines with one run that stands for it which comes out the same.
    if (answer.result !== null && (!seen.has(key) || !isOdd(answer))) seen.set(key, { answer, value: answer.result });
  }
  const came = [...seen.values()];
  const spread = (those: typeof said) => spreadOf(those.flatMap(({ answer, value }) => (isOdd(answer) ? [] : [value])));
  const [saidSpread, cameSpread] = [spread(said), spread(came)];
  const heights = (those: readonly { readonly value: number }[]) => those.map(({ value }) => y(value));
  const rings = swarm(heights(said), at - gap, -1, ring, Math.max(40, at - box.left - 40));
  const dots = swarm(heights(came), at + gap, 1, dot, Math.max(40, box.right - at - 130));
  const seedOf = (line: number | null) => answers.find((each) => each.at === line)?.line.seed;
  const hotSeed = seedOf(hot);
  const point = ({ at: line }: Answer) => ({ onPointerEnter: () => onHot(line), onPointerLeave: () => onHot(null) });
  const bracket = Math.max(box.left + 8, Math.min(at - gap, ...rings.map((each) => each.x)) - 18);
  const beside = Math.max(at + gap, ...dots.map((each) => each.x)) + 12;
  // Its words end with the axis where they would not fit behind the dots.
  const words = beside > box.right - wordsWide ? { x: box.right, textAnchor: "end" as const } : { x: tenth(beside) };
  return (
    <svg className="class-picture" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMin" role="img" aria-label={summary}>
      {ticksIn([from, to], 6).map((each) => (
        <g key={each}>
          <path className="grid" d={`M${box.left} ${tenth(y(each))}H${box.right}`} />
          <text className="tick" x={box.left - 8} y={tenth(y(each)) + 4} textAnchor="end">
            {tick(each)}
          </text>
        </g>
      ))}
      <text className="tick" x={box.left} y={18}>
        {title}
      </text>
      {curve !== null && <CurveOf curve={curve} x={x} y={y} to={to} across={across} say={say} at={at} />}
      <path className="at" d={`M${tenth(at)} ${box.top}V${box.foot}`} />
      {saidSpread !== null && <Middle spread={saidSpread} x={bracket} rings={rings.map((each) => each.y)} y={y} say={say} />}
      {rings.map((each) => {
        const { answer } = said[each.index];
        const isHot = answer.at === hot;
        return <Mark key={answer.at} className="said" at={each} r={ring} isHot={isHot} isOdd={isOdd(answer)} {...point(answer)} />;
      })}
      {dots.map((each) => {
        const { answer } = came[each.index];
        const isHot = hot !== null && answer.line.seed === hotSeed;
        return <Mark key={answer.at} className="came" at={each} r={dot} isHot={isHot} isOdd={isOdd(answer)} {...point(answer)} />;
      })}
      {cameSpread !== null && (
        <>
          <text className="truth-word" {...words} y={tenth(y(cameSpread.median)) + 26}>
            {curve === null ? "" : "arrived "}
            {say(cameSpread.median)}
          </text>
          {cameSpread.count > 1 && (
            <text className="tick on aside" {...words} y={tenth(y(cameSpread.median)) + 43}>
              {`${cameSpread.count} seeds, ${tick(cameSpread.least)} to ${tick(cameSpread.most)}`}
            </text>
          )}
        </>
      )}
      {beyond > 0 && (
        <text className="tick on" x={box.right} y={box.top + 14} textAnchor="end">
          {beyond === 1 ? "1 number lies beyond the axis" : `${beyond} numbers lie beyond the axis`}
        </text>
      )}
    </svg>
  );
}

type Scale = (value: number) => number;

interface MarkProps {
  readonly className: string;
  readonly at: Dot;
  readonly r: number;
  readonly isHot: boolean;
  readonly isOdd: boolean;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
}

function Mark({ className, at, r, isHot, isOdd, ...point }: MarkProps) {
  const place = { cx: tenth(at.x), cy: tenth(at.y) };
  return (
    <g className={className} data-hot={isHot || undefined} data-odd={isOdd || undefined} {...point}>
      <circle className="reach" {...place} r={r + 3} />
      <circle {...place} r={isHot ? r + 1.4 : r} />
    </g>
  );
}

/** The middle half as a bracket, the median as a ring on it; its words above all rings, or below them where no room is. */
function Middle({ spread, x, rings, y, say }: MiddleProps) {
  const { low, median, high, count } = spread;
  const [above, below] = [Math.min(...rings) - 30, Math.max(...rings) + 30];
  const first = above > box.top + 16 ? above : below;
  return (
    <g className="middle">
      {count > 1 && <path d={`M${tenth(x + 5)} ${tenth(y(high))}H${tenth(x)}V${tenth(y(low))}H${tenth(x + 5)}`} />}
      <circle cx={tenth(x)} cy={tenth(y(median))} r={4.5} />
      <text className="said-word" x={tenth(x - 4)} y={tenth(first)}>
        said {say(median)}
      </text>
      {count > 3 && (
        <text className="tick on aside" x={tenth(x - 4)} y={tenth(first + 17)}>
          half of them {say(low)} to {say(high)}
        </text>
      )}
    </g>
  );
}

interface MiddleProps {
  readonly spread: Spread;
  readonly x: number;
  /** Heights of the rings. */
  readonly rings: readonly number[];
  readonly y: Scale;
  readonly say: Say;
}

type Say = (value: number) => string;

interface CurveProps {
  readonly curve: CurveBelow;
  readonly x: Scale & { readonly domain: readonly [number, number] };
  readonly y: Scale;
  readonly to: number;
  readonly across: string;
  readonly say: Say;
  readonly at: number;
}

function CurveOf({ curve: { points, offered, bound }, x, y, to, across, say, at }: CurveProps) {
  const most = x.domain[1];
  const end = Math.min(to, most);
  return (
    <>
      {ticksIn([0, most], 5).map((each) => (
        <text className="tick" key={each} x={tenth(x(each))} y={box.foot + 20} textAnchor="middle">
          {Math.abs(x(each) - at) < 56 ? "" : Number(each.toPrecision(6))}
        </text>
      ))}
      <text className="tick" x={box.right} y={box.foot + 42} textAnchor="end">
        {across}
      </text>
      <path className="all" d={`M${x(0)} ${y(0)}L${tenth(x(end))} ${tenth(y(end))}`} />
      <path
        className="curve-line"
        d={lineThrough([[x(0), y(0)], ...points.map(({ load, accepted }) => [x(load), y(accepted)] as const)])}
      />
      {bound !== null && bound < most && (
        <>
          <path className="bound" d={`M${tenth(x(bound))} ${box.top}V${box.foot}`} />
          <text className="tick" x={tenth(x(bound)) + 5} y={box.foot - 8}>
            bound {say(bound)}
          </text>
        </>
      )}
      <text className="at-load" x={tenth(at)} y={box.foot + 20} textAnchor="middle">
        {say(offered)}
      </text>
    </>
  );
}
