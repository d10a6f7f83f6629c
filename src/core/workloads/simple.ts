import { registry } from "../base/registry.ts";
import { allToAll } from "./collectives/all-to-all.ts";
import { allgather } from "./collectives/allgather.ts";
import { allreduce } from "./collectives/allreduce.ts";
import { barrier } from "./collectives/barrier.ts";
import { reduce } from "./collectives/reduce.ts";
import { reduceScatter } from "./collectives/reduce-scatter.ts";
import { binaryTree } from "./binary-tree.ts";
import { blockCyclicTranspose } from "./block-cyclic-transpose.ts";
import { broadcast } from "./collectives/broadcast.ts";
import { butterflyExchange } from "./butterfly-exchange.ts";
import type { Workload } from "./contract.ts";
import { matrixMultiplication } from "./matrix-multiplication.ts";
import { matrixTranspose } from "./matrix-transpose.ts";
import { meshExchange } from "./mesh-exchange.ts";
import { permutation } from "./permutation.ts";
import { trainingStep } from "./training/training-step.ts";
import { waterfall } from "./waterfall.ts";
import { wavefront } from "./wavefront.ts";

/** All rank programs except those composed of others, such as jobs. */
export const rankPrograms = registry<Workload>("program", [
  allreduce,
  reduceScatter,
  allgather,
  broadcast,
  reduce,
  allToAll,
  barrier,
  wavefront,
  meshExchange,
  butterflyExchange,
  permutation,
  binaryTree,
  waterfall,
  matrixTranspose,
  blockCyclicTranspose,
  matrixMultiplication,
  trainingStep,
]);
