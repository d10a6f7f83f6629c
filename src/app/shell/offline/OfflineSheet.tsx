/** The sheet that says what of the page works without a connection. */
import { isOneFile } from "../../page-files.ts";
import { usePage } from "../../hooks.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { OfflineStorage } from "./OfflineStorage.tsx";

/**
 * The dialog about use without a connection: what is available offline, and the files stored on this device. A page that is a single file
 * needs no connection at all.
 */
export function OfflineSheet() {
  const { overlay } = usePage();
  return (
    <Dialog title="Offline use" className="offline" onClose={overlay.closeSheet}>
      {isOneFile ? (
        <p>
          This page is a single file that needs no connection. It contains the lessons, the gallery and the papers; copy it to any computer.
        </p>
      ) : (
        <>
          <p>
            After a few seconds online, this page also opens offline, with all simulations, the lessons, the gallery and the papers.
            Recorded results of papers and pictures are stored on this device when you view them, and pages with older engines when you open
            them.
          </p>
          <OfflineStorage />
        </>
      )}
    </Dialog>
  );
}
