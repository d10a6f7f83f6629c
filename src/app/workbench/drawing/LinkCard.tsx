/** Card of the selected links of a drawing: their number, rate, length and load. */
import { useMemo } from "react";
import type { Amount, AmountParam } from "../../../core/base/params.ts";
import { joinWithAnd } from "../../../core/base/words.ts";
import { integer } from "../../../core/base/params.ts";
import { exampleOf, quantityForPeople } from "../../../core/base/units.ts";
import { isSameValue } from "../../../core/base/equality.ts";
import { isTerminalEnd, terminalOfEnd } from "../../../core/network/drawing/drawing.ts";
import { linksBetween, withLinkCount } from "../../../core/network/drawing/edit.ts";
import { channelRateOf, ratedTechnology } from "../../../core/scenario/clock.ts";
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-document-value.ts";
import { type LinkEnds, type LinkSpeed, singleLinkName, linkSpeedOf } from "../../../core/scenario/edits/link-speeds.ts";
import { channelClocksOf, linksParam } from "../../../core/scenario/links.ts";
import type { DrawingDraft } from "../../../views/drawing/contract.ts";
import { nameOfEnd } from "../../../views/drawing/names.ts";
import { countOf } from "../../../words/numbers.ts";
import { applyLinkSpeeds } from "../../drawing/apply-drawing.ts";
import { drawingActions, drawingEditor } from "../../drawing/drawing-actions.ts";
import { editedDocument } from "../../state/document-state.ts";
import { discardPending } from "../../document/edits.ts";
import { usePage, useWorkbench } from "../../hooks.ts";
import { sayLink, sayPhitRate } from "../links/say-link.ts";
import { faultText, FixButtons } from "../sentence/FixButtons.tsx";
import { type LoadRow, LoadRows, useChannelShares } from "./LoadRows.tsx";
import { Button } from "../../ui/Button.tsx";
import { AmountWord, CountWord } from "./words.tsx";

const linkCountParam = integer({ title: "Links", help: "Links between two ends.", min: 0, max: 256, default: 1 });

/** Maximum number of links listed by name. */
const maxNamedLinks = 3;

const params = linksParam.of.params;

/**
 * The card for the selected links of a drawing: their number, ends, rate, length and loads, with buttons that add a parallel link or delete
 * them. `selectedLinks` has one entry for each linked pair of ends; parallel links share an entry.
 */
export function LinkCard({ draft }: { readonly draft: DrawingDraft }) {
  const actions = drawingActions(usePage());
  const { drawing, selectedLinks } = draft;
  const counts = selectedLinks.map(([a, b]) => linksBetween(drawing, a, b).length);
  const count = counts.reduce((sum, each) => sum + each, 0);
  const names = selectedLinks.map(([a, b]) => `${nameOfEnd(draft, a)} – ${nameOfEnd(draft, b)}`);
  const [first] = selectedLinks;
  const unnamedCount = names.length - maxNamedLinks;
  return (
    <>
      <h2>{count === 1 ? "What is this link?" : "What are these links?"}</h2>
      {selectedLinks.length === 1 ? (
        <p className="card-said">
          <CountWord
            param={linkCountParam}
            value={count}
            tail={count === 1 ? " link" : " links"}
            change={(next) => (current) => withLinkCount(current.drawing, ...first, next)}
          />{" "}
          between {nameOfEnd(draft, first[0])} and {nameOfEnd(draft, first[1])}.
        </p>
      ) : (
        <p className="card-said">
          {countOf(count, "link", "links")}:{" "}
          {joinWithAnd(unnamedCount > 0 ? [...names.slice(0, maxNamedLinks), `${unnamedCount} more`] : names)}.
        </p>
      )}
      {count > 0 && <LinkSpeedWords draft={draft} />}
      <LinkLoads draft={draft} />
      <p className="do">
        <Button variant="underlined" onClick={() => actions.changeCount(1)}>
          {selectedLinks.length === 1 ? "One more" : "One more for each"}
          <kbd>+</kbd>
        </Button>
        <Button variant="underlined" onClick={actions.removeSelection}>
          Delete<kbd>Del</kbd>
        </Button>
      </p>
    </>
  );
}

/**
 * Sentence with the rate and the length of the selected links as words that can be edited; “mixed” if the links differ. An invalid value
 * gets a message with fixes. A document compares several networks; `variantIndex` is the index of the drawn one.
 */
function LinkSpeedWords({ draft }: { readonly draft: DrawingDraft }) {
  const page = usePage();
  const { store } = page;
  const { drawing, selectedLinks } = draft;
  const variantIndex = useWorkbench((state) => state.mode.drawing?.of ?? 0);
  const document = useWorkbench(editedDocument);
  const scenario = variantsOf(document)[variantIndex];
  const channelRate = channelRateOf(scenario);
  const speeds = selectedLinks.map((ends) => linkSpeedOf(scenario.links, drawing, ends));
  const linksPrefix = `${pathIn(variantIndex, ["links"]).join(".")}.`;
  const issue = useWorkbench(({ document: { pending } }) => pending?.issues.find(({ path }) => path.startsWith(linksPrefix)));
  const amountWord = <N extends keyof LinkSpeed>(name: N, say: (value: Amount) => string) => {
    const values = speeds.map((speed) => speed[name]);
    const areAlike = values.every((each) => isSameValue(each, values[0]));
    return (
      <AmountWord
        param={params[name] as AmountParam}
        value={areAlike ? values[0] : null}
        text={areAlike ? say(values[0]) : "mixed"}
        path={pathIn(variantIndex, ["links", singleLinkName(drawing, selectedLinks[0]), name])}
        onTake={(value) => {
          const { now } = drawingEditor(page);
          const latest = now();
          if (latest !== null) applyLinkSpeeds(store, variantIndex, latest, latest.selectedLinks, { [name]: value });
        }}
      />
    );
  };
  return (
    <>
      <p className="card-said">
        Rate {amountWord("rate", (rate) => sayLinkRate(rate, channelRate))}, length {amountWord("length", sayLinkLength)}
        {selectedLinks.length > 1 ? ", each" : ""}.
      </p>
      {issue !== undefined && (
        <p className="field-fault" role="alert">
          {faultText(document, issue)} <FixButtons issue={issue} />
          <Button variant="quiet" onClick={() => discardPending(store)}>
            Go back
          </Button>
        </p>
      )}
      <SpeedInAllUnits
        draft={draft}
        of={variantIndex}
        ends={selectedLinks[0]}
        isAlike={speeds.every((each) => isSameValue(each, speeds[0]))}
      />
      <p className="small muted">{speedHelp(channelRate)}</p>
    </>
  );
}

/**
 * The first selected link's rate and length in all units, if the network can run and all selected links are alike: `Its link: 25 GB/s = 2
 * phits/cycle, 20 m = 100 ns = 312.5 cycles long.`
 * @param of Index of the drawn network among the compared networks of the document.
 * @param ends The two ends of the link.
 */
function SpeedInAllUnits({
  draft,
  of: variantIndex,
  ends,
  isAlike,
}: {
  readonly draft: DrawingDraft;
  readonly of: number;
  readonly ends: LinkEnds;
  readonly isAlike: boolean;
}) {
  const document = useWorkbench((state) => (state.document.pending === null ? state.document.current : null));
  const { network } = draft;
  const speedText = useMemo(() => {
    if (document === null || !isAlike) return "";
    const scenario = variantsOf(document)[variantIndex];
    const links = channelClocksOf(scenario, network);
    const [sourceNode, destinationNode] = ends.map((end) => (isTerminalEnd(end) ? terminalOfEnd(end) : network.terminals + end));
    const neighborOfPort = network.head.subarray(network.firstOut[sourceNode], network.firstOut[sourceNode + 1]);
    const port = neighborOfPort.indexOf(destinationNode);
    return links === undefined || port < 0 ? "" : sayLink({ network, links, scenario }, network.firstOut[sourceNode] + port);
  }, [document, variantIndex, network, ends, isAlike]);
  return speedText === "" ? null : <p className="small muted">{speedText}</p>;
}

/** A rate in physical units: `25 GB/s`, `2 × 12.5 GB/s`; in phits per cycle if the technology has no bytes per second. */
function sayLinkRate(rate: Amount, channel: number | null): string {
  if (typeof rate !== "number") return quantityForPeople(rate.value, rate.of);
  if (channel === null) return sayPhitRate(rate);
  const technologyRate = quantityForPeople(channel, "rate");
  return rate === 1 ? technologyRate : `${rate} × ${technologyRate}`;
}

const sayLinkLength = (length: Amount) =>
  typeof length === "number" ? countOf(length, "cycle", "cycles") : quantityForPeople(length.value, length.of);

/** Accepted input, and the meaning of a bare number. */
function speedHelp(channel: number | null): string {
  if (channel === null) {
    const { title } = ratedTechnology();
    return `This technology counts in cycles, not in seconds: a rate of 2 is twice the usual rate, and a length is a number of cycles. For 400 Gb/s or ${exampleOf.length}, choose a technology such as ${title}.`;
  }
  const technologyRate = quantityForPeople(channel, "rate");
  return `Type a rate with its unit, such as 400 Gb/s, or as a multiple of the technology's ${technologyRate}: 2 is twice as fast. Type a length as ${exampleOf.length}, ${exampleOf.time}, or a number of cycles.`;
}

/**
 * Rows with the loads of the selected links, a row for each direction; the busiest first if several links are selected. An end is a number
 * for a switch or a terminal; `nodeOfEnd` gives its node in the network, where terminals come before switches.
 */
function LinkLoads({ draft }: { readonly draft: DrawingDraft }) {
  const { network, selectedLinks } = draft;
  const shareOf = useChannelShares(draft);
  const nodeOfEnd = (end: number) => (isTerminalEnd(end) ? terminalOfEnd(end) : network.terminals + end);
  const rows = selectedLinks.flatMap(([a, b]): readonly LoadRow[] =>
    (
      [
        [a, b],
        [b, a],
      ] as const
    ).map(([sourceEnd, destinationEnd]) => {
      const channels: number[] = [];
      for (let c = network.firstOut[nodeOfEnd(sourceEnd)]; c < network.firstOut[nodeOfEnd(sourceEnd) + 1]; c++)
        if (network.head[c] === nodeOfEnd(destinationEnd)) channels.push(c);
      const name = `${nameOfEnd(draft, sourceEnd)} → ${nameOfEnd(draft, destinationEnd)}`;
      return { key: `${sourceEnd} ${destinationEnd}`, name, load: shareOf(channels) };
    }),
  );
  return <LoadRows rows={selectedLinks.length === 1 ? rows : rows.toSorted((x, y) => (y.load ?? 0) - (x.load ?? 0))} />;
}
