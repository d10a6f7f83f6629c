import { hosts as first } from "./shelf.ts";
import { elan3 } from "./elan3.ts";
import { ideal } from "./ideal.ts";
import { limitedPorts } from "./limited-ports.ts";
import { loggops } from "./loggops.ts";

export const hosts = first.register([ideal, limitedPorts, elan3, loggops]);
