// @vitest-environment happy-dom
/** The drawer's card of compared networks: expanded sections stay expanded when other networks are added, moved or removed. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { createPage } from "../../src/app/create-page.ts";
import { undo } from "../../src/app/document/history.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { VariantsSection } from "../../src/app/workbench/drawer/VariantsSection.tsx";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Workers } from "../../src/worker/client.ts";

test("the open form of a network stays with it when one before it is removed, and when that comes back", () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const page = createPage({} as Workers);
  const beside = ["torus", "hypercube", "dragonfly"].map((topology) => ({ topology, title: `the ${topology}` }));
  openDocument(page.store, parseDocument({ topology: "mesh", workload: { kind: "open-loop", pattern: "uniform" }, beside }), false);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  act(() =>
    root.render(
      <PageContext value={page}>
        <VariantsSection />
      </PageContext>,
    ),
  );
  const opened = () =>
    [...place.querySelectorAll("fieldset.other")].flatMap((each) => {
      const form = each.querySelector('[aria-pressed="true"]');
      return form === null ? [] : [`${each.querySelector("input")!.value}: ${form.textContent}`];
    });
  const press = (within: string, words: string) => {
    const fields = [...place.querySelectorAll("fieldset.other")].find((each) => each.querySelector("input")!.value === within)!;
    act(() => [...fields.querySelectorAll("button")].find(({ textContent }) => textContent === words)!.click());
  };
  press("the hypercube", "Routing");
  expect(opened()).toEqual(["the hypercube: Routing"]);
  press("the torus", "Remove");
  expect(opened()).toEqual(["the hypercube: Routing"]);
  act(() => undo(page.store));
  expect(opened()).toEqual(["the hypercube: Routing"]);
  press("the hypercube", "Remove");
  expect(opened()).toEqual([]);
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
