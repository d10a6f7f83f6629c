/** What columns of messages and of counters are called. */
import type { Role } from "./columns.ts";

/** Of a list of messages. */
export const messageRoles: readonly Role[] = [
  { id: "source", words: ["source", "src", "from", "sender", "srcrank", "sourcerank", "srcid", "srcnode", "sourcenode", "origin"] },
  {
    id: "destination",
    words: [
      "destination",
      "dst",
      "dest",
      "to",
      "target",
      "receiver",
      "dstrank",
      "destrank",
      "dstid",
      "dstnode",
      "destnode",
      "destinationnode",
    ],
  },
  { id: "bytes", words: ["bytes", "size", "messagesize", "msgsize", "bytessent", "volume", "amount", "flowsize", "data"] },
  { id: "time", words: ["time", "start", "starttime", "timestamp", "t", "cycle", "cycles", "at", "begin", "sendtime", "createdat"] },
];

/** Of what ports have counted. */
export const counterRoles: readonly Role[] = [
  { id: "node", words: ["nodeguid", "guid", "node", "nodename", "switch", "device", "host", "hostname", "name", "nodedesc", "lid"] },
  { id: "port", words: ["port", "portnum", "portnumber", "portselect", "interface"] },
  {
    id: "sent",
    words: [
      "portxmitdata",
      "xmitdata",
      "portxmitdata64",
      "sent",
      "bytessent",
      "sentbytes",
      "txbytes",
      "bytestx",
      "xmitbytes",
      "tx",
      "bytes",
    ],
  },
  {
    id: "received",
    words: [
      "portrcvdata",
      "rcvdata",
      "portrcvdata64",
      "received",
      "bytesreceived",
      "receivedbytes",
      "rxbytes",
      "bytesrx",
      "rcvbytes",
      "rx",
    ],
  },
  { id: "waited", words: ["portxmitwait", "xmitwait", "wait", "waited", "xmitwaitticks", "waits"] },
];
