/** Legend of the link rates: a line of each width on the stage, with its link classes and rate. */
import "./links.css";
import { memoize } from "../../../core/base/memoize.ts";
import { channelRateOf } from "../../../core/scenario/clock.ts";
import { quantityForPeople } from "../../../core/base/units.ts";
import { widthFactors } from "../../../views/stage/paint/nonuniform-channels.ts";
import { stagedVariant } from "../../../words/variants.ts";
import type { OpenedRun } from "../../../worker/protocol.ts";
import { usePageRuns, useWorkbench } from "../../hooks.ts";
import { linkRates, sayPhitRate } from "./say-link.ts";

/** Maximum number of listed rates: a drawing may have a different rate for every link. */
const maxListedRates = 4;
/** Width of a line for the most common rate, pixels. */
const baseWidth = 2.2;

const memoizedRates = memoize(({ network, links }: OpenedRun) => (links === undefined ? [] : linkRates(network, links)));

/**
 * Legend of the line widths on the drawn network: for each link rate, a line of the width of such links, the names of their link classes,
 * and the rate. Nothing is shown if all links have the same rate.
 */
export function LinkRateLegend() {
  const opened = usePageRuns(({ runs }) => runs.active.frame?.opened);
  const scenario = useWorkbench(({ document: { current: document }, session: { activeNetwork: activeIndex } }) =>
    stagedVariant(document, activeIndex),
  );
  if (opened?.links === undefined) return null;
  const linkRateList = memoizedRates(opened);
  if (linkRateList.length < 2) return null;
  const widths = widthFactors(opened.links);
  const channelRate = channelRateOf(scenario);
  const rateText = (rate: number) =>
    channelRate === null ? sayPhitRate(rate) : quantityForPeople(Number((rate * channelRate).toPrecision(4)), "rate");
  const entryText = (names: readonly string[], rate: number) => {
    const namesText = names.length > maxListedRates ? `${names.slice(0, maxListedRates - 1).join(", ")} …` : names.join(", ");
    // Omit the name of a class that is just its rate.
    return namesText === rateText(rate) ? namesText : `${namesText}: ${rateText(rate)}`;
  };
  return (
    <p className="rate-key">
      {linkRateList.slice(0, maxListedRates).map(({ rate, channel: exampleChannel, names }) => (
        <span key={rate}>
          <svg width={18} height={8} aria-hidden="true">
            <line x1={0} x2={18} y1={4} y2={4} strokeWidth={baseWidth * widths[exampleChannel]} />
          </svg>
          {entryText(names, rate)}
        </span>
      ))}
      {linkRateList.length > maxListedRates && <span>and {linkRateList.length - maxListedRates} more</span>}
    </p>
  );
}
