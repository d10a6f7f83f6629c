/** Documents of papers say which version of the schema they are written in: their numbers must not move when another comes. */
import { expect, test } from "vitest";
import { exhibits } from "../../src/reproductions/index.ts";

test.each(exhibits.map((each) => [each.id, each] as const))("%s", (_, { runs, rows, documents, recordings = [] }) => {
  const all = [...runs, ...documents, ...recordings, ...rows].flatMap(({ document }) => (document === undefined ? [] : [document]));
  for (const document of all) expect(document["version"], JSON.stringify(document).slice(0, 200)).toBe(1);
});
