/** Card of the selected links of a drawing: their number, rate, length and load. */
import { useMemo } from "react";
import type { Amount, AmountParam } from "../../../core/base/params.ts";
import { anded } from "../../../core/base/words.ts";
import { integer } from "../../../core/base/params.ts";
import { exampleOf, sayQuantity } from "../../../core/base/units.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { isTerminal, terminalOf } from "../../../core/network/drawing/drawing.ts";
import { linksBetween, withMultiplicity } from "../../../core/network/drawing/edit.ts";
import { channelRateOf, ratedTechnology } from "../../../core/scenario/clock.ts";
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-place.ts";
import { type LinkEnds, type LinkSpeed, singleLinkName, speedOf } from "../../../core/scenario/edits/link-speeds.ts";
import { channelClocksOf, linksParam } from "../../../core/scenario/links.ts";
import type { Draft } from "../../../views/drawing/contract.ts";
import { nameOfEnd } from "../../../views/drawing/names.ts";
import { countOf } from "../../../words/numbers.ts";
import { drawSpeeds } from "../../drawing/change.ts";
import { drawingActions, drawingOn } from "../../drawing/act.ts";
import { edited } from "../../state/document-state.ts";
import { withdraw } from "../../document/edits.ts";
import { usePage, useWorkbench } from "../../hooks.ts";
import { sayLink, sayRate } from "../links/words.ts";
import { faultText, Mendings } from "../sentence/Mendings.tsx";
import { type LoadRow, LoadRows, useShares } from "./loads.tsx";
import { Button } from "../../ui/Button.tsx";
import { AmountWord, CountWord } from "./words.tsx";

const linksCount = integer({ title: "Links", help: "Links between two ends.", min: 0, max: 256, default: 1 });

/** Maximum number of links listed by name. */
const mostNamed = 3;

const params = linksParam.of.params;

export function LinkCard({ draft }: { readonly draft: Draft }) {
  const act = drawingActions(usePage());
  const { drawing, chosenLinks } = draft;
  const counts = chosenLinks.map(([a, b]) => linksBetween(drawing, a, b).length);
  const count = counts.reduce((sum, each) => sum + each, 0);
  const names = chosenLinks.map(([a, b]) => `${nameOfEnd(draft, a)} – ${nameOfEnd(draft, b)}`);
  const [first] = chosenLinks;
  const more = names.length - mostNamed;
  return (
    <>
      <h2>{count === 1 ? "What is this link?" : "What are these links?"}</h2>
      {chosenLinks.length === 1 ? (
        <p className="card-said">
          <CountWord
            param={linksCount}
            value={count}
            tail={count === 1 ? " link" : " links"}
            change={(next) => (now) => withMultiplicity(now.drawing, ...first, next)}
          />{" "}
          between {nameOfEnd(draft, first[0])} and {nameOfEnd(draft, first[1])}.
        </p>
      ) : (
        <p className="card-said">
          {countOf(count, "link", "links")}: {anded(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names)}.
        </p>
      )}
      {count > 0 && <Speed draft={draft} />}
      <Loads draft={draft} />
      <p className="do">
        <Button variant="underlined" onClick={() => act.add(1)}>
          {chosenLinks.length === 1 ? "One more" : "One more each"}
          <kbd>+</kbd>
        </Button>
        <Button variant="underlined" onClick={act.remove}>
          Delete<kbd>Del</kbd>
        </Button>
      </p>
    </>
  );
}

/** Rate and length of the selected links as editable words. */
function Speed({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  const { store } = page;
  const { drawing, chosenLinks } = draft;
  const of = useWorkbench((state) => state.mode.drawing?.of ?? 0);
  const document = useWorkbench(edited);
  const scenario = variantsOf(document)[of];
  const channel = channelRateOf(scenario);
  const speeds = chosenLinks.map((ends) => speedOf(scenario.links, drawing, ends));
  const within = `${pathIn(of, ["links"]).join(".")}.`;
  const issue = useWorkbench(({ document: { pending } }) => pending?.issues.find(({ path }) => path.startsWith(within)));
  const word = <N extends keyof LinkSpeed>(name: N, say: (value: Amount) => string) => {
    const values = speeds.map((speed) => speed[name]);
    const isSame = values.every((each) => isSameValue(each, values[0]));
    return (
      <AmountWord
        param={params[name] as AmountParam}
        value={isSame ? values[0] : null}
        text={isSame ? say(values[0]) : "unlike"}
        path={pathIn(of, ["links", singleLinkName(drawing, chosenLinks[0]), name])}
        onTake={(value) => {
          const { now } = drawingOn(page);
          const latest = now();
          if (latest !== null) drawSpeeds(store, of, latest, latest.chosenLinks, { [name]: value });
        }}
      />
    );
  };
  return (
    <>
      <p className="card-said">
        Rate {word("rate", (rate) => sayRateOf(rate, channel))}, length {word("length", sayLengthOf)}
        {chosenLinks.length > 1 ? ", each" : ""}.
      </p>
      {issue !== undefined && (
        <p className="field-fault" role="alert">
          {faultText(document, issue)} <Mendings issue={issue} />
          <Button variant="quiet" onClick={() => withdraw(store)}>
            Go back
          </Button>
        </p>
      )}
      <InCycles draft={draft} of={of} ends={chosenLinks[0]} isAlike={speeds.every((each) => isSameValue(each, speeds[0]))} />
      <p className="small muted">{helpWith(channel)}</p>
    </>
  );
}

/** Rate and length in all units, if the network can run: `Its link: 25 GB/s = 2 phits/cycle, 20 m = 100 ns = 312.5 cycles long.` */
function InCycles({
  draft,
  of,
  ends,
  isAlike,
}: {
  readonly draft: Draft;
  readonly of: number;
  readonly ends: LinkEnds;
  readonly isAlike: boolean;
}) {
  const document = useWorkbench((state) => (state.document.pending === null ? state.document.current : null));
  const { network } = draft;
  const said = useMemo(() => {
    if (document === null || !isAlike) return "";
    const scenario = variantsOf(document)[of];
    const links = channelClocksOf(scenario, network);
    const [from, to] = ends.map((end) => (isTerminal(end) ? terminalOf(end) : network.terminals + end));
    const ports = network.head.subarray(network.firstOut[from], network.firstOut[from + 1]);
    const port = ports.indexOf(to);
    return links === undefined || port < 0 ? "" : sayLink({ network, links, scenario }, network.firstOut[from] + port);
  }, [document, of, network, ends, isAlike]);
  return said === "" ? null : <p className="small muted">{said}</p>;
}

/** A rate in physical units: `25 GB/s`, `2 × 12.5 GB/s`; in phits per cycle if the technology has no bytes per second. */
function sayRateOf(rate: Amount, channel: number | null): string {
  if (typeof rate !== "number") return sayQuantity(rate.value, rate.of);
  if (channel === null) return sayRate(rate);
  const own = sayQuantity(channel, "rate");
  return rate === 1 ? own : `${rate} × ${own}`;
}

const sayLengthOf = (length: Amount) =>
  typeof length === "number" ? countOf(length, "cycle", "cycles") : sayQuantity(length.value, length.of);

/** Accepted input, and the meaning of a bare number. */
function helpWith(channel: number | null): string {
  if (channel === null) {
    const { title } = ratedTechnology();
    return `Without bytes per second: this technology counts in cycles. A rate of 2 is twice the usual; a length is a number of cycles. For 400 Gb/s or ${exampleOf.length}, choose a technology such as ${title}.`;
  }
  const own = sayQuantity(channel, "rate");
  return `A rate is typed with its unit, such as 400 Gb/s, or as a multiple of the technology's ${own}: 2 is twice as fast. A length is ${exampleOf.length}, ${exampleOf.time}, or a number of cycles.`;
}

/** Loads of the selected links in both directions, the busiest first. */
function Loads({ draft }: { readonly draft: Draft }) {
  const { network, chosenLinks } = draft;
  const share = useShares(draft);
  const node = (end: number) => (isTerminal(end) ? terminalOf(end) : network.terminals + end);
  const rows = chosenLinks.flatMap(([a, b]): readonly LoadRow[] =>
    (
      [
        [a, b],
        [b, a],
      ] as const
    ).map(([from, to]) => {
      const channels: number[] = [];
      for (let c = network.firstOut[node(from)]; c < network.firstOut[node(from) + 1]; c++)
        if (network.head[c] === node(to)) channels.push(c);
      const name = `${nameOfEnd(draft, from)} → ${nameOfEnd(draft, to)}`;
      return { key: `${from} ${to}`, name, load: share(channels) };
    }),
  );
  return <LoadRows rows={chosenLinks.length === 1 ? rows : rows.toSorted((x, y) => (y.load ?? 0) - (x.load ?? 0))} />;
}
