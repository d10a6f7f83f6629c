import { number } from "../base/params.ts";
import { definePriceList } from "./contract.ts";

export const perPort = definePriceList({
  id: "per-port",
  title: "per port",
  article: "",
  summary: "Every port of a switch has the same price, which includes the cables; nothing else is counted.",
  source: "a rule of thumb, not from a paper",
  params: {
    price: number({
      title: "Port",
      word: "$# a port",
      help: "Price of a switch port, including its share of the cable.",
      unit: "US$",
      min: 0,
      max: 1e6,
      step: 10,
      default: 300,
    }),
  },
  phrase: "{price}",
  prices: "one price per port",
  examples: [{}, { price: 0 }, { price: 1 }],
  priceOfSwitch: ({ price }, ports) => price * ports,
  priceOfLink: () => 0,
  priceOfTerminal: () => 0,
});
