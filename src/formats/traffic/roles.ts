/** Headings of columns in lists of messages and tables of counters. */
import type { TableRole } from "./columns.ts";

const tableRole = (id: string, words: string): TableRole => ({ id, words: words.split(" ") });

/** Words that may precede or follow the word for source or destination: `src_rank`, `hostTo`. */
const endWords = ["", "rank", "id", "node", "host", "name", "ip", "addr", "address", "gpu", "terminal"];
const endRole = (id: string, words: string): TableRole => ({
  id,
  words: words.split(" ").flatMap((word) => endWords.flatMap((end) => (end === "" ? [word] : [word + end, end + word]))),
});

/** Roles in a list of messages. */
export const messageRoles: readonly TableRole[] = [
  endRole("source", "source src from sender origin"),
  endRole("destination", "destination dst dest to target receiver"),
  tableRole(
    "bytes",
    "bytes size messagesize msgsize messagebytes msgbytes bytessent sentbytes nbytes numbytes bytecount totalbytes volume amount flowsize payload data",
  ),
  tableRole("time", "time start starttime timestamp ts t cycle cycles at begin sendtime createdat sentat"),
];

/** Roles in a table of port counters. */
export const counterRoles: readonly TableRole[] = [
  tableRole("node", "nodeguid guid node nodename switch device host hostname name nodedesc nodedescription lid"),
  tableRole("port", "port portnum portnumber portselect interface"),
  tableRole(
    "sent",
    "portxmitdata xmitdata portxmitdata64 portxmitdataextended sent bytessent sentbytes txbytes bytestx xmitbytes tx bytes",
  ),
  tableRole(
    "received",
    "portrcvdata rcvdata portrcvdata64 portrcvdataextended received bytesreceived receivedbytes rxbytes bytesrx rcvbytes rx",
  ),
  tableRole("waited", "portxmitwait xmitwait wait waited xmitwaitticks waits"),
];
