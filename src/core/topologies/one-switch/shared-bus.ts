import { integer } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import { singleSwitchShape, treeAxes } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { treeFacts } from "../trees/tree-facts.ts";

export const sharedBus = defineTopology({
  id: "shared-bus",
  title: "shared bus",
  article: "a",
  group: "One switch",
  summary:
    "One medium shared by all terminals: it transmits one phit per cycle, which every terminal receives. Terminals take turns, so there are no collisions.",
  source: "Wolfmann, Tinetti (matrix multiplication), §1; Dally, Towles (2004), §22",
  params: {
    terminals: integer({ title: "Terminals", word: "# terminals", help: "Terminals on the bus.", min: 2, max: 1024, default: 8 }),
  },
  phrase: "{title} with {terminals}",
  examples: [{ terminals: 4 }, { terminals: 2 }, { terminals: 33 }],
  check: () => [],
  expectedFacts: ({ terminals }) => ({
    ...treeFacts(singleSwitchShape(terminals)),
    axes: busAxes(),
    isMedium: true,
  }),
  build({ terminals }) {
    const net = new NetworkBuilder(terminals, 1, terminals, busAxes());
    const tap = net.linkClass("terminal");
    // A phit occupies the bus once, when it enters, whatever its destination.
    const bus = net.addGroup(1);
    net.setCoordinate(terminals, 0, 0);
    net.setCoordinate(terminals, 1, 0);
    net.setPorts(0, terminals);
    for (let t = 0; t < terminals; t++) {
      net.setCoordinate(t, 1, t);
      net.addToGroup(net.connect(t, terminals, tap), "forth", bus);
    }
    return { ...net.finish(), isMedium: true };
  },
});

const busAxes = () => treeAxes([1], ["the bus"]);
