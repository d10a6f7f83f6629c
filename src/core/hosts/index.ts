import { hosts as first } from "./registry.ts";
import { elan3 } from "./elan3.ts";
import { ideal } from "./ideal.ts";
import { limitedPorts } from "./limited-ports.ts";
import { loggops } from "./loggops.ts";

export const allHosts = first.register([ideal, limitedPorts, elan3, loggops]);
