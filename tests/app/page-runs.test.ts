/** The page has one run per network of its document, and updates them when the networks change. */
import { expect, test } from "vitest";
import { createPage } from "../../src/app/create-page.ts";
import { withoutNetwork } from "../../src/app/document/edit-document.ts";
import { propose } from "../../src/app/document/edits.ts";
import { undo } from "../../src/app/document/history.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Workers } from "../../src/worker/client.ts";

const endlessJob = { done: new Promise<never>(() => undefined), cancel() {}, suspend() {}, resume() {} };

test("a network that is taken away leaves the runs of the others as they are", () => {
  const played: string[] = [];
  const idle = { state: { is: "playing", now: 0, seeking: null }, latest: null, time: 0, subscribe: () => () => undefined };
  const hands = Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined]));
  const workers: Partial<Workers> = {
    play(scenario) {
      played.push(scenario.topology.kind);
      return { ...idle, ...hands } as unknown as ReturnType<Workers["play"]>;
    },
    run: () => endlessJob,
    analyze: () => endlessJob,
  };
  const { store, runs } = createPage(workers as Workers);
  openDocument(store, parseDocument({ beside: ["torus", "mesh", "hypercube"].map((kind) => ({ topology: { kind } })) }), true);
  const stop = runs.follow();
  for (const each of [1, 2, 3]) store.setState({ session: { activeNetwork: each } });
  expect(played.toSorted()).toEqual(["hypercube", "mesh", "thin-tree", "torus"]);
  const [, torus, mesh, hypercube] = runs.all;
  propose(store, withoutNetwork(store.getState().document.current, 1));
  expect(runs.all.slice(1)).toEqual([mesh, hypercube]);
  expect(runs.active).toBe(hypercube);
  expect(played).toHaveLength(4);
  undo(store);
  expect(runs.all.slice(2)).toEqual([mesh, hypercube]);
  expect(runs.all[1]).not.toBe(torus);
  expect(runs.active).toBe(hypercube);
  stop();
});
