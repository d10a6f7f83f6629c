/** Closes a page as its link says. */
import { noticeOf } from "./notice.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Locks what a link says; what cannot be understood locks everything, and says so. */
export async function closeWith(store: WorkbenchStore, lock: string | null): Promise<void> {
  if (lock === null) return store.setState({ view: { lock: null } });
  const { pageLock, wholePageLock } = await import("./lock.ts");
  try {
    store.setState({ view: { lock: pageLock(lock, store.getState().document.current) } });
  } catch (fault) {
    const notice = noticeOf("The locks in this link cannot be read, so everything is locked.", fault, `lock=${lock}`);
    store.setState({ view: { lock: wholePageLock }, session: { notice } });
  }
}
