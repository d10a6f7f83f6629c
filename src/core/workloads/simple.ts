import { registry } from "../base/registry.ts";
import { allToAll } from "./all-to-all.ts";
import { allreduce } from "./collectives/allreduce.ts";
import { binaryTree } from "./binary-tree.ts";
import { blockCyclicTranspose } from "./block-cyclic-transpose.ts";
import { broadcast } from "./broadcast.ts";
import { butterflyExchange } from "./butterfly-exchange.ts";
import type { Workload } from "./contract.ts";
import { matrixMultiplication } from "./matrix-multiplication.ts";
import { matrixTranspose } from "./matrix-transpose.ts";
import { meshExchange } from "./mesh-exchange.ts";
import { permutation } from "./permutation.ts";
import { trainingStep } from "./training/training-step.ts";
import { waterfall } from "./waterfall.ts";
import { wavefront } from "./wavefront.ts";

/** Rank programs that stand by themselves: all but those that are made of others, as jobs. */
export const rankPrograms = registry<Workload>("program", [
  wavefront,
  meshExchange,
  butterflyExchange,
  permutation,
  allreduce,
  broadcast,
  allToAll,
  binaryTree,
  waterfall,
  matrixTranspose,
  blockCyclicTranspose,
  matrixMultiplication,
  trainingStep,
]);
