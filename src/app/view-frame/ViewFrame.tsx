/** The frame of every view: title, options, sentence, drawing, table, full size and file export. */
import "./frame.css";
import { type Dispatch, type ReactNode, type SetStateAction, useCallback, useEffect, useMemo, useState } from "react";
import type { Actions, FigureSource, Table, View, ViewData } from "../../views/contract.ts";
import type * as Each from "../../views/each.ts";
import { hasRoomForTwo, isToldOfEach } from "../../views/sizing.ts";
import { CloseMissing, lazy } from "../ui/lazy.ts";
import { Letters, type Beside } from "./Letters.tsx";
import { SaidLine } from "./SaidLine.tsx";
import type * as Files from "../../views/export/files.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { useDrawing } from "./useDrawing.ts";
import type { ViewSearch } from "./ViewSearch.tsx";
import type { ViewTable } from "./ViewTable.tsx";
import type { ViewMenuEntry } from "./ViewMenu.tsx";
import { ViewTools } from "./ViewTools.tsx";

const fullSize = lazy(() => import("./FullSize.tsx").then(({ FullSize }) => FullSize));

export interface ViewFrameProps {
  readonly view: View;
  /** The frame loop of the page. */
  readonly frameLoop: FrameLoop;
  /** Reads the newest data, for each drawing. */
  readonly read: () => ViewData;
  /** Actions triggered from the drawing. */
  readonly act: Actions;
  /** The reader has chosen an option of the view. */
  readonly onChoose: (option: string, choice: string) => void;
  /** False for views outside of cards: without title and sentence, and with a drawing that fills the box. Default true. */
  readonly chrome?: boolean;
  /** The compared networks; null if there is only one. */
  readonly beside?: Beside | null;
  /** Whether the drawing takes all of its box, as at full size. Default false. */
  readonly fills?: boolean;
  /** Renders the sentence with glossary terms; plain text if absent. */
  readonly tell?: ((text: string) => ReactNode) | undefined;
  /** A note next to the title; absent for none. */
  readonly note?: string | undefined;
  /** Further controls above and below the drawing, also at full size. */
  readonly controls?: { readonly above: ReactNode; readonly below: ReactNode } | undefined;
  /** The source line of saved figures; absent for none. */
  readonly source?: (() => Promise<FigureSource>) | undefined;
  /** Whether a run is playing, so that moving packets are drawn. Default true. */
  readonly playing?: boolean;
}

/** Size in pixels of a saved drawing while the table is shown in its place. */
const unseen = { width: 960, height: 540 };

/** A view in its frame and, if opened at full size, in a dialog as well. Both share the choice between drawing and table. */
export function ViewFrame(props: ViewFrameProps) {
  const [isGrown, setGrown] = useState(false);
  const shrink = useCallback(() => setGrown(false), []);
  const tables = useState<ShownTable | null>(null);
  return (
    <>
      <Shell {...props} tables={tables} isGrown={false} isCovered={isGrown} onGrow={() => setGrown(true)} />
      {isGrown && (
        <CloseMissing value={shrink}>
          <fullSize.Component view={props.view} onClose={shrink}>
            <Shell {...props} tables={tables} chrome isGrown isCovered={false} onGrow={shrink} />
          </fullSize.Component>
        </CloseMissing>
      )}
    </>
  );
}

/** The table of a view, and the component that shows it. */
interface ShownTable {
  readonly table: Table;
  readonly Twin: typeof ViewTable;
}

interface ShellProps extends ViewFrameProps {
  /** The table in place of the drawing, shared with the frame at full size. */
  readonly tables: readonly [ShownTable | null, Dispatch<SetStateAction<ShownTable | null>>];
  readonly isGrown: boolean;
  /** True while the same view is shown at full size: nothing is drawn here. */
  readonly isCovered: boolean;
  readonly onGrow: () => void;
}

/** One instance of the frame, in place or at full size. */
function Shell({
  view: own,
  frameLoop,
  read,
  act,
  onChoose,
  tell,
  note,
  chrome = true,
  fills = false,
  beside = null,
  controls,
  source,
  playing = true,
  tables: [shown, show],
  isGrown,
  isCovered,
  onGrow,
}: ShellProps) {
  const Twin = shown?.Twin;
  const onTable = shown && ((table: Table) => show({ ...shown, table }));
  const [isWide, setWide] = useState(false);
  // Views of a single network are drawn once per compared network, or only for the active one.
  const isOfOne = beside !== null && own.place === undefined && own.drawsAll !== true;
  // Code for several drawings is loaded on demand; until then the active network is drawn.
  const [each, setEach] = useState<typeof Each | null>(null);
  useEffect(() => {
    if (isOfOne && each === null) void import("../../views/each.ts").then(setEach, () => undefined);
  }, [isOfOne, each]);
  const view = useMemo(() => (isOfOne && each !== null ? each.ofEach(own, isWide) : own), [own, isOfOne, isWide, each]);
  const [sought, setSought] = useState<string | null>(null);
  const [Finder, setFinder] = useState<typeof ViewSearch | null>(null);
  const readFound = () => (sought === null || sought.trim() === "" ? read() : { ...read(), sought });
  // New data may change the available options: then the tools are rendered again.
  const [, onOffer] = useState("");
  const drawing = { read: readFound, act, onTable, onOffer, isCovered, fills: isGrown || fills };
  const { box, svg, underlay, overlay, group, sentence, missing } = useDrawing(view, frameLoop, drawing);
  const { markDirty } = frameLoop;
  useEffect(markDirty, [markDirty, sought]);

  useEffect(() => {
    if (box.current === null) return;
    // The box has no size while the table is shown.
    const sizes = new ResizeObserver(([{ contentRect }]) => contentRect.width > 0 && setWide(hasRoomForTwo(contentRect.width)));
    sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [box]);
  useEffect(() => {
    if (isOfOne ? isWide || own.drawsTogether !== undefined : own.watchesAll === true) beside?.onAll();
  }, [isOfOne, isWide, own, beside]);

  const [failure, setFailure] = useState<string | null>(null);
  const size = (data: ViewData) => {
    const { width, height } = svg.current?.viewBox.baseVal ?? { width: 0, height: 0 };
    return (shown === null || !chrome) && width > 0 && height > 0 ? { width, height } : { ...unseen, ...view.room?.(data, unseen.width) };
  };
  /** Runs an export. Its code is loaded on demand, and failures are shown on the page. */
  const save = async (how: (to: typeof Files, data: ViewData) => Promise<string | null> | void) => {
    setFailure(null);
    try {
      setFailure((await how(await import("../../views/export/files.ts"), read())) ?? null);
    } catch (error) {
      setFailure(`This could not be saved. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const showTable = async () => {
    setFailure(null);
    try {
      const { ViewTable: Twin } = await import("./ViewTable.tsx");
      const data = read();
      show({ Twin, table: data.units.inPageUnit(view.table(data)) });
    } catch (error) {
      setFailure(`The table could not be loaded. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const find = () => {
    setSought(sought ?? "");
    box.current?.parentElement?.querySelector<HTMLElement>(".view-search input")?.focus();
    import("./ViewSearch.tsx").then(
      ({ ViewSearch }) => setFinder(() => ViewSearch),
      (error: unknown) => setFailure(`The search could not be loaded. ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const stopFinding = () => {
    setSought(null);
    box.current?.focus();
  };
  const onFind = view.search === undefined ? undefined : sought === null ? find : stopFinding;
  const letter = beside === null ? "" : ` of ${read().letter}`;
  const figure =
    (...how: readonly [format: Files.FigureFormat, width?: Files.FigureWidth]) =>
    () =>
      void save(async (to, data) => to.saveFigure(view, data, size(data), (await source?.()) ?? null, ...how));
  const entries: readonly ViewMenuEntry[] = [
    shown === null ? { title: "As a table", act: () => void showTable() } : { title: "As a picture", act: () => show(null) },
    { title: "Save the table (CSV)", act: () => void save((to, data) => to.saveTable(view, data)) },
    { title: "Save for print (SVG)", act: figure("svg") },
    { title: "Save as a picture (PNG)", act: figure("png") },
    { title: "Figure of a column, 3.5 in (PDF)", act: figure("pdf", "column") },
    { title: "Figure of a column, 3.5 in (SVG)", act: figure("svg", "column") },
    { title: "Figure of a page, 7.16 in (PDF)", act: figure("pdf", "page") },
    { title: "Figure of a page, 7.16 in (SVG)", act: figure("svg", "page") },
    // Each compared network has its own files; those of the active one are saved.
    ...(view.files ?? []).map((file) => ({ title: `${file.title}${letter}`, act: () => void save((to, data) => to.saveOwn(file, data)) })),
  ];
  const tools = (
    <ViewTools
      view={view}
      data={read()}
      onChoose={onChoose}
      isGrown={isGrown}
      onGrow={onGrow}
      onFind={onFind}
      isFinding={sought !== null}
      entries={entries}
    />
  );

  return (
    <div
      className={chrome ? "view view-card panel" : "view view-bare"}
      data-view={view.id}
      onKeyDown={
        view.search === undefined
          ? undefined
          : (event) => {
              if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              event.stopPropagation();
              find();
            }
      }
    >
      {chrome && (
        <>
          <header className="view-head row wrap">
            <h2 className="view-title">{view.title}</h2>
            {note !== undefined && <span className="view-note">{note}</span>}
            {tools}
          </header>
          {isOfOne && beside !== null && !(isWide && isToldOfEach(beside.networks.length)) && (
            <Letters title={view.title} beside={beside} />
          )}
          <p className="view-stale visually-hidden">
            This is of the document before the last edit. What is of the present one is being computed.
          </p>
          <SaidLine line={sentence} tell={tell} />
        </>
      )}
      <p className="view-missing" ref={missing} hidden />
      {!isCovered && controls?.above}
      {!isCovered && sought !== null && Finder !== null && view.search !== undefined && (
        <Finder
          title={view.title}
          search={view.search}
          words={sought}
          read={readFound}
          act={act}
          onWords={setSought}
          onClose={stopFinding}
        />
      )}
      {failure !== null && (
        <p className="view-failure" role="alert">
          {failure}
        </p>
      )}
      <div
        className="view-box"
        role="group"
        aria-label={view.title}
        aria-description={view.keys}
        ref={box}
        hidden={shown !== null && chrome}
        data-scrolls={view.room !== undefined || undefined}
      >
        {view.paint !== undefined && <canvas ref={underlay} aria-hidden="true" hidden />}
        <svg ref={svg} role="img" aria-label={view.title} data-playing={playing}>
          <g ref={group} />
        </svg>
        {view.move !== undefined && playing && <canvas className="moving" ref={overlay} aria-hidden="true" hidden />}
      </div>
      {Twin !== undefined && <Twin title={view.title} table={shown!.table} onClose={() => show(null)} />}
      {!isCovered && controls?.below}
      {!chrome && tools}
    </div>
  );
}
