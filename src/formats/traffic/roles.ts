/** Headings of columns in lists of messages and tables of counters. */
import type { Role } from "./columns.ts";

const role = (id: string, words: string): Role => ({ id, words: words.split(" ") });

/** Words that may precede or follow the word for source or destination: `src_rank`, `hostTo`. */
const ends = ["", "rank", "id", "node", "host", "name", "ip", "addr", "address", "gpu", "terminal"];
const endOf = (id: string, words: string): Role => ({
  id,
  words: words.split(" ").flatMap((word) => ends.flatMap((end) => (end === "" ? [word] : [word + end, end + word]))),
});

/** Roles in a list of messages. */
export const messageRoles: readonly Role[] = [
  endOf("source", "source src from sender origin"),
  endOf("destination", "destination dst dest to target receiver"),
  role(
    "bytes",
    "bytes size messagesize msgsize messagebytes msgbytes bytessent sentbytes nbytes numbytes bytecount totalbytes volume amount flowsize payload data",
  ),
  role("time", "time start starttime timestamp ts t cycle cycles at begin sendtime createdat sentat"),
];

/** Roles in a table of port counters. */
export const counterRoles: readonly Role[] = [
  role("node", "nodeguid guid node nodename switch device host hostname name nodedesc nodedescription lid"),
  role("port", "port portnum portnumber portselect interface"),
  role("sent", "portxmitdata xmitdata portxmitdata64 portxmitdataextended sent bytessent sentbytes txbytes bytestx xmitbytes tx bytes"),
  role(
    "received",
    "portrcvdata rcvdata portrcvdata64 portrcvdataextended received bytesreceived receivedbytes rxbytes bytesrx rcvbytes rx",
  ),
  role("waited", "portxmitwait xmitwait wait waited xmitwaitticks waits"),
];
