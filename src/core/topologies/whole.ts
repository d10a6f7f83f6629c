import { registry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { clos } from "./clos.ts";
import { dragonfly } from "./dragonfly.ts";
import { drawn } from "./drawn.ts";
import { polarfly } from "./fields/polarfly.ts";
import { slimFly } from "./fields/slim-fly.ts";
import { graph } from "./graph.ts";
import { hammingMesh } from "./hamming-mesh.ts";
import { hypercube } from "./hypercube.ts";
import { hyperx } from "./hyperx.ts";
import { jellyfish } from "./jellyfish.ts";
import { kAryNTree } from "./k-ary-n-tree.ts";
import { megafly } from "./megafly.ts";
import { mesh } from "./mesh.ts";
import { modularSwitch } from "./modular-switch.ts";
import { rails } from "./rails.ts";
import { sharedBus } from "./shared-bus.ts";
import { singleSwitch } from "./single-switch.ts";
import { slenderTree } from "./slender-tree.ts";
import { thinTree } from "./thin-tree.ts";
import { threeQuads } from "./three-quads.ts";
import { torus } from "./torus.ts";
import { xgft } from "./xgft.ts";

/** Networks in which nothing is missing: all kinds but those that change another one. */
export const whole = registry<Topology>("network", [
  kAryNTree,
  thinTree,
  slenderTree,
  xgft,
  clos,
  torus,
  mesh,
  hypercube,
  hyperx,
  dragonfly,
  megafly,
  slimFly,
  polarfly,
  jellyfish,
  threeQuads,
  hammingMesh,
  rails,
  singleSwitch,
  modularSwitch,
  sharedBus,
  graph,
  drawn,
]);
