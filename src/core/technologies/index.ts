import { technologies as first } from "./registry.ts";
import { cycles } from "./cycles.ts";
import { gigabitEthernet } from "./gigabit-ethernet.ts";
import { infiniband } from "./infiniband.ts";
import { ownLinks } from "./own-links.ts";
import { qsnet } from "./qsnet.ts";

export const allTechnologies = first.register([cycles, gigabitEthernet, infiniband, qsnet, ownLinks]);
