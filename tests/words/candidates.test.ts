/** Tests of the names of study networks and of the meaning of the letters in them. */
import { expect, test } from "vitest";
import { candidatesOf } from "../../src/core/study/candidates.ts";
import { readStudyNeed } from "../../src/core/study/need.ts";
import { topologies } from "../../src/core/topologies/registry.ts";
import { symbolsInName, candidateName } from "../../src/words/study-candidates.ts";
import { defaultsOf } from "../../src/core/base/params.ts";

const network = (kind: string, values: Record<string, unknown>) => ({
  kind,
  values: { ...defaultsOf(topologies.get(kind).params), ...values },
});

test.each([
  [network("dragonfly", { p: 4, a: 4, h: 4, g: 16 }), "Dragonfly, p 4, a 4, h 4, 16 groups"],
  [network("hyperx", { sizes: [6, 5], terminalsPerSwitch: 9 }), "HyperX, 6 × 5, 9 terminals per switch"],
  [network("torus", { sizes: [8, 8], terminalsPerSwitch: 2 }), "Torus, 8 × 8, 2 terminals per switch"],
  [network("torus", { sizes: [8, 8] }), "Torus, 8 × 8"],
  [network("rails", { hosts: 32, accelerators: 8, wiring: "only", ports: 32 }), "GPU rails, 32 hosts, 8 accelerators, rail-only, k 32"],
])("%o is called %s", (topology, name) => {
  expect(candidateName(topology)).toBe(name);
});

test("every letter in the name of a network says what it counts, and nothing else needs to", () => {
  const names = candidatesOf(readStudyNeed({ terminals: 256, ports: 32 }, [])).map(({ topology }) => {
    const parts = candidateName(topology).split(", ");
    const letters = symbolsInName(topology);
    expect(parts.filter((part) => /^\p{L}′? /u.test(part))).toEqual(letters.map(({ text }) => text));
    for (const { meaning } of letters) expect(meaning).toMatch(/^[A-Z][^.;:]{8,60}$/);
    return parts[0];
  });
  expect(new Set(names).size).toBeGreaterThan(10);
});
