/** The pages about papers. They replace the workbench, which keeps its state. */
import "./papers.css";
import { Fragment, useEffect, useRef } from "react";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { exhibits, findExhibit } from "../../../reproductions/index.ts";
import { type Paper, paperOf, papers } from "../../../reproductions/papers.ts";
import { Logo, ThemeIcon } from "../../ui/icons.tsx";
import { changeTheme } from "../../shell/theme.ts";
import { CurrentSheet } from "../sheets/CurrentSheet.tsx";
import { Toast } from "../../ui/Toast.tsx";
import { ExhibitPage } from "./ExhibitPage.tsx";
import { AllPapers } from "./AllPapers.tsx";
import { PaperPage } from "./PaperPage.tsx";
import { useOutcome } from "./runs/useOutcome.ts";
import { bindShortcuts, shortcutsFor } from "../../ui/shortcuts.ts";
import { lazyComponent } from "../../ui/lazy.ts";
import { useOverlay, usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Link } from "../../ui/Link.tsx";
import { paperLink } from "../../../links/fragment.ts";

const paperSlides = lazyComponent(() => import("./projected/PaperSlides.tsx").then(({ PaperSlides }) => PaperSlides));

/**
 * The pages about reproduced papers: the list of all papers, a paper, an exhibit, or their slides. Playback of the workbench is paused
 * meanwhile.
 * @param address `""` for the list of all papers, or the id of a paper or an exhibit.
 */
export function Papers({ address }: { readonly address: string }) {
  const exhibit = findExhibit(address);
  const paper = papers.find(({ id }) => id === (exhibit?.paper ?? address));
  usePausedPlayback();
  const isPresenting = useOverlay((state) => state.isPresenting) && paper !== undefined;
  usePaperKeys(paper !== undefined && !isPresenting);
  usePageTitle(isPresenting, exhibit === undefined ? (paper?.name ?? "Papers") : `${paperOf(exhibit.paper).name}, ${exhibit.label}`);
  return (
    <div className="papers">
      {isPresenting ? (
        <paperSlides.Component paper={paper} address={address} />
      ) : exhibit !== undefined ? (
        <ExhibitWithBar key={exhibit.id} exhibit={exhibit} />
      ) : (
        <>
          <PaperBar paper={paper} />
          {paper !== undefined ? <PaperPage paper={paper} /> : address === "" ? <AllPapers /> : <UnknownExhibit address={address} />}
        </>
      )}
      <CurrentSheet />
      <Toast />
    </div>
  );
}

/** An exhibit with the bar above it. The bar can run the exhibit again, unless its results are recorded. */
function ExhibitWithBar({ exhibit }: { readonly exhibit: Exhibit }) {
  const reproduced = useOutcome(exhibit);
  return (
    <>
      <PaperBar
        paper={paperOf(exhibit.paper)}
        exhibit={exhibit}
        {...(exhibit.recordings === undefined ? { onRecompute: reproduced.recompute } : {})}
      />
      <ExhibitPage exhibit={exhibit} reproduced={reproduced} />
    </>
  );
}

interface PaperBarProps {
  readonly paper: Paper | undefined;
  readonly exhibit?: Exhibit;
  readonly onRecompute?: () => void;
}

/**
 * The bar of the papers: breadcrumbs, links to the previous and the next exhibit, and the buttons to run again, present, and change the
 * theme. Without `paper` it is the bar of the list of all papers; without `exhibit`, the bar of a paper.
 */
function PaperBar({ paper, exhibit, onRecompute }: PaperBarProps) {
  const { store, overlay } = usePage();
  const exhibitIndex = exhibit === undefined ? -1 : exhibits.indexOf(exhibit);
  const [previous, next] = exhibitIndex < 0 ? [] : [exhibits[exhibitIndex - 1], exhibits[exhibitIndex + 1]];
  return (
    <header className="paper-bar">
      <Link className="brand" href="#" aria-label="Fabricscope, to the workbench">
        <Logo />
        <span>Fabricscope</span>
      </Link>
      <nav aria-label="Place">
        <ol className="crumbs wrap">
          <Crumb text="Papers" link={paper === undefined ? null : paperLink("")} />
          {paper !== undefined && <Crumb text={paper.name} link={exhibit === undefined ? null : paperLink(paper.id)} />}
          {exhibit !== undefined && <Crumb text={exhibit.label} link={null} />}
        </ol>
      </nav>
      <nav className="exhibit-nav" aria-label="Exhibits">
        {previous !== undefined && <NeighborLink exhibit={previous} direction="Previous" currentExhibit={exhibit} />}
        {next !== undefined && <NeighborLink exhibit={next} direction="Next" currentExhibit={exhibit} />}
        {onRecompute !== undefined && (
          <Button className="exhibit-nav-item" onClick={onRecompute}>
            Run again
          </Button>
        )}
        {paper !== undefined && (
          <Button className="exhibit-nav-item" onPointerEnter={paperSlides.fetch} onClick={() => overlay.present(true)}>
            Present
          </Button>
        )}
        <IconButton label="Change between light and dark" onClick={() => changeTheme(store)}>
          <ThemeIcon />
        </IconButton>
      </nav>
    </header>
  );
}

function Crumb({ text, link }: { readonly text: string; readonly link: string | null }) {
  return <li>{link === null ? <span aria-current="page">{text}</span> : <Link href={link}>{text}</Link>}</li>;
}

/** A link to the previous or next exhibit. It names the paper if this is not the paper of the current exhibit. */
function NeighborLink({
  exhibit,
  direction,
  currentExhibit,
}: {
  readonly exhibit: Exhibit;
  readonly direction: "Previous" | "Next";
  readonly currentExhibit: Exhibit | undefined;
}) {
  const name = exhibit.paper === currentExhibit?.paper ? exhibit.label : `${paperOf(exhibit.paper).name}, ${exhibit.label}`;
  return (
    <Link className="exhibit-nav-item" href={paperLink(exhibit.id)} aria-label={`${direction}: ${name}`}>
      {direction === "Previous" && <span aria-hidden="true">‹&ensp;</span>}
      <span className="exhibit-nav-name">{name}</span>
      {direction === "Next" && <span aria-hidden="true">&ensp;›</span>}
    </Link>
  );
}

/**
 * The page for an address (the part of the URL after the list of papers) that names neither a paper nor an exhibit. It links to exhibits
 * whose ids start with this address.
 */
function UnknownExhibit({ address }: { readonly address: string }) {
  const similarExhibits = exhibits.filter(({ id }) => id.startsWith(address));
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>There is no exhibit of that name.</h1>
        <p className="paper-lede">
          The address ends in “{address.slice(0, 60)}”.{" "}
          {similarExhibits.map((exhibit) => (
            <Fragment key={exhibit.id}>
              <Link href={paperLink(exhibit.id)}>
                {paperOf(exhibit.paper).name}, {exhibit.label}
              </Link>
              {" · "}
            </Fragment>
          ))}
          <Link href={paperLink("")}>All papers and what can be run of them</Link>
        </p>
      </header>
    </main>
  );
}

/** Pauses the playback of the workbench while its page is not visible. */
function usePausedPlayback(): void {
  const { runs } = usePage();
  useEffect(() => {
    const { playback } = runs.first.snapshot();
    if (playback?.state.is !== "playing") return undefined;
    playback.pause();
    return () => {
      if (runs.first.snapshot().playback === playback) playback.play();
    };
  }, [runs]);
}

/** Binds the key that starts the presentation. */
function usePaperKeys(isBound: boolean): void {
  const { overlay } = usePage();
  useEffect(() => {
    if (!isBound) return undefined;
    return bindShortcuts(shortcutsFor({ togglePresentation: () => overlay.present(true) }), () => overlay.getState().hasSingleKeys);
  }, [overlay, isBound]);
}

/**
 * Sets the title of the page. On every navigation but the first, also scrolls to the top and moves the focus to the heading, as a browser
 * does after loading a page. In a presentation the focus stays, because a status line announces what is shown.
 */
function usePageTitle(isPresenting: boolean, name: string): void {
  const isFirstPage = useRef(true);
  useEffect(() => {
    document.title = `${name} · Fabricscope`;
    if (isFirstPage.current) {
      isFirstPage.current = false;
      return;
    }
    window.scrollTo(0, 0);
    if (!isPresenting) document.querySelector<HTMLElement>(".papers h1")?.focus({ preventScroll: true });
  }, [name, isPresenting]);
}
