/** Loads of channels on the cards of a drawing: a row with a bar for each. */
import type { ReactNode } from "react";
import type { DrawingDraft } from "../../../views/drawing/contract.ts";
import { frameForDraft, remapLinks } from "../../../views/drawing/remap.ts";
import { frameLoads } from "../../../views/readings/loads.ts";
import { usePage, useUnits } from "../../hooks.ts";

/** Maximum number of neighbors, names or loads listed on a card; further ones are only counted. */
export const maxListedRows = 6;

export interface LoadRow {
  readonly key: string | number;
  readonly name: ReactNode;
  /** Load of the busiest channel as a share of its rate; null before a run. */
  readonly load: number | null;
}

/** Loads of the drawing's channels in the latest run. */
export function useChannelShares(draft: DrawingDraft): (channels: readonly number[]) => number | null {
  const { view } = usePage();
  const data = view.data("stage");
  const frame = frameForDraft(draft, data);
  if (frame === null) return () => null;
  const loads = frameLoads({ frame, cycle: data.cycle, links: remapLinks(draft.network, data.network, data.links) });
  return (channels) => Math.max(0, ...channels.map((c) => loads.share(c)));
}

/**
 * A list of loads with a bar for each, in phits per cycle or the units of the page: the first `maxListedRows` rows, and the number of
 * further rows.
 */
export function LoadRows({ rows }: { readonly rows: readonly LoadRow[] }) {
  const units = useUnits();
  if (rows.length === 0) return null;
  return (
    <>
      <p className="small muted">Load so far, {units.headOf("phits/cycle")}</p>
      <ul className="draw-loads">
        {rows.slice(0, maxListedRows).map(({ key, name, load }) => (
          <li key={key}>
            <span>{name}</span>
            <span className="track" aria-hidden="true">
              <i style={{ width: `${Math.min(100, (load ?? 0) * 100)}%` }} />
            </span>
            <span>{load === null ? "" : units.formatLoad(load)}</span>
          </li>
        ))}
        {rows.length > maxListedRows && <li className="muted">and {rows.length - maxListedRows} more</li>}
      </ul>
    </>
  );
}
