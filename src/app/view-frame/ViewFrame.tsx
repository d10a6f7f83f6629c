/** The frame of every view: title, options, sentence, drawing, table, full size and file export. */
import "./frame.css";
import { type Dispatch, type ReactNode, type SetStateAction, useCallback, useEffect, useMemo, useState } from "react";
import type { Actions, FigureSource, TableData, View, ViewData } from "../../views/contract.ts";
import type * as Each from "../../views/per-network.ts";
import { hasRoomForTwo, hasSentenceEach } from "../../views/sizing.ts";
import { CloseOnLoadError, lazyComponent } from "../ui/lazy.ts";
import { NetworkLetters, type ComparedNetworks } from "./NetworkLetters.tsx";
import { ViewSentence } from "./ViewSentence.tsx";
import type * as Files from "../../views/export/files.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { useDrawing } from "./useDrawing.ts";
import type { ViewSearch } from "./ViewSearch.tsx";
import type { ViewTable } from "./ViewTable.tsx";
import type { ViewMenuEntry } from "./ViewMenu.tsx";
import { ViewTools } from "./ViewTools.tsx";

const fullSize = lazyComponent(() => import("./FullSizeView.tsx").then(({ FullSizeView }) => FullSizeView));

export interface ViewFrameProps {
  readonly view: View;
  /** The frame loop of the page. */
  readonly frameLoop: FrameLoop;
  /** Reads the newest data, for each drawing. */
  readonly readData: () => ViewData;
  /** Actions triggered from the drawing. */
  readonly actions: Actions;
  /** The reader has chosen an option of the view. */
  readonly onChooseOption: (option: string, choice: string) => void;
  /** False for views outside of cards: without title and sentence, and with a drawing that fills the box. Default true. */
  readonly hasChrome?: boolean;
  /** The compared networks; null if there is only one. */
  readonly compared?: ComparedNetworks | null;
  /** Whether the drawing takes all of its box, as at full size. Default false. */
  readonly fillsBox?: boolean;
  /** Renders the sentence with glossary terms; plain text if absent. */
  readonly renderText?: ((text: string) => ReactNode) | undefined;
  /** A note next to the title; absent for none. */
  readonly note?: string | undefined;
  /** Further controls above and below the drawing, also at full size. */
  readonly controls?: { readonly above: ReactNode; readonly below: ReactNode } | undefined;
  /** The source line of saved figures; absent for none. */
  readonly source?: (() => Promise<FigureSource>) | undefined;
  /** Whether a run is playing, so that moving packets are drawn. Default true. */
  readonly isPlaying?: boolean;
}

/** Size in pixels of a saved drawing while the table is shown in its place. */
const hiddenDrawingSize = { width: 960, height: 540 };

/** A view in its frame and, if opened at full size, in a dialog as well. Both share the choice between drawing and table. */
export function ViewFrame(props: ViewFrameProps) {
  const [isFullSize, setFullSize] = useState(false);
  const closeFullSize = useCallback(() => setFullSize(false), []);
  const tables = useState<ShownTable | null>(null);
  return (
    <>
      <ViewFrameContent {...props} tables={tables} isFullSize={false} isCovered={isFullSize} onToggleFullSize={() => setFullSize(true)} />
      {isFullSize && (
        <CloseOnLoadError value={closeFullSize}>
          <fullSize.Component view={props.view} onClose={closeFullSize}>
            <ViewFrameContent {...props} tables={tables} hasChrome isFullSize isCovered={false} onToggleFullSize={closeFullSize} />
          </fullSize.Component>
        </CloseOnLoadError>
      )}
    </>
  );
}

/** The table of a view, and the component that shows it. */
interface ShownTable {
  readonly table: TableData;
  readonly TableComponent: typeof ViewTable;
}

interface ViewFrameContentProps extends ViewFrameProps {
  /** The table in place of the drawing, shared with the frame at full size. */
  readonly tables: readonly [ShownTable | null, Dispatch<SetStateAction<ShownTable | null>>];
  readonly isFullSize: boolean;
  /** True while the same view is shown at full size: nothing is drawn here. */
  readonly isCovered: boolean;
  readonly onToggleFullSize: () => void;
}

/** One instance of the frame, in place or at full size. */
function ViewFrameContent({
  view: singleView,
  frameLoop,
  readData,
  actions,
  onChooseOption,
  renderText,
  note,
  hasChrome = true,
  fillsBox = false,
  compared = null,
  controls,
  source,
  isPlaying = true,
  tables: [shownTable, setShownTable],
  isFullSize,
  isCovered,
  onToggleFullSize,
}: ViewFrameContentProps) {
  const TableComponent = shownTable?.TableComponent;
  const onTable = shownTable && ((table: TableData) => setShownTable({ ...shownTable, table }));
  const [isWide, setWide] = useState(false);
  // Views of a single network are drawn once per compared network, or only for the active network.
  const isSingleNetworkView = compared !== null && singleView.region === undefined && singleView.isForAllNetworks !== true;
  // Code for several drawings is loaded on demand; until then the active network is drawn.
  const [perNetworkCode, setPerNetworkCode] = useState<typeof Each | null>(null);
  useEffect(() => {
    if (isSingleNetworkView && perNetworkCode === null) void import("../../views/per-network.ts").then(setPerNetworkCode, () => undefined);
  }, [isSingleNetworkView, perNetworkCode]);
  const view = useMemo(
    () => (isSingleNetworkView && perNetworkCode !== null ? perNetworkCode.perNetworkView(singleView, isWide) : singleView),
    [singleView, isSingleNetworkView, isWide, perNetworkCode],
  );
  const [searchText, setSearchText] = useState<string | null>(null);
  const [SearchComponent, setSearchComponent] = useState<typeof ViewSearch | null>(null);
  const readSearchData = () => (searchText === null || searchText.trim() === "" ? readData() : { ...readData(), searchText });
  // New data may change the available options: then the tools are rendered again.
  const [, onOffer] = useState("");
  const drawing = { readData: readSearchData, actions, onTable, onOptionsChange: onOffer, isCovered, fillsBox: isFullSize || fillsBox };
  const { box, svg, underlay, overlay, group, sentence, missing } = useDrawing(view, frameLoop, drawing);
  const { markDirty } = frameLoop;
  useEffect(markDirty, [markDirty, searchText]);

  useEffect(() => {
    if (box.current === null) return;
    // The box has no size while the table is shown.
    const observer = new ResizeObserver(([{ contentRect }]) => contentRect.width > 0 && setWide(hasRoomForTwo(contentRect.width)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  useEffect(() => {
    if (isSingleNetworkView ? isWide || singleView.isCombined !== undefined : singleView.needsAllFrames === true) compared?.onShowAll();
  }, [isSingleNetworkView, isWide, singleView, compared]);

  const [failure, setFailure] = useState<string | null>(null);
  const exportSize = (data: ViewData) => {
    const { width, height } = svg.current?.viewBox.baseVal ?? { width: 0, height: 0 };
    return (shownTable === null || !hasChrome) && width > 0 && height > 0
      ? { width, height }
      : { ...hiddenDrawingSize, ...view.preferredSize?.(data, hiddenDrawingSize.width) };
  };
  /** Runs an export. Its code is loaded on demand, and failures are shown on the page. */
  const runExport = async (how: (files: typeof Files, data: ViewData) => Promise<string | null> | void) => {
    setFailure(null);
    try {
      setFailure((await how(await import("../../views/export/files.ts"), readData())) ?? null);
    } catch (error) {
      setFailure(`This could not be saved. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const showTable = async () => {
    setFailure(null);
    try {
      const { ViewTable: TableComponent } = await import("./ViewTable.tsx");
      const data = readData();
      setShownTable({ TableComponent, table: data.units.inPageUnit(view.table(data)) });
    } catch (error) {
      setFailure(`The table could not be loaded. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const openSearch = () => {
    setSearchText(searchText ?? "");
    box.current?.parentElement?.querySelector<HTMLElement>(".view-search input")?.focus();
    import("./ViewSearch.tsx").then(
      ({ ViewSearch }) => setSearchComponent(() => ViewSearch),
      (error: unknown) => setFailure(`The search could not be loaded. ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const closeSearch = () => {
    setSearchText(null);
    box.current?.focus();
  };
  const onFind = view.search === undefined ? undefined : searchText === null ? openSearch : closeSearch;
  const letter = compared === null ? "" : ` of ${readData().letter}`;
  const exportFigure =
    (...how: readonly [format: Files.FigureFormat, width?: Files.FigureWidth]) =>
    () =>
      void runExport(async (files, data) => files.downloadFigure(view, data, exportSize(data), (await source?.()) ?? null, ...how));
  const entries: readonly ViewMenuEntry[] = [
    shownTable === null ? { title: "As a table", run: () => void showTable() } : { title: "As a picture", run: () => setShownTable(null) },
    { title: "Save the table (CSV)", run: () => void runExport((files, data) => files.downloadTable(view, data)) },
    { title: "Save for print (SVG)", run: exportFigure("svg") },
    { title: "Save as a picture (PNG)", run: exportFigure("png") },
    { title: "Figure, one column, 3.5 in (PDF)", run: exportFigure("pdf", "column") },
    { title: "Figure, one column, 3.5 in (SVG)", run: exportFigure("svg", "column") },
    { title: "Figure, full width, 7.16 in (PDF)", run: exportFigure("pdf", "page") },
    { title: "Figure, full width, 7.16 in (SVG)", run: exportFigure("svg", "page") },
    // Each compared network has its own files; the files of the active network are saved.
    ...(view.files ?? []).map((file) => ({
      title: `${file.title}${letter}`,
      run: () => void runExport((files, data) => files.downloadViewFile(file, data)),
    })),
  ];
  const tools = (
    <ViewTools
      view={view}
      data={readData()}
      onChooseOption={onChooseOption}
      isFullSize={isFullSize}
      onToggleFullSize={onToggleFullSize}
      onToggleSearch={onFind}
      isSearching={searchText !== null}
      entries={entries}
    />
  );

  return (
    <div
      className={hasChrome ? "view view-card panel" : "view view-bare"}
      data-view={view.id}
      onKeyDown={
        view.search === undefined
          ? undefined
          : (event) => {
              if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              event.stopPropagation();
              openSearch();
            }
      }
    >
      {hasChrome && (
        <>
          <header className="view-head row wrap">
            <h2 className="view-title">{view.title}</h2>
            {note !== undefined && <span className="view-note">{note}</span>}
            {tools}
          </header>
          {isSingleNetworkView && compared !== null && !(isWide && hasSentenceEach(compared.networks.length)) && (
            <NetworkLetters title={view.title} beside={compared} />
          )}
          <p className="view-stale visually-hidden">
            This view shows the results before the last edit. The new results are being computed.
          </p>
          <ViewSentence handle={sentence} renderText={renderText} />
        </>
      )}
      <p className="view-missing" ref={missing} hidden />
      {!isCovered && controls?.above}
      {!isCovered && searchText !== null && SearchComponent !== null && view.search !== undefined && (
        <SearchComponent
          title={view.title}
          search={view.search}
          searchText={searchText}
          readData={readSearchData}
          actions={actions}
          onSearchText={setSearchText}
          onClose={closeSearch}
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
        hidden={shownTable !== null && hasChrome}
        data-scrolls={view.preferredSize !== undefined || undefined}
      >
        {view.paint !== undefined && <canvas ref={underlay} aria-hidden="true" hidden />}
        <svg ref={svg} role="img" aria-label={view.title} data-playing={isPlaying}>
          <g ref={group} />
        </svg>
        {view.move !== undefined && isPlaying && <canvas className="moving" ref={overlay} aria-hidden="true" hidden />}
      </div>
      {TableComponent !== undefined && <TableComponent title={view.title} table={shownTable!.table} onClose={() => setShownTable(null)} />}
      {!isCovered && controls?.below}
      {!hasChrome && tools}
    </div>
  );
}
