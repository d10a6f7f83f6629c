/** Cable lengths of the active network, if the price list defines racks. */
import { useMemo } from "react";
import type { ChosenKind } from "../../../core/base/params.ts";
import { cablesOf, racksOf, cableReach } from "../../../core/costs/cables.ts";
import { countOf, formatCount, formatMeasure } from "../../../words/numbers.ts";
import { capitalize } from "../../../words/params.ts";
import { usePageRuns } from "../../hooks.ts";

/**
 * A table of the network's cables by class of link and length, and a sentence about the cables within a rack, within a row of racks, and
 * between rows. Nothing is shown if the price list has no racks.
 * @param cost The price list.
 */
export function Cables({ cost }: { readonly cost: ChosenKind }) {
  const network = usePageRuns(({ runs }) => runs.active.frame?.opened.network ?? null);
  const cables = useMemo(() => {
    const racks = racksOf(cost);
    return racks === null || network === null ? null : cablesOf(network, racks);
  }, [cost, network]);
  if (cables === null) return null;
  const { racks, lines } = cables;
  const sum = (column: "inRack" | "inRow" | "across") => lines.reduce((all, line) => all + line[column], 0);
  const longest = lines.reduce((longestSoFar, line) => Math.max(longestSoFar, line.longest), 0);
  return (
    <>
      <table className="amounts">
        <thead>
          <tr>
            <th scope="col">Cables</th>
            <th scope="col">to {cableReach.short} m</th>
            <th scope="col">to {cableReach.medium} m</th>
            <th scope="col">longer</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, short, medium, long }) => (
            <tr key={name}>
              <th scope="row">{capitalize(name)}</th>
              <td>{formatCount(short)}</td>
              <td>{formatCount(medium)}</td>
              <td>{formatCount(long)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="derived-note">
        {countOf(racks, "rack", "racks")}: {formatCount(sum("inRack"))} cables stay within a rack, {formatCount(sum("inRow"))} within a row
        of racks, and {formatCount(sum("across"))} lead to another row. The longest cable is {formatMeasure(longest)} m long.
      </p>
    </>
  );
}
