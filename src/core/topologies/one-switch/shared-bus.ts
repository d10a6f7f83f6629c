import { integer } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import { switchShape, treeAxes } from "../../network/tree-shapes.ts";
import { topology } from "../contract.ts";
import { treeFacts } from "../trees/tree-facts.ts";

export const sharedBus = topology({
  id: "shared-bus",
  title: "shared bus",
  article: "a",
  group: "One switch",
  summary: "One medium shared by all: it carries one phit a cycle, and every terminal hears it. Terminals take turns, so nothing collides.",
  source: "Wolfmann, Tinetti (matrix multiplication), §1; Dally, Towles (2004), §22",
  params: {
    terminals: integer({ title: "Terminals", word: "# terminals", help: "Terminals on the bus.", min: 2, max: 1024, default: 8 }),
  },
  phrase: "{title} with {terminals}",
  examples: [{ terminals: 4 }, { terminals: 2 }, { terminals: 33 }],
  check: () => [],
  expect: ({ terminals }) => ({
    ...treeFacts(switchShape(terminals)),
    axes: axes(),
    isMedium: true,
  }),
  build({ terminals }) {
    const net = new NetworkBuilder(terminals, 1, terminals, axes());
    const tap = net.linkClass("terminal");
    // A phit occupies the bus once, when it enters, whatever its destination.
    const bus = net.group(1);
    net.place(terminals, 0, 0);
    net.place(terminals, 1, 0);
    net.ports(0, terminals);
    for (let t = 0; t < terminals; t++) {
      net.place(t, 1, t);
      net.share(net.connect(t, terminals, tap), "forth", bus);
    }
    return { ...net.finish(), isMedium: true };
  },
});

const axes = () => treeAxes([1], ["the bus"]);
