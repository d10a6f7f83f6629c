import { flag, list, number } from "../base/params.ts";
import type { LinkPart } from "../network/bill-of-materials.ts";
import { definePriceList } from "./contract.ts";

const priceRange = { unit: "US$", min: 0, max: 1e6 } as const;

const lengthOf = (lengths: readonly number[], { place, said }: LinkPart) => said?.metres ?? lengths[Math.min(place, lengths.length - 1)];

export const ownPrices = definePriceList({
  id: "own-prices",
  title: "assumed prices",
  article: "",
  summary:
    "A switch costs a base price, a price for each port and one for the square of its ports; a link a base price and one for each metre; a terminal its adapter. The prices are assumptions, not quotations; replace them with yours.",
  source: "Kim, Dally, Abts (ISCA 2007), §4: a cable has a fixed price and one for each metre",
  params: {
    switchBase: number({ title: "Switch", help: "Base price of a switch, without its ports.", ...priceRange, step: 50, default: 400 }),
    port: number({ title: "Port", help: "Price of each port of a switch.", ...priceRange, step: 10, default: 100 }),
    portSquared: number({
      title: "Port squared",
      help: "Price per square of the number of ports, because the area of a crossbar grows with that square.",
      ...priceRange,
      step: 1,
      default: 14,
    }),
    linkBase: number({
      title: "Link",
      help: "Base price of a link, for the connectors at its two ends.",
      ...priceRange,
      step: 10,
      default: 70,
    }),
    metre: number({ title: "Metre", help: "Price of each metre of a link.", ...priceRange, step: 0.1, default: 1.4 }),
    byRate: number({
      title: "By rate",
      help: "How strongly the price of a link depends on its rate. 0: not at all. 1: a link that is twice as fast costs twice as much.",
      min: 0,
      max: 1,
      step: 0.05,
      default: 0,
    }),
    lengths: list(number({ title: "Length", help: "Length of a link.", unit: "m", min: 0, max: 1e6, step: 1, default: 2 }), {
      title: "Lengths",
      help: "Length in metres of each class of links, terminal links first: then level by level in a tree; X, Y, Z in a torus; local and global in a dragonfly. The last value applies to all further classes. Lengths in metres that the document gives to its links take precedence.",
      minLength: 1,
      maxLength: 16,
      separator: ", ",
      default: [2, 10, 25],
    }),
    terminalLinks: flag({
      title: "Links to the terminals",
      help: "Whether links to terminals are counted in the cost. If terminals forward packets, their links are always counted.",
      default: true,
    }),
    adapter: number({ title: "Adapter", help: "Price of the network adapter of a terminal.", ...priceRange, step: 10, default: 0 }),
    watts: number({
      title: "Watts of a port",
      help: "Power of a switch port that has a link. 0: unknown. With a value, the study can compare networks by power.",
      unit: "W",
      min: 0,
      max: 1000,
      step: 1,
      default: 0,
    }),
  },
  phrase: "{title}",
  prices: "assumed prices",
  examples: [{}, { terminalLinks: false, adapter: 500 }, { switchBase: 0, port: 0, portSquared: 0, lengths: [1, 5, 10, 20, 40] }],
  priceOfSwitch: ({ switchBase, port, portSquared }, ports) => switchBase + port * ports + portSquared * ports ** 2,
  priceOfLink({ linkBase, metre, byRate, lengths, terminalLinks }, link) {
    const { isTerminal, said } = link;
    if (isTerminal && !terminalLinks) return 0;
    const defaultPrice = linkBase + metre * lengthOf(lengths, link);
    return said === undefined ? defaultPrice : defaultPrice * (1 + byRate * (said.times - 1));
  },
  metersOf: ({ lengths }, link) => lengthOf(lengths, link),
  wattsOfPort: ({ watts }) => watts,
  priceOfTerminal: ({ adapter }) => adapter,
});
