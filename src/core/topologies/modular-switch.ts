import { integer } from "../base/params.ts";
import { NetworkBuilder } from "../network/builder.ts";
import { treeAxes } from "../network/shapes.ts";
import { topology } from "./contract.ts";
import { treeParts } from "./tree-facts.ts";

export const modularSwitch = topology({
  id: "modular-switch",
  title: "modular switch",
  article: "a",
  summary: "An enterprise switch as it is built: modules with ports for terminals, joined by a backbone of limited capacity.",
  source: "Three Quads (matrix transpose), §4.1.2",
  params: {
    modules: integer({ title: "Modules", word: "# modules", help: "Modules, each a small switch.", min: 2, max: 256, default: 4 }),
    ports: integer({ title: "Ports", word: "# ports", help: "Terminals of each module.", min: 1, max: 256, default: 16 }),
    uplinks: integer({
      title: "Uplinks",
      word: "# uplinks|# uplink",
      help: "Parallel links from each module to the backbone.",
      min: 1,
      max: 256,
      default: 16,
    }),
    ingress: integer({
      title: "Ingress",
      help: "Phits per cycle that may enter a module from the backbone, over all its uplinks together; 0 for no limit but the uplinks.",
      unit: "phits/cycle",
      min: 0,
      max: 256,
      default: 0,
    }),
    backplane: integer({
      title: "Backplane",
      help: "Phits per cycle that may enter the backbone from all modules together; 0 for no limit but the uplinks.",
      unit: "phits/cycle",
      min: 0,
      max: 65_536,
      default: 0,
    }),
  },
  phrase: "{title} of {modules} with {ports} and {uplinks} each",
  examples: [
    { modules: 4, ports: 4, uplinks: 2 },
    { modules: 4, ports: 16, uplinks: 16, ingress: 8, backplane: 32 },
    { modules: 2, ports: 1, uplinks: 3, ingress: 2 },
    { modules: 3, ports: 5, uplinks: 1, ingress: 1, backplane: 2 },
    { modules: 64, ports: 64, uplinks: 32, backplane: 1024 },
  ],
  check: () => [],
  expect({ modules, ports, uplinks }) {
    const terminals = modules * ports;
    return {
      terminals,
      switches: modules + 1,
      links: terminals + modules * uplinks,
      parts: treeParts(
        [
          { ports: ports + uplinks, count: modules },
          { ports: modules * uplinks, count: 1 },
        ],
        terminals,
        uplinks,
      ),
      diameter: 4,
      meanDistance: (2 * (ports - 1) + 4 * (terminals - ports)) / (terminals - 1),
      axes: treeAxes([modules, 1]),
      regular: true,
      forwards: false,
    };
  },
  build({ modules, ports, uplinks, ingress, backplane }) {
    const terminals = modules * ports;
    const backbone = terminals + modules;
    const net = new NetworkBuilder(terminals, modules + 1, terminals + modules * uplinks, treeAxes([modules, 1]));
    const terminalLink = net.linkClass("terminal");
    for (let t = 0; t < terminals; t++) {
      net.place(t, 1, t);
      net.connect(t, terminals + Math.floor(t / ports), terminalLink);
    }
    // A limit that the uplinks keep by themselves needs no group.
    const out = backplane > 0 && backplane < modules * uplinks ? net.group(backplane) : -1;
    const uplink = net.linkClass("level 0 to 1");
    for (let module = 0; module < modules; module++) {
      net.place(terminals + module, 0, 0);
      net.place(terminals + module, 1, module);
      net.ports(module, ports + uplinks);
      const into = ingress > 0 && ingress < uplinks ? net.group(ingress) : -1;
      for (let u = 0; u < uplinks; u++) {
        const link = net.connect(terminals + module, backbone, uplink);
        if (out >= 0) net.share(link, "forth", out);
        if (into >= 0) net.share(link, "back", into);
      }
    }
    net.place(backbone, 0, 1);
    net.place(backbone, 1, 0);
    net.ports(modules, modules * uplinks);
    return net.finish();
  },
});
