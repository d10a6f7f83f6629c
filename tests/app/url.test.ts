/** The address bar and the document: incoming links, and the link that is written after an edit. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { syncAddress } from "../../src/app/opening/sync-address.ts";
import type { AddressBar } from "../../src/app/sharing/address-bar.ts";
import { noticeOf } from "../../src/app/document/notice.ts";
import { openFragment } from "../../src/app/opening/open-fragment.ts";
import { openText } from "../../src/app/opening/open-text.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readFragment } from "../../src/links/fragment.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";

/** A fake address bar that records the addresses written to it. */
function fakeAddressBar(hash = "") {
  const listeners = new Set<() => void>();
  const written: string[] = [];
  const location = { hash, pathname: "/", search: "" };
  const addressBar: AddressBar = {
    location,
    history: {
      pushState: () => expect.unreachable("a scenario's address takes the place of the one before"),
      replaceState: (_data, _unused, url) => {
        written.push(String(url));
        location.hash = new URL(String(url), "https://example.org").hash;
      },
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  return {
    addressBar,
    written,
    navigate(to: string) {
      location.hash = to;
      for (const listener of listeners) listener();
    },
  };
}

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
  stop = syncAddress(store, bar);
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
  stop = syncAddress(store, bar);
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
