import { choice, integer, number } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import { treeAxes, xgftShape } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { treeFacts } from "../trees/tree-facts.ts";

const limitParam = { unit: "phits/cycle", min: 0, step: 0.1, zero: "no limit", default: 0 } as const;
/** Whether a capacity is lower than the total rate of the links that share it. */
const isEffectiveLimit = (capacity: number, links: number) => capacity > 0 && capacity < links;

export const modularSwitch = defineTopology({
  id: "modular-switch",
  title: "modular switch",
  article: "a",
  group: "One switch",
  summary: "An enterprise switch: modules with ports for terminals, connected by a backbone of limited capacity.",
  source: "Three Quads (matrix transpose), §4.1.2",
  params: {
    modules: integer({
      title: "Modules",
      word: "# modules",
      help: "Number of modules, each a small switch.",
      min: 2,
      max: 256,
      default: 4,
    }),
    ports: integer({ title: "Ports", word: "# ports", help: "Terminals of each module.", min: 1, max: 256, default: 16 }),
    uplinks: integer({
      title: "Uplinks",
      word: "# uplinks|# uplink",
      help: "Parallel links from each module to the backbone.",
      min: 1,
      max: 256,
      default: 16,
    }),
    plugging: choice({
      title: "Terminals plugged",
      help: "Which module a terminal is plugged into.",
      default: "in-order",
      choices: [
        { id: "in-order", title: "in order", help: "The first terminals on the first module, the next ones on the next." },
        { id: "in-turn", title: "in turn", help: "Terminal t on module t mod modules, like the X switches of Three Quads." },
      ],
    }),
    intake: number({
      ...limitParam,
      title: "Intake",
      help: "Phits per cycle that a module accepts from all its terminals together. 0: limited only by their links.",
      max: 256,
    }),
    ingress: number({
      ...limitParam,
      title: "Ingress",
      help: "Phits per cycle that a module accepts from the backbone, over all its uplinks together. 0: limited only by the uplinks.",
      max: 256,
    }),
    backplane: number({
      ...limitParam,
      title: "Backbone",
      help: "Phits per cycle that the backbone accepts from all modules together. 0: limited only by the uplinks.",
      max: 65_536,
    }),
  },
  phrase: "{title} of {modules} with {ports} and {uplinks} each",
  examples: [
    { modules: 4, ports: 4, uplinks: 2 },
    { modules: 4, ports: 16, uplinks: 16, ingress: 8, backplane: 32 },
    { modules: 2, ports: 1, uplinks: 3, ingress: 2 },
    { modules: 3, ports: 5, uplinks: 1, ingress: 1, backplane: 2 },
    { modules: 3, ports: 2, uplinks: 2, plugging: "in-turn", intake: 1 },
    { modules: 64, ports: 64, uplinks: 32, backplane: 1024 },
  ],
  check: () => [],
  expectedFacts: ({ modules, ports, uplinks, plugging }) => ({
    ...treeFacts(xgftShape({ children: [ports, modules], parents: [1, 1], parallel: [1, uplinks] })),
    cuts: [{ terminals: ports, channels: uplinks, hasConsecutiveTerminals: plugging === "in-order" }],
    axes: moduleAxes(modules),
  }),
  /**
   * Builds an enterprise switch as a tree: modules with terminals, linked to one backbone by parallel uplinks. Limits in phits per cycle
   * become channel groups with a common capacity: `intake` of a module from its terminals, `ingress` of a module from the backbone,
   * `backplane` of the backbone from all modules.
   */
  build({ modules, ports, uplinks, plugging, intake, ingress, backplane }) {
    const terminals = modules * ports;
    const backbone = terminals + modules;
    const net = new NetworkBuilder(terminals, modules + 1, terminals + modules * uplinks, moduleAxes(modules));
    const terminalLink = net.linkClass("terminal");
    const isInTurn = plugging === "in-turn";
    // A limit that the links enforce themselves needs no group.
    const intakeGroups = Array.from({ length: modules }, () => (isEffectiveLimit(intake, ports) ? net.addGroup(intake) : -1));
    for (let t = 0; t < terminals; t++) {
      const module = isInTurn ? t % modules : Math.floor(t / ports);
      net.setCoordinate(t, 1, isInTurn ? module * ports + Math.floor(t / modules) : t);
      const link = net.connect(t, terminals + module, terminalLink);
      if (intakeGroups[module] >= 0) net.addToGroup(link, "forth", intakeGroups[module]);
    }
    const backplaneGroup = isEffectiveLimit(backplane, modules * uplinks) ? net.addGroup(backplane) : -1;
    const uplink = net.linkClass("level 0 to 1");
    for (let module = 0; module < modules; module++) {
      net.setCoordinate(terminals + module, 0, 0);
      net.setCoordinate(terminals + module, 1, module);
      net.setPorts(module, ports + uplinks);
      const ingressGroup = isEffectiveLimit(ingress, uplinks) ? net.addGroup(ingress) : -1;
      for (let u = 0; u < uplinks; u++) {
        const link = net.connect(terminals + module, backbone, uplink);
        if (backplaneGroup >= 0) net.addToGroup(link, "forth", backplaneGroup);
        if (ingressGroup >= 0) net.addToGroup(link, "back", ingressGroup);
      }
    }
    net.setCoordinate(backbone, 0, 1);
    net.setCoordinate(backbone, 1, 0);
    net.setPorts(modules, modules * uplinks);
    return net.finish();
  },
});

const moduleAxes = (modules: number) => treeAxes([modules, 1], ["module", "the backbone"]);
