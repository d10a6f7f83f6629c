/** Applies the lock of a link (`lock=`) to the page. */
import { noticeOf } from "./notice.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Locks the parts that a link names. If the lock cannot be read, everything is locked and a notice says why. */
export async function applyLinkLock(store: WorkbenchStore, lock: string | null): Promise<void> {
  if (lock === null) return store.setState({ view: { lock: null } });
  const { pageLock, wholePageLock } = await import("./lock.ts");
  try {
    store.setState({ view: { lock: pageLock(lock, store.getState().document.current) } });
  } catch (error) {
    const notice = noticeOf("The locks of this link cannot be read, so everything is locked.", error, `lock=${lock}`);
    store.setState({ view: { lock: wholePageLock }, session: { notice } });
  }
}
