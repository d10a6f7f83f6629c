/** The sheet that says what of the page works without a connection. */
import { isOneFile } from "../../beside.ts";
import { usePage } from "../../hooks.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { OfflineStorage } from "./OfflineStorage.tsx";

export function OfflineSheet() {
  const { overlay } = usePage();
  return (
    <Dialog title="Without a connection" className="offline" onClose={overlay.closeSheet}>
      {isOneFile ? (
        <p>This page is one file and needs no connection: lessons, gallery and papers are inside. Copy the file to take it elsewhere.</p>
      ) : (
        <>
          <p>
            This page opens without a connection once it has been open with one for some seconds: everything that runs, the lessons, the
            gallery and the papers. Recorded results of papers, and pictures, stay on this device when you have seen them; pages of older
            engines keep themselves when they are opened.
          </p>
          <OfflineStorage />
        </>
      )}
    </Dialog>
  );
}
