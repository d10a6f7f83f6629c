import { choice } from "../base/params.ts";
import { defineHost, type PortRates } from "./contract.ts";

/** Data bytes of a full packet, and its bytes on the wire. */
const [packetBytes, wireBytes] = [320, 378];

/**
 * Port rates on the wire from the data rates of full packets in MB/s: of one direction if only one is in use, and of each direction if both
 * are.
 */
function portRates(oneWay: number, eachWay: number): PortRates {
  return { oneWay: (oneWay * 1e6 * wireBytes) / packetBytes, bothWays: (2 * eachWay * 1e6 * wireBytes) / packetBytes };
}

const portRatesOf = { elan: portRates(335, 280), main: portRates(200, 80) } as const;
/**
 * Start-up time in seconds: the measured latency less the time in the network. Elan3lib: 2.4 µs for 64 bytes, which are 122 bytes on the
 * wire, over 6 channels of 35 ns. MPI: 5.5 µs for an empty message.
 */
const startUpOf = { elan3lib: 1.885e-6, mpi: 5.145e-6 } as const;

export const elan3 = defineHost({
  id: "elan3",
  title: "Elan3 adapters",
  article: "",
  summary: "Network adapters of QsNET: their rate depends on the memory that is used, their start-up time on the library.",
  source: "Petrini et al. (QsNET), §5.1, §5.2",
  params: {
    memory: choice({
      title: "Buffers",
      help: "The memory that messages are sent from and received in. With main memory, the PCI bus limits the rate.",
      default: "elan",
      choices: [
        { id: "elan", title: "in Elan memory", help: "335 MB/s in one direction; 280 MB/s in each if both are in use." },
        { id: "main", title: "in main memory", help: "Over the PCI bus: 200 MB/s in one direction; 80 MB/s in each if both are in use." },
      ],
    }),
    library: choice({
      title: "Library",
      help: "The software that handles a message before its header is sent.",
      default: "elan3lib",
      choices: [
        { id: "elan3lib", title: "Elan3lib", help: "1.885 µs of start-up time: 2.4 µs in total for a message of 64 bytes." },
        { id: "mpi", title: "MPI", help: "5.145 µs of start-up time: 5.5 µs in total, with the thread that matches tags." },
      ],
    }),
  },
  phrase: "{title}, buffers {memory}",
  examples: [{}, { memory: "main", library: "mpi" }],
  ports: ({ memory }) => portRatesOf[memory],
  startUp: ({ library }) => startUpOf[library],
  overhead: () => 0,
});
