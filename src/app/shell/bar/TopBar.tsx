/** The bar at the top: title, undo and redo, and the menus for opening and sharing. */
import "./bar.css";
import { useEffect, useRef, useState } from "react";
import { isArchivedPage } from "../../opening/archived-page.ts";
import { canCompare } from "../../../core/scenario/edits/edit-document-value.ts";
import { addNetwork } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { redo, undo } from "../../document/history.ts";
import { readSetting } from "../../settings.ts";
import { loadFileOpener } from "../../files/receive-drops.ts";
import { lazyComponent } from "../../ui/lazy.ts";
import { PopupButton } from "../../ui/PopupButton.tsx";
import { Logo, ThemeIcon, UndoIcon } from "../../ui/icons.tsx";
import { changeTheme } from "../theme.ts";
import { useHistory, usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { HomeLink } from "./HomeLink.tsx";
import { FileInput } from "../../ui/fields/FileInput.tsx";
import { Link } from "../../ui/Link.tsx";
import { paperLink, studyLink } from "../../../links/fragment.ts";

const viewsMenu = lazyComponent(() => import("./ViewsMenu.tsx").then(({ ViewsMenu }) => ViewsMenu));
const openMenu = lazyComponent(() => import("./OpenMenu.tsx").then(({ OpenMenu }) => OpenMenu));
const invitation = lazyComponent(() => import("./Invitation.tsx").then(({ Invitation }) => Invitation));
const shareMenu = lazyComponent(() => import("./ShareMenu.tsx").then(({ ShareMenu }) => ShareMenu));

const archivedEngine = lazyComponent(() => import("./ArchivedEngine.tsx").then(({ ArchivedEngine }) => ArchivedEngine));

/** Setting that is stored when a reader has declined the invitation to the lessons, or has edited something. */
const invitationSetting = "invited";
/** Milliseconds after the first rendering before the invitation appears. */
const invitationDelay = 2500;

export function TopBar() {
  const page = usePage();
  const { overlay, store } = page;
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const isEmbedded = useWorkbench((state) => state.view.isEmbedded);
  const title = useWorkbench((state) => state.document.current.title);
  const canUndo = useHistory((state) => state.pastStates.length > 0);
  const canRedo = useHistory((state) => state.futureStates.length > 0);
  const hasPending = useWorkbench((state) => state.document.pending !== null);
  // The way back to a lesson that was left to explore, or to the reader's own network.
  const hasWayBack = useWorkbench(({ document: { own }, mode: { lesson } }) => own !== null || lesson !== null);
  // A reader who came without a link or draft may be new. The first edit does not take the invitation away, so that nothing moves.
  const isOpened = useWorkbench((state) => state.document.source !== "");
  const [isInvited, setInvited] = useState(() => !store.getState().document.isEdited && readSetting(invitationSetting) === null);
  const showsInvitation = isInvited && !isOpened && !hasWayBack;
  const [isDelayOver, setDelayOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDelayOver(true), invitationDelay);
    return () => clearTimeout(timer);
  }, []);
  // When drawing ends, move the focus from the drawing back to this button.
  const drawButton = useRef<HTMLButtonElement>(null);
  const wasDrawing = useRef(isDrawing);
  useEffect(() => {
    if (wasDrawing.current && !isDrawing && document.activeElement === document.body) drawButton.current?.focus({ preventScroll: true });
    wasDrawing.current = isDrawing;
  }, [isDrawing]);
  const isComparing = useWorkbench((state) => editedDocument(state).beside.length > 0);
  const cannotCompare = useWorkbench((state) => !canCompare(editedDocument(state)));
  return (
    <header className="bar">
      <HomeLink className="brand" aria-label="Fabricscope, to your network">
        <Logo />
        Fabricscope
      </HomeLink>
      {title !== "" && <bdi className="doc">{title}</bdi>}
      {/* The space is reserved, so that nothing moves when the invitation appears. */}
      {(showsInvitation || hasWayBack) && (
        <div className="invitation" data-invites={showsInvitation || undefined}>
          {(isDelayOver || hasWayBack) && <invitation.Component setting={invitationSetting} onDecline={() => setInvited(false)} />}
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
            ref={drawButton}
            className="draw"
            aria-pressed={isDrawing}
            aria-keyshortcuts="D"
            onClick={() => void import("../../drawing/drawing-actions.ts").then((file) => file.toggleDrawing(page))}
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
        <Link className="roomy spare" href={studyLink}>
          Study
        </Link>
        <Link className="roomy spare" href={paperLink("")}>
          Papers
        </Link>
        <Button className="roomy" onClick={() => void addNetwork(store)} disabled={cannotCompare}>
          {isComparing ? "Add network" : "Compare"}
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
      {isArchivedPage() && <archivedEngine.Component />}
    </header>
  );
}

/**
 * The button with the menu for opening files, and the hidden input in which the reader chooses them. The input stays mounted when the menu
 * closes.
 */
function OpenButton() {
  const page = usePage();
  const fileField = useRef<HTMLInputElement>(null);
  const chooseFile = () => fileField.current?.click();
  return (
    <>
      <PopupButton popup={openMenu} aria-haspopup="menu" aria-label="Open and more" popupProps={{ onFile: chooseFile }}>
        <span className="wide">Open…</span>
        <span className="narrow" aria-hidden="true">
          ⋯
        </span>
      </PopupButton>
      <FileInput
        field={fileField}
        label="File"
        onFiles={(files) => void loadFileOpener().then(({ openFiles }) => openFiles(page, files))}
      />
    </>
  );
}
