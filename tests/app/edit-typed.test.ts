/** Typed numbers: lists in the place of a size, and the values that are offered where a typed one is refused. */
import { describe, expect, test } from "vitest";
import { editTyped } from "../../src/app/document/edit-typed.ts";
import { nearestAccepted } from "../../src/app/document/nearest-accepted.ts";
import { editedDocument } from "../../src/app/state/document-state.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { nearestText } from "../../src/app/workbench/sentence/FixButtons.tsx";
import type { NumericParam } from "../../src/core/base/params.ts";
import { checkDocument } from "../../src/core/scenario/document.ts";
import { documentParamAt, documentValueAt, withDocumentValue } from "../../src/core/scenario/edits/edit-document-value.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";

const uniform = { kind: "open-loop", pattern: "uniform" };
const documentWith = (topology: unknown, more: object = {}) => parseDocument({ topology, workload: uniform, ...more });

/** Types a text in the place of a number and returns the page's state. */
function type(topology: unknown, path: string, text: string, more: object = {}) {
  const store = createWorkbench(documentWith(topology, more));
  const parts = path.split(".");
  const isRead = editTyped(store, documentParamAt(store.getState().document.current, parts) as NumericParam, parts, text);
  return { isRead, ...store.getState().document };
}

describe("several sizes in the place of one", () => {
  test.each(["4x4x4", "4×4×4", "4,4,4", "4 × 4 × 4", "4X4x4", "4, 4, 4"])("%s gives a grid three dimensions", (text) => {
    for (const kind of ["torus", "mesh", "hyperx"]) {
      const { isRead, current, pending } = type(kind, "topology.sizes.1", text);
      expect([isRead, pending, current.topology.values["sizes"]]).toEqual([true, null, [4, 4, 4]]);
    }
  });

  test("two numbers are two sizes, and fewer than before are fewer dimensions, in each network of a comparison", () => {
    expect(type({ kind: "torus", sizes: [2, 2, 2] }, "topology.sizes.0", "8,4").current.topology.values["sizes"]).toEqual([8, 4]);
    const compared = type("mesh", "beside.0.topology.sizes.0", "4x4x4", { beside: [{ topology: { kind: "torus", sizes: [8, 8] } }] });
    expect(documentValueAt(compared.current, ["beside", "0", "topology", "sizes"])).toEqual([4, 4, 4]);
    expect(compared.current.topology.values["sizes"]).toEqual([8, 8]);
  });

  test("a number with separated thousands is one number, and one that is in no list is refused", () => {
    expect(type({ kind: "mesh", sizes: [8] }, "topology.sizes.0", "1,024").current.topology.values["sizes"]).toEqual([1024]);
    for (const text of ["4x", "x4", "4x4y", "", "ring"]) expect(type("torus", "topology.sizes.0", text).isRead, text).toBe(false);
    const tree = type("k-ary-n-tree", "topology.k", "4x4");
    expect([tree.isRead, tree.pending?.typed?.text]).toEqual([false, "4x4"]);
  });
});

describe("where a value is refused, one that would do is offered", () => {
  const offeredFor = (topology: unknown, path: string, text: string) => {
    const { current, pending } = type(topology, path, text);
    const [issue] = pending?.issues ?? [];
    if (issue === undefined) return undefined;
    if (issue.nearest !== undefined) return [issue.path, issue.nearest];
    const accepted = nearestAccepted(current, editedDocument({ document: { pending, current } as never }));
    return accepted === null ? null : [accepted.path.join("."), accepted.value];
  };

  test("of a size that is out of range, of too many dimensions, and of a network that is too large", () => {
    expect(offeredFor("torus", "topology.sizes.0", "4x4x5000")).toEqual(["topology.sizes.2", 1024]);
    expect(offeredFor("torus", "topology.sizes.0", "2x2x2x2x2x2x2")).toEqual(["topology.sizes", [2, 2, 2, 2, 2, 2]]);
    for (const [kind, path, text] of [
      ["torus", "topology.sizes.0", "64x64x64"],
      ["mesh", "topology.sizes.1", "1024x1024"],
      ["hyperx", "topology.sizes.0", "256,256,256"],
      ["torus", "topology.terminalsPerSwitch", "100000"],
      ["k-ary-n-tree", "topology.n", "9"],
    ] as const) {
      const offered = offeredFor(kind, path, text);
      expect(offered, `${kind} ${text}`).not.toBeNull();
      const [offeredPath, value] = offered as [string, unknown];
      const accepted = withDocumentValue(documentWith(kind), offeredPath.split("."), value);
      expect(checkDocument(accepted), `${kind} ${text}`).toEqual([]);
      expect(nearestText(accepted, { path: offeredPath, message: "", nearest: value }), `${kind} ${text}`).not.toBeNull();
    }
  });

  test("of a size, the largest of the same form", () => {
    const [, sizes] = offeredFor("torus", "topology.sizes.0", "64x64x64") as [string, readonly number[]];
    expect(() => documentWith({ kind: "torus", sizes: sizes.map((size) => size + 1) })).toThrow(/terminals/);
    expect(new Set(sizes).size).toBe(1);
  });
});
