import { registry } from "../base/registry.ts";
import type { Host } from "./contract.ts";
import { elan3 } from "./elan3.ts";
import { ideal } from "./ideal.ts";
import { limitedPorts } from "./limited-ports.ts";

export const hosts = registry<Host>("host", [ideal, limitedPorts, elan3]);
