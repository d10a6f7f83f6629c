/** Removing switches and links of a network, and restoring them. */
import { describe, expect, it } from "vitest";
import { readKind } from "../../src/core/base/params.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { withoutNamedFaults, namedDeadParts, outagesOf } from "../../src/app/workbench/faults/outages.ts";

const topologyOf = (input: object) => readKind(allTopologies, input, "", []);
const build = ({ kind, values }: ReturnType<typeof topologyOf>) => allTopologies.get(kind).build(values);
const titles = (all: readonly { readonly title: string }[]) => all.map(({ title }) => title);

describe("a switch that is picked", () => {
  const quads = topologyOf({ kind: "three-quads", m: 3 });
  const node = build(quads).terminals + 4;

  it("can be taken out, and with it its whole subnetwork; and comes back to the very same document", () => {
    const [single, family] = outagesOf(quads, { is: "switch", node });
    expect(titles([single, family])).toEqual(["Take out Y switch 1", "Take out the whole Y subnetwork"]);
    expect(single.topology.values).toMatchObject({ deadSwitches: [4], deadLinks: [], links: 0, switches: 0 });
    expect(family.topology.values).toMatchObject({ deadSwitches: [3, 4, 5] });
    const [back] = outagesOf(single.topology, { is: "switch", node });
    expect(back).toEqual({ title: "Bring back Y switch 1", topology: quads });
    const all = outagesOf(family.topology, { is: "switch", node });
    expect(titles(all)).toEqual(["Bring back Y switch 1", "Bring back the whole Y subnetwork"]);
    expect(all[1].topology).toEqual(quads);
  });

  it("of a tree has no subnetwork", () => {
    const tree = topologyOf({ kind: "k-ary-n-tree", k: 2, n: 3 });
    expect(titles(outagesOf(tree, { is: "switch", node: 8 }))).toEqual(["Take out switch 0 of level 0"]);
  });

  it("cannot be brought back where chance took it", () => {
    const faulty = topologyOf({ kind: "faulty", of: { kind: "torus", sizes: [4, 4] }, links: 0, switches: 1 });
    const network = build(faulty);
    const dead = Array.from({ length: 16 }, (_, s) => 16 + s).filter((n) => network.firstOut[n] === network.firstOut[n + 1]);
    expect(outagesOf(faulty, { is: "switch", node: dead[0] })).toEqual([]);
  });
});

describe("a link that is picked", () => {
  it("is meant by its channel of the present network, whatever has died before", () => {
    let topology = topologyOf({ kind: "torus", sizes: [4, 4] });
    const entire = build(topology);
    for (let i = 0; i < 3; i++) {
      const network = build(topology);
      const channel = Array.from(network.head.keys()).find((c) => network.tail[c] >= 16 && network.head[c] >= 16) ?? -1;
      const [out] = outagesOf(topology, { is: "channel", channel });
      const after = build(out.topology);
      expect(after.head.length).toBe(network.head.length - 2);
      const ends = (n: typeof network) => Array.from(n.head, (head, c) => `${n.tail[c]} ${head}`);
      const removedEnds = ends(network).filter((each) => !ends(after).includes(each));
      expect(new Set(removedEnds)).toEqual(
        new Set([`${network.tail[channel]} ${network.head[channel]}`, `${network.head[channel]} ${network.tail[channel]}`]),
      );
      topology = out.topology;
    }
    expect(namedDeadParts(topology).length).toBe(3);
    expect(build(withoutNamedFaults(topology)).head.length).toBe(entire.head.length);
    expect(withoutNamedFaults(topology).kind).toBe("torus");
  });
});
