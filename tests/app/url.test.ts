/** The address bar and the document: incoming links, and the link that is written after an edit. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { syncAddress } from "../../src/app/opening/sync-address.ts";
import type { AddressBar } from "../../src/app/sharing/address-bar.ts";
import { noticeOf } from "../../src/app/document/notice.ts";
import { openFragment } from "../../src/app/opening/open-fragment.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { openText } from "../../src/app/opening/open-text.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { type Document, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readFragment } from "../../src/links/fragment.ts";
import { newLessonStep } from "../../src/lessons/lesson.ts";
import { writeLessonLink } from "../../src/lessons/lesson-link.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";

/** A fake address bar with the entries of its history, which records the addresses written in place of others. */
function fakeAddressBar(hash = "") {
  const listeners = new Set<() => void>();
  const written: string[] = [];
  const entries = [hash];
  let at = 0;
  const hashOf = (url: string | URL | null | undefined) => new URL(String(url), "https://example.org").hash;
  const location = {
    get hash() {
      return entries[at];
    },
    pathname: "/",
    search: "",
  };
  const push = (to: string) => void entries.splice(++at, Infinity, to);
  const addressBar: AddressBar = {
    location,
    history: {
      get length() {
        return entries.length;
      },
      pushState: (_data, _unused, url) => push(hashOf(url)),
      replaceState: (_data, _unused, url) => {
        written.push(String(url));
        entries[at] = hashOf(url);
      },
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  const notify = () => listeners.forEach((listener) => listener());
  return {
    addressBar,
    written,
    entries,
    /** Follows a link, or enters an address. */
    navigate(to: string) {
      push(to);
      notify();
    },
    goBack() {
      at--;
      notify();
    },
  };
}

/** A browser in which these drafts are stored, the newest first. */
const withDrafts = (...documents: readonly Document[]) => ({
  load: () => Promise.resolve(documents.map((document, i) => ({ name: `draft ${i}`, document, time: 1000 - i }))),
});

const torus = () => parseDocument({ topology: { kind: "torus" } });
let store: WorkbenchStore;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  store = createWorkbench();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Waits until pending work is done, however busy the machine is. */
const waitUntilSettled = async (condition = () => true) => {
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 30));
  await vi.waitFor(() => expect(condition()).toBe(true), 90_000);
};

test("an incoming link stays as it is until the first edit, and is then written once the hand rests", async () => {
  const { addressBar: bar, written } = fakeAddressBar("#v=1");
  stop = syncAddress(store, withDrafts(), bar);
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([]);
  editValue(store, ["workload", "load"], 0.5);
  editValue(store, ["workload", "load"], 0.6);
  vi.advanceTimersByTime(399);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  await waitUntilSettled(() => written.length > 0);
  expect(written).toHaveLength(1);
  expect(await readDocumentLink(written[0].slice(2))).toEqual(store.getState().document.current);
});

test("a link pasted into the address bar is opened", async () => {
  const { addressBar: bar, navigate } = fakeAddressBar();
  stop = syncAddress(store, withDrafts(), bar);
  navigate(`#${await writeDocumentLink(torus())}`);
  await waitUntilSettled(() => store.getState().document.current.topology.kind === "torus");
  expect(store.getState().document.current).toEqual(torus());
  expect(store.getState().document.isEdited).toBe(false);
});

test("cards that a link opens are the link's: the next document has its own, unless the reader has changed them", async () => {
  expect(await openFragment(store, readFragment("v=1&topology=torus&view=matrix"))).toBe("document");
  expect(store.getState().view.cards["congestion-matrix"]).toBe(true);
  expect(await openFragment(store, readFragment("v=1&topology=mesh"))).toBe("document");
  expect(store.getState().view.cards).toEqual({});
  expect(await openFragment(store, readFragment("v=1&topology=torus&view=matrix"))).toBe("document");
  const own = { ...store.getState().view.cards, latency: true };
  store.setState({ view: { cards: own } });
  expect(await openFragment(store, readFragment("v=1&topology=mesh"))).toBe("document");
  expect(store.getState().view.cards).toBe(own);
});

test("a link that cannot be read says why and leaves the work untouched", async () => {
  editValue(store, ["workload", "load"], 0.5);
  const before = store.getState().document.current;
  expect(await openFragment(store, readFragment("v=1&topology=thintree"))).toBe("unreadable");
  const {
    document: { current: scenario },
    session: { notice },
  } = store.getState();
  expect(scenario).toBe(before);
  expect(notice?.lines.join(" ")).toContain("thin-tree");
  expect(notice?.raw).toBe("#v=1&topology=thintree");
});

test("a notice shows every issue with its place, and long raw text shortened", () => {
  const notice = noticeOf("No.", new ScenarioError([{ path: "topology.k", message: "is odd.", remedy: "Use 4." }]), "x".repeat(1000));
  expect(notice.lines).toEqual(["topology.k: is odd. Use 4."]);
  expect(notice.raw).toHaveLength(158);
});

test("a notice of many unknown keys names the first six of them", async () => {
  const keys = Array.from({ length: 10 }, (_, i) => `key${i}`);
  expect(await openText(store, JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1]))))).toBe(false);
  const [line] = store.getState().session.notice!.lines;
  expect(line).toMatch(/^key0, key1, key2, key3, key4, key5 and 4 more, each: is not known here/);
});

test("a text is opened as JSON or as a link; anything else is refused with its place", async () => {
  expect(await openText(store, JSON.stringify(writeDocument(torus())))).toBe(true);
  expect(store.getState().document.current).toEqual(torus());
  expect(await openText(store, `https://example.org/page/#${await writeDocumentLink(parseDocument({}))}`)).toBe(true);
  expect(store.getState().document.current.topology.kind).toBe("thin-tree");
  expect(await openText(store, "{")).toBe(false);
  expect(await openText(store, '{ "topology": { "kind": "torus", "sizes": [0] } }')).toBe(false);
  expect(store.getState().session.notice?.lines[0]).toContain("topology.sizes.0");
  expect(store.getState().document.current.topology.kind).toBe("thin-tree");
});

test("a pasted link to a paper or a study takes the page there, as its address does; the work stays", async () => {
  const before = store.getState().document.current;
  const location = { hash: "" };
  vi.stubGlobal("location", location);
  for (const fragment of ["paper=trees-table-3a", "study", "paper"]) {
    // These addresses open another page, not the workbench.
    expect(await openText(store, `  https://example.org/page/#${fragment}\n`)).toBe(false);
    expect(location.hash).toBe(fragment);
  }
  vi.unstubAllGlobals();
  expect([store.getState().document.current, store.getState().session.notice]).toEqual([before, null]);
});

test("a fragment says what it is about, and nothing is nothing", () => {
  const is = (hash: string) => readFragment(hash).is;
  expect([is(""), is("#"), is("#v=1"), is("v=1"), is("#embed=1")]).toEqual(["nothing", "nothing", "document", "document", "document"]);
  expect([is("#paper"), is("#paper=trees&port=1"), is("#v=1&paper=trees")]).toEqual(["paper", "paper", "document"]);
  expect([is("#src=scenarios/a.json&view=none"), is("#view=matrix"), is("#embed=1&lock=all")]).toEqual(["file", "page", "page"]);
});

test("a link that picks what the network does not have says so, and what there is", async () => {
  const faulty = "#v=1&topology=faulty:links0,deadLinks20&network=torus:sizes4x4";
  const outcomeOf = async (link: string) => {
    store = createWorkbench();
    await openFragment(store, readFragment(link.slice(1)));
    const { selected, notice } = store.getState().session;
    return { is: selected.is, lines: notice?.lines };
  };
  const is = "nothing";
  expect(await outcomeOf("#v=1&topology=torus:sizes4x4&view=channel,pick~c95")).toEqual({ is: "channel", lines: undefined });
  expect(await outcomeOf("#v=1&topology=torus:sizes4x4&view=channel,pick~c195")).toEqual({
    is,
    lines: ["There is no channel 195: the 96 channels of this network are numbered from 0."],
  });
  expect(await outcomeOf(`${faulty}&view=pick~c95`)).toEqual({
    is,
    lines: ["There is no channel 95: some links have failed, and the remaining 94 channels are numbered from 0."],
  });
  expect(await outcomeOf(`${faulty}&view=pick~c93`)).toEqual({ is: "channel", lines: undefined });
  expect(await outcomeOf("#v=1&topology=torus:sizes4x4&view=pick~t16")).toEqual({
    is,
    lines: ["There is no terminal 16: the 16 terminals of this network are numbered from 0."],
  });
  expect(await outcomeOf("#v=1&topology=torus:sizes4x4&view=pick~s32")).toEqual({
    is,
    lines: ["There is no node 32: the 32 terminals and switches of this network are numbered from 0."],
  });
  expect(await outcomeOf("#v=1&topology=torus:sizes4x4&view=pick~c1.b")).toEqual({ is, lines: ["There is no network B."] });
});

describe("the reader's own network", () => {
  const linkOf = async (document: Document) => `#${await writeDocumentLink(document)}`;
  const kindOf = () => store.getState().document.current.topology.kind;
  /** Starts at an address and edits the network there, with the link of the edit written. */
  async function editAt(bar: AddressBar, written: readonly string[]): Promise<Document> {
    stop = syncAddress(store, withDrafts(), bar);
    editValue(store, ["workload", "load"], 0.6);
    vi.advanceTimersByTime(400);
    await waitUntilSettled(() => written.length > 0);
    return store.getState().document.current;
  }

  test("an edit directly before the next link has its own entry of the history; Back within the delay adds none", async () => {
    const { addressBar: bar, entries, navigate, goBack } = fakeAddressBar("#v=1");
    stop = syncAddress(store, withDrafts(), bar);
    editValue(store, ["workload", "load"], 0.6);
    const edited = await linkOf(store.getState().document.current);
    const pasted = await linkOf(torus());
    navigate(pasted);
    await waitUntilSettled(() => entries.length === 3 && kindOf() === "torus");
    expect(entries).toEqual(["#v=1", edited, pasted]);
    // The entry leads back to the network as it was left, with its draft.
    goBack();
    await waitUntilSettled(() => kindOf() === "mesh");
    expect(store.getState().document).toMatchObject({ isEdited: true, own: null });
    editValue(store, ["workload", "load"], 0.7);
    goBack();
    await waitUntilSettled(() => kindOf() === "thin-tree");
    expect(entries).toEqual(["#v=1", edited, pasted]);
  });

  test("an opened document shows the way back to it, which the browser's Back takes, too, from an address without a fragment", async () => {
    const { addressBar: bar, written, navigate, goBack } = fakeAddressBar();
    const own = await editAt(bar, written);
    const { draft } = store.getState().document;
    navigate(await linkOf(torus()));
    await waitUntilSettled(() => kindOf() === "torus");
    expect(store.getState().document.own?.document.current).toBe(own);
    goBack();
    await waitUntilSettled(() => kindOf() === "mesh");
    expect(store.getState().document).toMatchObject({ current: own, draft, isEdited: true, own: null });
    // An address without a fragment stands for it, and is then written as its link.
    navigate(await linkOf(torus()));
    await waitUntilSettled(() => kindOf() === "torus");
    navigate("");
    await waitUntilSettled(() => kindOf() === "mesh");
    expect(store.getState().document).toMatchObject({ current: own, draft, isEdited: true });
    await waitUntilSettled(() => bar.location.hash !== "");
    expect(bar.location.hash).toBe(await linkOf(own));
  });

  test("without one, an address without a fragment shows the newest draft, and without drafts the first network", async () => {
    for (const drafts of [[torus()], []]) {
      const { addressBar: bar, navigate } = fakeAddressBar("#v=1");
      store = createWorkbench(parseDocument({}));
      stop = syncAddress(store, withDrafts(...drafts), bar);
      navigate("");
      await waitUntilSettled(() => kindOf() !== "thin-tree");
      expect([kindOf(), store.getState().document.isEdited]).toEqual(drafts.length > 0 ? ["torus", true] : ["mesh", false]);
      stop();
    }
  });

  test("the papers leave the document of the workbench as it was, and its address comes back with it", async () => {
    const { addressBar: bar, navigate } = fakeAddressBar();
    stop = syncAddress(store, withDrafts(), bar);
    const link = await linkOf(torus());
    navigate(link);
    await waitUntilSettled(() => kindOf() === "torus");
    navigate("#paper=");
    navigate("");
    await waitUntilSettled(() => bar.location.hash !== "");
    expect([kindOf(), bar.location.hash]).toEqual(["torus", link]);
  });

  test("a document that the study opens takes one entry of the history, after that of the study", async () => {
    const { addressBar: bar, entries, navigate } = fakeAddressBar("#study");
    stop = syncAddress(store, withDrafts(), bar);
    openDocument(store, torus(), true);
    navigate("");
    await waitUntilSettled(() => bar.location.hash !== "");
    expect(entries).toEqual(["#study", await linkOf(torus())]);
  });

  test("after a lesson it is back with its draft and its undo history, and the lesson's address is gone", async () => {
    const { addressBar: bar, written, navigate } = fakeAddressBar();
    const own = await editAt(bar, written);
    const { draft } = store.getState().document;
    const undoSteps = store.temporal.getState().pastStates.length;
    const lesson = { title: "T", minutes: null, handIn: "", steps: [newLessonStep(torus(), "A")] };
    navigate(`#${await writeLessonLink(lesson)}`);
    await waitUntilSettled(() => kindOf() === "torus");
    expect(store.getState().mode.lesson?.role).toBe("student");
    navigate("");
    await waitUntilSettled(() => bar.location.hash !== "" && store.getState().mode.lesson === null);
    expect(store.getState().document).toMatchObject({ current: own, draft, isEdited: true, own: null });
    expect(store.temporal.getState().pastStates).toHaveLength(undoSteps);
    expect(bar.location.hash).toBe(await linkOf(own));
  });
});
