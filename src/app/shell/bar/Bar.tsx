/** The bar at the top: title, undo and redo, and the menus for opening and sharing. */
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
import { PopupButton } from "../../ui/PopupButton.tsx";
import { Mark, ThemeIcon, UndoIcon } from "../../ui/icons.tsx";
import { changeTheme } from "../theme.ts";
import { useHistory, usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { FileInput } from "../../ui/fields/FileInput.tsx";
import { Link } from "../../ui/Link.tsx";
import { linkTo, studyLink } from "../../../links/fragment.ts";

const viewsMenu = lazy(() => import("./ViewsMenu.tsx").then(({ ViewsMenu }) => ViewsMenu));
const openMenu = lazy(() => import("./OpenMenu.tsx").then(({ OpenMenu }) => OpenMenu));
const invitation = lazy(() => import("./Invitation.tsx").then(({ Invitation }) => Invitation));
const shareMenu = lazy(() => import("./ShareMenu.tsx").then(({ ShareMenu }) => ShareMenu));

const keptEngine = lazy(() => import("./KeptEngine.tsx").then(({ KeptEngine }) => KeptEngine));

/** Setting that is stored when a reader has declined the invitation to the lessons, or has edited something. */
const invited = "invited";
/** Milliseconds after the first rendering before the invitation appears. */
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
  // A reader who came without a link and has edited nothing may be new. A reader who has left a lesson to explore can return to it.
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
  // When drawing ends, move the focus from the drawing back to this button.
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
      {/* The space is reserved, so that nothing moves when the invitation appears. */}
      {(invites || isAway) && (
        <div className="invitation" data-invites={invites || undefined}>
          {(isRested || isAway) && <invitation.Component setting={invited} onDecline={() => setDeclined(true)} />}
        </div>
      )}
      <nav aria-label="Page">
        <IconButton label="Undo" disabled={!canUndo && !hasPending} onClick={() => undo(store)}>
          <UndoIcon />
        </IconButton>
        <IconButton className="redo" label="Redo" disabled={!canRedo} onClick={() => redo(store)}>
          <UndoIcon forth />
        </IconButton>
        {!isEmbedded && (
          <Button
            ref={draw}
            className="draw"
            aria-pressed={isDrawing}
            aria-keyshortcuts="D"
            onClick={() => void import("../../drawing/act.ts").then((file) => file.toggleDrawing(page))}
          >
            Draw
          </Button>
        )}
        <PopupButton popup={viewsMenu} aria-haspopup="menu" popupProps={{}}>
          Views
        </PopupButton>
        <Button className="roomy spare" onClick={() => overlay.showSheet("lessons")}>
          Lessons
        </Button>
        <Button className="roomy" onClick={() => overlay.showSheet("gallery")}>
          Gallery
        </Button>
        <Link className="roomy spare wanted" href={studyLink}>
          Study
        </Link>
        <Link className="roomy spare" href={linkTo("")}>
          Papers
        </Link>
        <Button className="roomy" onClick={() => void compare(store)} disabled={isFull}>
          Compare
        </Button>
        <Button className="roomy" onClick={() => overlay.present(true)}>
          Present
        </Button>
        <OpenButton />
        <Button className="wide" onClick={() => store.setState({ view: { drawer: "" } })}>
          All settings
        </Button>
        <IconButton className="wide" label="Change between light and dark" onClick={() => changeTheme(store)}>
          <ThemeIcon />
        </IconButton>
        <PopupButton popup={shareMenu} aria-haspopup="menu" variant="primary" popupProps={{}}>
          Share
        </PopupButton>
      </nav>
      {isKeptPage() && <keptEngine.Component />}
    </header>
  );
}

/** The menu for opening files. The file input stays mounted when the menu closes. */
function OpenButton() {
  const page = usePage();
  const file = useRef<HTMLInputElement>(null);
  const ask = () => file.current?.click();
  return (
    <>
      <PopupButton popup={openMenu} aria-haspopup="menu" aria-label="Open and more" popupProps={{ onFile: ask }}>
        <span className="wide">Open…</span>
        <span className="narrow" aria-hidden="true">
          ⋯
        </span>
      </PopupButton>
      <FileInput field={file} label="File" onFiles={(files) => void bringing().then(({ bring }) => bring(page, files))} />
    </>
  );
}
