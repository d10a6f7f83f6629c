/** Documents of papers say which version of the schema they are written in: their numbers must not move when another comes. */
import { expect, test } from "vitest";
import { exhibits, exhibitsIn } from "../../src/reproductions/index.ts";
import { parts } from "../../src/reproductions/papers.ts";

/** The five papers were written in the first version; what others printed in the second, which has their networks and switches. */
const [five] = parts.map(exhibitsIn);

test.each(exhibits.map((each) => [each.id, each] as const))("%s", (_, exhibit) => {
  const { runs, rows, documents, recordings = [] } = exhibit;
  const version = five.includes(exhibit) ? 1 : 2;
  const all = [...runs, ...documents, ...recordings, ...rows].flatMap(({ document }) => (document === undefined ? [] : [document]));
  for (const document of all) expect(document["version"], JSON.stringify(document).slice(0, 200)).toBe(version);
});
