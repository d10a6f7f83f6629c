import { technologies as first } from "./shelf.ts";
import { cycles } from "./cycles.ts";
import { gigabitEthernet } from "./gigabit-ethernet.ts";
import { infiniband } from "./infiniband.ts";
import { ownLinks } from "./own-links.ts";
import { qsnet } from "./qsnet.ts";

export const technologies = first.register([cycles, gigabitEthernet, infiniband, qsnet, ownLinks]);
