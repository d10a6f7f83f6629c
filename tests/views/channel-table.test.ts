/** Tables of channels list both ends by id and by name, so that a program can read the exported file without parsing names. */
import { describe, expect, test } from "vitest";
import { nameOfNode } from "../../src/core/network/network.ts";
import { channelLoad } from "../../src/views/channel-load.ts";
import { congestionMatrix } from "../../src/views/matrix/congestion-matrix.ts";
import { stageView } from "../../src/views/stage/stage.ts";
import { build, viewData } from "./fixtures.ts";

describe("tables of channels", () => {
  const torus = build("torus", { sizes: [8, 8] });
  test.each([stageView, channelLoad, congestionMatrix])("$id has both ends of every channel in columns of their own", (view) => {
    const { columns, rows } = view.table(viewData(torus));
    const first = columns.findIndex(({ title }) => title === "From");
    expect(columns.slice(first).map(({ title }) => title)).toEqual(["From", "From, name", "To", "To, name"]);
    const ends = rows.map((row) => row.slice(first));
    const id = (n: number) => (n < torus.terminals ? `t${n}` : `s${n - torus.terminals}`);
    for (let c = 0; c < torus.head.length; c++) {
      if (view === congestionMatrix && torus.head[c] < torus.terminals) continue;
      const own = [torus.tail[c], torus.head[c]].flatMap((n) => [id(n), nameOfNode(torus, n)]);
      expect(ends, own.join(" ")).toContainEqual(own);
    }
  });
});
