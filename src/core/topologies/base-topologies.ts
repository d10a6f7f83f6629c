import { fullRegistry } from "../base/kind-registry.ts";
import type { Topology } from "./contract.ts";
import { clos } from "./trees/clos.ts";
import { dragonfly } from "./low-diameter/dragonfly.ts";
import { drawnNetwork } from "./any/drawn.ts";
import { polarfly } from "./low-diameter/polarfly.ts";
import { slimFly } from "./low-diameter/slim-fly.ts";
import { graphNetwork } from "./any/graph.ts";
import { hammingMesh } from "./hosts/hamming-mesh.ts";
import { hypercube } from "./grids/hypercube.ts";
import { hyperx } from "./low-diameter/hyperx.ts";
import { jellyfish } from "./low-diameter/jellyfish.ts";
import { kAryNTree } from "./trees/k-ary-n-tree.ts";
import { megafly } from "./low-diameter/megafly.ts";
import { mesh } from "./grids/mesh.ts";
import { modularSwitch } from "./one-switch/modular-switch.ts";
import { rails } from "./hosts/rails.ts";
import { sharedBus } from "./one-switch/shared-bus.ts";
import { singleSwitch } from "./one-switch/single-switch.ts";
import { slenderTree } from "./trees/slender-tree.ts";
import { thinTree } from "./trees/thin-tree.ts";
import { threeQuads } from "./hosts/three-quads.ts";
import { torus } from "./grids/torus.ts";
import { xgft } from "./trees/xgft.ts";

/** All topologies except those that contain another topology. */
export const baseTopologies = fullRegistry<Topology>("network", [
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
  graphNetwork,
  drawnNetwork,
]);
