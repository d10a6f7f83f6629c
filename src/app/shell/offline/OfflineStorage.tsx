/** How much of the page is stored on this device, and a button that stores the missing files. */
import "./offline.css";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { canStoreOffline, storeFiles, type OfflineStatus, readOfflineStatus } from "./offline-storage.ts";

type OfflineStorageState =
  | { readonly is: "looking" }
  | { readonly is: "unknown" }
  | { readonly is: "resting" | "keeping"; readonly keeping: OfflineStatus; readonly fault: string | null };

export function OfflineStorage() {
  const [state, setState] = useState<OfflineStorageState>({ is: "looking" });
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const readStatus = () =>
      readOfflineStatus().then(
        (keeping) =>
          isUnmounted ||
          setState((currentStatus) => (currentStatus.is === "keeping" ? currentStatus : { is: "resting", keeping, fault: null })),
        () => isUnmounted || setState({ is: "unknown" }),
      );
    if (canStoreOffline()) void readStatus();
    // On a first visit the service worker may still be storing the shell.
    if (canStoreOffline() && navigator.serviceWorker.controller === null) void navigator.serviceWorker.ready.then(readStatus);
    return () => {
      isUnmounted = true;
      controllerRef.current?.abort();
    };
  }, []);
  if (!canStoreOffline()) return <p>This browser stores pages for offline use only if their address begins with https.</p>;
  if (state.is === "unknown") return <p>The size of the page cannot be determined without a connection.</p>;
  if (state.is === "looking") return <p className="muted">…</p>;
  const { keeping, fault } = state;
  const { all, stored } = keeping.bytes;
  /**
   * Stores all missing files of the page for offline use and shows the progress in bytes. `keeping` is the status at the start: bytes of all
   * files and of the stored files, and the missing files as pairs of name and size. `controllerRef` can cancel it.
   */
  const storeAll = () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    let currentStatus = keeping;
    const show = (is: "resting" | "keeping", reason: string | null) => setState({ is, keeping: currentStatus, fault: reason });
    show("keeping", null);
    // Asks the browser not to delete the files when storage runs low; it may refuse.
    void navigator.storage?.persist?.().catch(() => undefined);
    storeFiles(
      keeping.missing,
      (file) => {
        const [, fileSize] = file;
        currentStatus = {
          bytes: { all, stored: currentStatus.bytes.stored + fileSize },
          missing: currentStatus.missing.filter((each) => each !== file),
        };
        show("keeping", null);
      },
      controller.signal,
    ).then(
      () => show("resting", null),
      (reason: unknown) => controller.signal.aborted || show("resting", storageErrorText(reason)),
    );
  };
  const stopStoring = () => {
    controllerRef.current?.abort();
    setState({ is: "resting", keeping, fault: null });
  };
  if (keeping.missing.length === 0) return <p role="status">The whole page is stored on this device: {megabytes(all)}.</p>;
  return (
    <div className="keep-all row wrap">
      <progress aria-label="Stored on this device" max={all} value={stored} />
      <span role="status">
        {stored === 0 ? "Nothing is stored on this device yet." : `Stored on this device: ${megabytes(stored)} of ${megabytes(all)}.`}
        {fault !== null && ` ${fault}`}
      </span>
      {state.is === "keeping" ? (
        <Button variant="quiet" onClick={stopStoring}>
          Stop
        </Button>
      ) : (
        <Button variant="quiet" onClick={storeAll}>
          Store everything ({megabytes(all - stored)} more)
        </Button>
      )}
    </div>
  );
}

/** A size in megabytes, rounded up to one decimal: `3.4 MB`. */
const megabytes = (bytes: number) => `${(Math.ceil(bytes / 1e5) / 10).toFixed(1)} MB`;

function storageErrorText(reason: unknown): string {
  const isFull = reason instanceof DOMException && reason.name === "QuotaExceededError";
  if (isFull) return "This device has no space for the rest.";
  return navigator.onLine ? "The rest could not be loaded; try again." : "The rest needs a connection.";
}
