import { number } from "../base/params.ts";
import { definePriceList } from "./contract.ts";

/** Ports of the switch with a known price. */
const knownPorts = 16;

export const myrinet2000 = definePriceList({
  id: "myrinet-2000",
  title: "Myrinet 2000",
  article: "",
  summary:
    "Every link has the same price, also the links to terminals; the price of a switch grows with the square of its number of ports.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §5.1",
  params: {
    linkPrice: number({
      title: "Link",
      word: "$# a link",
      help: "Price of a link of any length; 150 is the price of 25 metres of fibre.",
      unit: "US$",
      min: 0,
      max: 1e6,
      step: 10,
      default: 150,
    }),
    switchPrice: number({
      title: "Switch of 16 ports",
      word: "$# a switch of 16 ports",
      help: "Price of a switch with 16 ports; the price of other sizes grows with the square of the number of ports.",
      unit: "US$",
      min: 0,
      max: 1e6,
      step: 125,
      default: 5625,
    }),
  },
  phrase: "{title} prices, {linkPrice} and {switchPrice}",
  prices: "Myrinet 2000 prices",
  examples: [{}, { linkPrice: 0 }, { linkPrice: 70, switchPrice: 2400 }],
  priceOfSwitch: ({ switchPrice }, ports) => (switchPrice * ports ** 2) / knownPorts ** 2,
  priceOfLink: ({ linkPrice }) => linkPrice,
  priceOfTerminal: () => 0,
});
