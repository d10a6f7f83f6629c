/** Fingerprints that belong to the engine version. A change to one of them invalidates the results that users have cached. */
import { expect, it } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { engineVersion } from "../../src/core/run/version.ts";
import { readDocumentLink } from "../../src/links/index.ts";

/** Appended to every link. Each run has several thousand grants. */
const shortRun = "&warmUp=100&window=700&drain=300";

const expectedFingerprints = {
  version: "3",
  fingerprints: {
    "#v=1": "91b889c8",
    "#v=1&topology=k-ary-n-tree:k4,n3&traffic=uniform&load=.9": "69ddaefe",
    "#v=1&topology=k-ary-n-tree:k2,n4&traffic=perfect-shuffle&load=.6&selection=best-free&ties=random": "68da31ea",
    "#v=1&topology=slender-tree:k4,kUp2,n3&traffic=hot-spot&load=.4&selection=sticky&seed=3": "78e34c1d",
    "#v=1&topology=thin-tree:k4,kUp2,n2&traffic=butterfly&load=.8&selection=oblivious&ties=random&priority=network-first": "4d9f4c53",
    "#v=1&topology=torus:sizes8x8&traffic=transpose&load=.3": "6ac342fb",
    "#v=1&topology=torus:sizes6x5&routing=minimal-adaptive:adaptiveClasses2,escape~bubble&traffic=tornado&load=.7": "521b7029",
    "#v=1&topology=torus:sizes4x4x4&routing=dimension-order:channelClasses~none&traffic=uniform&load=1&queue=1": "7ba810bf",
    "#v=1&topology=mesh:sizes8x4,terminalsPerSwitch2&traffic=complement&load=.5&arbitration=round-robin&selection=random": "f550fee2",
    "#v=1&topology=mesh:sizes6x4&routing=valiant&traffic=neighbour&load=.4&virtualChannels=2": "a7de4847",
    "#v=1&topology=hypercube&traffic=bit-reversal&load=.8&arbitration=oldest-first": "705824a7",
    "#v=1&topology=hyperx&traffic=shift&load=.5": "57202719",
    "#v=1&topology=dragonfly&traffic=uniform&load=.5": "30a51887",
    "#v=1&topology=dragonfly&routing=ugal&traffic=shift&load=.4": "7aa7e136",
    "#v=1&topology=dragonfly&routing=valiant&traffic=random-permutation&load=.4&injectionSlots=3": "57fcb034",
    "#v=1&topology=three-quads&traffic=uniform&load=.5": "e7f7fd26",
    "#v=1&topology=modular-switch&traffic=bisection&load=.6": "f3f5f437",
    "#v=1&topology=single-switch:terminals40&traffic=uniform&load=.9": "8abc08e3",
    "#v=1&topology=graph&routing=up-down&traffic=uniform&load=.4": "6ca99aef",
    "#v=1&topology=graph&routing=shortest-path&traffic=uniform&load=.3&flowControl=store-and-forward": "4704c836",
    "#v=1&topology=torus:sizes4x4&workload=messages": "2a03fa8f",
    "#v=1&topology=torus:sizes4x4&workload=jobs": "0a534db6",
    "#v=1&topology=faulty&traffic=uniform&load=.4": "29ac3d98",
    "#v=1&topology=torus:sizes8&routing=dimension-order:channelClasses~none&traffic=uniform&load=1&queue=1": "1b8d0ae6",
    "#v=1&topology=mesh:sizes6x6&traffic=uniform&load=.5&process=exponential": "397e5b72",
    "#v=1&topology=slender-tree:k4,kUp2,n4&workload=mesh-exchange:dimensions3,message300B": "6cfbc8f8",
    "#v=1&topology=torus:sizes4x4&workload=butterfly-exchange:message200B": "9ea76e29",
    "#v=1&topology=dragonfly&workload=wavefront:ranks36,message100B&ties=random": "fe9edfc5",
    "#v=1&topology=thin-tree&workload=waterfall:mapping~random,message1kB": "5f53eab0",
    "#v=1&topology=mesh:sizes5x3&workload=binary-tree&flowControl=store-and-forward": "204e5b53",
    "#v=1&topology=mesh:sizes4x4&traffic=transpose&load=.3&flowControl=wormhole": "7d5b5c5c",
    "#v=1&topology=torus:sizes6x5&routing=minimal-adaptive&traffic=uniform&load=.6&flowControl=wormhole:virtualChannels2,handover~when-empty":
      "83209e6f",
    "#v=1&topology=k-ary-n-tree:k4,n2&traffic=uniform&load=.9&flowControl=wormhole:buffer2,injectionSlots2,virtualChannels2,arbitration~oldest-first":
      "7eb920ca",
    "#v=1&topology=k-ary-n-tree:k4,n3&flowControl=circuit&technology=qsnet&host=elan3&traffic=bit-reversal&load=.6": "2005001c",
    "#v=1&topology=torus:sizes6x6&flowControl=circuit:virtualChannels1,hopDelay1.5&traffic=uniform&load=.9": "47247995",
    "#v=1&topology=k-ary-n-tree:k4,n2&flowControl=circuit&workload=io:servers2": "4b2281f8",
    "#v=1&topology=torus:sizes6x6&traffic=uniform&load=.4&flowControl=fluid": "e186e439",
    "#v=1&topology=k-ary-n-tree:k4,n3&traffic=uniform&load=.7&flowControl=fluid:injectionSlots3": "2340bfcc",
    "#v=1&topology=thin-tree&traffic=hot-spot&load=.3&flowControl=fluid:ways~spread": "d34eb78b",
    "#v=1&topology=dragonfly&routing=ugal&traffic=shift&load=.4&flowControl=fluid": "738b7676",
    "#v=1&topology=modular-switch:ports4,uplinks4,ingress1.5&traffic=bisection&load=.6&flowControl=fluid:ways~drawn,packet100B": "a369d7c5",
    "#v=1&topology=three-quads&technology=gigabit-ethernet&host=limited-ports:bothWays210.3MB/s&workload=matrix-transpose:duplex~full&flowControl=fluid:packet1448B,injectionSlots4":
      "fcf90d0c",
    "#v=2&topology=k-ary-n-tree:k7,n3&workload=allreduce:algorithm~ring,ranks343,message1MB&flowControl=fluid:ways~one": "5e8d48cb",
    "#v=2&topology=torus:sizes20x20&workload=all-to-all:ranks400&flowControl=fluid": "016858ca",
    "#v=2&topology=megafly&traffic=uniform&load=.5": "0e3a39ca",
    "#v=2&topology=megafly:p2,s3,h2&routing=progressive-adaptive&traffic=shift&load=.4&flowControl=wormhole": "5a8cede8",
    "#v=2&topology=megafly&routing=valiant:over~switch&traffic=shift&load=.4": "63568ebf",
    "#v=2&topology=jellyfish:switches45,ports6,degree0,terminals54&routing=ugal&traffic=uniform&load=.6": "e761ef65",
    "#v=2&topology=single-switch:terminals17&flowControl=virtual-cut-through:virtualChannels2&switch=speedup1&traffic=uniform&load=.4":
      "06acfcac",
    "#v=2&topology=k-ary-n-tree:k4,n2&flowControl=virtual-cut-through:virtualChannels2&switch=speedup2,outputBuffer32&traffic=uniform&load=.8":
      "90289806",
    "#v=2&topology=k-ary-n-tree:k4,n2&switch=queues~virtual-output,iterations2&traffic=uniform&load=.8": "71e071bd",
    "#v=2&topology=dragonfly&switch=pipeline3,creditDelay2&traffic=uniform&load=.5": "673ca2e8",
    "#v=2&topology=mesh:sizes4x4&flowControl=virtual-cut-through:selection~most-credits&switch=speedup1&traffic=uniform&load=.5":
      "b276fd5c",
    "#v=2&topology=mesh:sizes4x4&flowControl=wormhole:virtualChannels2&switch=pipeline3,creditDelay1,speedup1&traffic=uniform&load=.3":
      "a9634315",
  },
} as const;

it("is raised whenever a fingerprint changes", async () => {
  const found: Record<string, string> = {};
  for (const link of Object.keys(expectedFingerprints.fingerprints)) found[link] = run(await readDocumentLink(link + shortRun)).fingerprint;
  expect(
    { version: engineVersion, fingerprints: found },
    "a run is no longer what it was: raise engineVersion in src/core/run/version.ts, and pin the new fingerprints here with it",
  ).toEqual(expectedFingerprints);
});
