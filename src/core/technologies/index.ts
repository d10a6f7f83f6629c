import { registry } from "../base/registry.ts";
import type { Technology } from "./contract.ts";
import { cycles } from "./cycles.ts";
import { gigabitEthernet } from "./gigabit-ethernet.ts";
import { infiniband } from "./infiniband.ts";
import { ownLinks } from "./own-links.ts";
import { qsnet } from "./qsnet.ts";

export const technologies = registry<Technology>("technology", [cycles, gigabitEthernet, infiniband, qsnet, ownLinks]);
