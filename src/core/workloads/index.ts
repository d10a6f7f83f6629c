import { workloads as begun } from "./shelf.ts";
import { allToAll } from "./all-to-all.ts";
import { binaryTree } from "./binary-tree.ts";
import { blockCyclicTranspose } from "./block-cyclic-transpose.ts";
import { broadcast } from "./broadcast.ts";
import { butterflyExchange } from "./butterfly-exchange.ts";
import { io } from "./io.ts";
import { jobs } from "./jobs.ts";
import { matrixMultiplication } from "./matrix-multiplication.ts";
import { matrixTranspose } from "./matrix-transpose.ts";
import { meshExchange } from "./mesh-exchange.ts";
import { messages } from "./messages.ts";
import { openLoop } from "./open-loop.ts";
import { permutation } from "./permutation.ts";
import { rates } from "./rates.ts";
import { waterfall } from "./waterfall.ts";
import { wavefront } from "./wavefront.ts";

export const workloads = begun.complete([
  openLoop,
  rates,
  io,
  jobs,
  messages,
  wavefront,
  meshExchange,
  butterflyExchange,
  permutation,
  broadcast,
  allToAll,
  binaryTree,
  waterfall,
  matrixTranspose,
  blockCyclicTranspose,
  matrixMultiplication,
]);
