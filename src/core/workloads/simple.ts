import { fullRegistry } from "../base/kind-registry.ts";
import { allToAll } from "./collectives/all-to-all.ts";
import { allgather } from "./collectives/allgather.ts";
import { allreduce } from "./collectives/allreduce.ts";
import { barrier } from "./collectives/barrier.ts";
import { reduceOperation } from "./collectives/reduce.ts";
import { reduceScatter } from "./collectives/reduce-scatter.ts";
import { binaryTree } from "./binary-tree.ts";
import { blockCyclicTranspose } from "./block-cyclic-transpose.ts";
import { broadcast } from "./collectives/broadcast.ts";
import { butterflyExchange } from "./butterfly-exchange.ts";
import type { Workload } from "./contract.ts";
import { matrixMultiplication } from "./matrix-multiplication.ts";
import { matrixTranspose } from "./matrix-transpose.ts";
import { meshExchange } from "./mesh-exchange.ts";
import { permutationProgram } from "./permutation.ts";
import { trainingStep } from "./training/training-step.ts";
import { waterfall } from "./waterfall.ts";
import { wavefront } from "./wavefront.ts";

/** All rank programs except those composed of others, such as jobs. */
export const rankPrograms = fullRegistry<Workload>("program", [
  allreduce,
  reduceScatter,
  allgather,
  broadcast,
  reduceOperation,
  allToAll,
  barrier,
  wavefront,
  meshExchange,
  butterflyExchange,
  permutationProgram,
  binaryTree,
  waterfall,
  matrixTranspose,
  blockCyclicTranspose,
  matrixMultiplication,
  trainingStep,
]);
