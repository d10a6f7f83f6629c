/** Documents of exhibits name the version of their schema, so that their results do not change with later versions. */
import { expect, test } from "vitest";
import { exhibits, exhibitsIn } from "../../src/reproductions/index.ts";
import { paperParts } from "../../src/reproductions/papers.ts";

/**
 * The documents of the five papers were written in version 1. Those of other publications are in version 2, which can describe their
 * networks and switches.
 */
const [firstFivePapers] = paperParts.map(exhibitsIn);

test.each(exhibits.map((each) => [each.id, each] as const))("%s", (_, exhibit) => {
  const { runs, rows, documents, recordings = [] } = exhibit;
  const version = firstFivePapers.includes(exhibit) ? 1 : 2;
  const all = [...runs, ...documents, ...recordings, ...rows].flatMap(({ document }) => (document === undefined ? [] : [document]));
  for (const document of all) expect(document["version"], JSON.stringify(document).slice(0, 200)).toBe(version);
});
