/** The bar at the top: what this is, undo and redo, and the ways in and out. */
import "./bar.css";
import { useEffect, useRef, useState } from "react";
import { isKeptPage } from "../../opening/kept-page.ts";
import { canCompare } from "../../../core/scenario/edits/edit-place.ts";
import { compare } from "../../document/edits.ts";
import { edited } from "../../state/document-state.ts";
import { redo, undo } from "../../document/history.ts";
import { readSetting } from "../../setting.ts";
import { bringing } from "../../files/take-in.ts";
import { lazy } from "../../ui/lazy.ts";
import { Opener } from "../../ui/Opener.tsx";
import { Mark, ThemeIcon, UndoIcon } from "../../ui/icons.tsx";
import { changeTheme } from "../theme.ts";
import { useHistory, usePage, useWorkbench } from "../../hooks.ts";
import { linkTo, studyLink } from "../../../links/fragment.ts";

const viewsMenu = lazy(() => import("./ViewsMenu.tsx").then(({ ViewsMenu }) => ViewsMenu));
const openMenu = lazy(() => import("./OpenMenu.tsx").then(({ OpenMenu }) => OpenMenu));
const invitation = lazy(() => import("./Invitation.tsx").then(({ Invitation }) => Invitation));
const shareMenu = lazy(() => import("./ShareMenu.tsx").then(({ ShareMenu }) => ShareMenu));

const keptEngine = lazy(() => import("./KeptEngine.tsx").then(({ KeptEngine }) => KeptEngine));

/** Kept once somebody who was invited to the lessons has said no, or has changed something. */
const invited = "invited";
/** Milliseconds before anything is said beside the first picture. */
const patience = 2500;

export function Bar() {
  const page = usePage();
  const { overlay, store } = page;
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const isEmbedded = useWorkbench((state) => state.view.isEmbedded);
  const title = useWorkbench((state) => state.document.current.title);
  const canUndo = useHistory((state) => state.pastStates.length > 0);
  const canRedo = useHistory((state) => state.futureStates.length > 0);
  const hasPending = useWorkbench((state) => state.document.pending !== null);
  // Who came without a link and has changed nothing may be new; who has left a lesson to explore wants back.
  const isInvited = useWorkbench(({ document: { isEdited }, mode: { lesson } }) => lesson !== null || (!isEdited && location.hash === ""));
  const isAway = useWorkbench(({ mode: { lesson } }) => lesson !== null);
  const [isDeclined, setDeclined] = useState(() => readSetting(invited) !== null);
  const invites = isInvited && !isAway && !isDeclined;
  const [wasInvited] = useState(invites);
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), patience);
    return () => clearTimeout(timer);
  }, []);
  // Where keys went to the drawing, they go on from here once it is done.
  const draw = useRef<HTMLButtonElement>(null);
  const wasDrawing = useRef(isDrawing);
  useEffect(() => {
    if (wasDrawing.current && !isDrawing && document.activeElement === document.body) draw.current?.focus({ preventScroll: true });
    wasDrawing.current = isDrawing;
  }, [isDrawing]);
  const isFull = useWorkbench((state) => !canCompare(edited(state)));
  return (
    <header className="bar" data-invited={(wasInvited && !isDeclined) || undefined}>
      <span className="brand">
        <Mark />
        Fabricscope
      </span>
      {title !== "" && <bdi className="doc">{title}</bdi>}
      {/* Its place is kept, so that nothing moves under a hand; what stands there comes when the network runs. */}
      {(invites || isAway) && (
        <div className="invitation" data-invites={invites || undefined}>
          {(isRested || isAway) && <invitation.Component setting={invited} onDecline={() => setDeclined(true)} />}
        </div>
      )}
      <nav aria-label="Page">
        <button type="button" className="icon" aria-label="Undo" disabled={!canUndo && !hasPending} onClick={() => undo(store)}>
          <UndoIcon />
        </button>
        <button type="button" className="icon redo" aria-label="Redo" disabled={!canRedo} onClick={() => redo(store)}>
          <UndoIcon forth />
        </button>
        {!isEmbedded && (
          <button
            type="button"
            ref={draw}
            className="draw"
            aria-pressed={isDrawing}
            aria-keyshortcuts="D"
            onClick={() => void import("../../drawing/act.ts").then((file) => file.toggleDrawing(page))}
          >
            Draw
          </button>
        )}
        <Opener what={viewsMenu} opens="menu" knows={{}}>
          Views
        </Opener>
        <button type="button" className="roomy spare" onClick={() => overlay.showSheet("lessons")}>
          Lessons
        </button>
        <button type="button" className="roomy" onClick={() => overlay.showSheet("gallery")}>
          Gallery
        </button>
        <a className="roomy spare wanted" href={studyLink}>
          Study
        </a>
        <a className="roomy spare" href={linkTo("")}>
          Papers
        </a>
        <button type="button" className="roomy" onClick={() => void compare(store)} disabled={isFull}>
          Compare
        </button>
        <button type="button" className="roomy" onClick={() => overlay.present(true)}>
          Present
        </button>
        <OpenButton />
        <button type="button" className="wide" onClick={() => store.setState({ view: { drawer: "" } })}>
          All settings
        </button>
        <button type="button" className="icon wide" aria-label="Change between light and dark" onClick={() => changeTheme(store)}>
          <ThemeIcon />
        </button>
        <Opener what={shareMenu} opens="menu" className="primary" knows={{}}>
          Share
        </Opener>
      </nav>
      {isKeptPage() && <keptEngine.Component />}
    </header>
  );
}

/** Ways in; the field for a file stays while its menu goes. */
function OpenButton() {
  const page = usePage();
  const file = useRef<HTMLInputElement>(null);
  const ask = () => file.current?.click();
  return (
    <>
      <Opener what={openMenu} opens="menu" label="Open and more" knows={{ onFile: ask }}>
        <span className="wide">Open…</span>
        <span className="narrow" aria-hidden="true">
          ⋯
        </span>
      </Opener>
      <input
        ref={file}
        type="file"
        multiple
        hidden
        aria-label="File"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          if (chosen.length > 0) void bringing().then(({ bring }) => bring(page, chosen));
          event.target.value = "";
        }}
      />
    </>
  );
}
