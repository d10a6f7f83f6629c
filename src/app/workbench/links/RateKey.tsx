/** Legend of the link rates: a line of each width on the stage, with its link classes and rate. */
import "./links.css";
import { once } from "../../../core/base/once.ts";
import { channelRateOf } from "../../../core/scenario/clock.ts";
import { sayQuantity } from "../../../core/base/units.ts";
import { breadthsOf } from "../../../views/stage/paint/unlike.ts";
import { stagedVariant } from "../../../words/variants.ts";
import type { Opened } from "../../../worker/protocol.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import { ratesOf, sayRate } from "./words.ts";

/** Maximum number of listed rates: a drawing may have a different rate for every link. */
const mostListed = 4;
/** Width of a line for the most common rate, pixels. */
const usual = 2.2;

const rates = once(({ network, links }: Opened) => (links === undefined ? [] : ratesOf(network, links)));

export function RateKey() {
  const opened = useComputed(({ runs }) => runs.active.frame?.opened);
  const scenario = useWorkbench(({ document: { current: document }, session: { activeNetwork: front } }) => stagedVariant(document, front));
  if (opened?.links === undefined) return null;
  const found = rates(opened);
  if (found.length < 2) return null;
  const breadths = breadthsOf(opened.links);
  const channel = channelRateOf(scenario);
  const said = (rate: number) => (channel === null ? sayRate(rate) : sayQuantity(Number((rate * channel).toPrecision(4)), "rate"));
  return (
    <p className="rate-key">
      {found.slice(0, mostListed).map(({ rate, channel: c, names }) => (
        <span key={rate}>
          <svg width={18} height={8} aria-hidden="true">
            <line x1={0} x2={18} y1={4} y2={4} strokeWidth={usual * breadths[c]} />
          </svg>
          {/* Omit the name of a class that is just its rate. */}
          {`${names.length > mostListed ? `${names.slice(0, mostListed - 1).join(", ")} …` : names.join(", ")}: ${said(rate)}`.replace(
            /^(.+): \1$/,
            "$1",
          )}
        </span>
      ))}
      {found.length > mostListed && <span>and {found.length - mostListed} more</span>}
    </p>
  );
}
