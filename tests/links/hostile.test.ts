import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { hashText } from "../../src/core/base/hash.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { maxDocumentLength, readDocumentText } from "../../src/links/text.ts";
import { maxLinkLength, readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { writePacked } from "../../src/links/packed.ts";

/** A well-formed packed link with any content. */
function packedLink(content: string | Uint8Array): string {
  const text = deflateRawSync(content).toString("base64url");
  return `z1=${text}.${hashText(text, 0).toString(36)}`;
}

/** The message with which a link is refused. It must come from a ScenarioError and be short enough to read. */
async function refusalOf(link: string): Promise<string> {
  const error: unknown = await readDocumentLink(link).then(
    () => null,
    (fault: unknown) => fault,
  );
  expect(error, link.slice(0, 80)).toBeInstanceOf(ScenarioError);
  const { message, issues } = error as ScenarioError;
  expect(message.length).toBeLessThan(20_000);
  for (const each of issues.slice(0, 20)) expect(each.remedy ?? each.message).toMatch(/[.?]$|expected/s);
  return message;
}

test.each([
  ["", /nothing after the #/],
  ["#", /nothing after the #/],
  ["https://example.org/", /nothing after the #/],
  ["#hello", /"hello" has no value/],
  ["#v=3&something=new", /version: the document has version 3; this page reads up to 2\. Reload/],
  ["#v=2&linkPrice=70;80", /sweep: "linkPrice:70;80" is not a parameter that can be swept/],
  ["#v=abc", /version: "abc" is not a version/],
  ["#v=-1", /version: "-1" is not a version/],
  ["#z2=abc.def", /encoding "z2" is not known here/],
  ["#v=1&topolgy=torus", /topolgy: is not known here.*Did you mean "topology"\?/],
  ["#topology=torus:4x4", /topology\.4x4: is not known here.*Write sizes4x4\./],
  ["#topology=thin-tree:4", /Write k4, kUp4 or n4\./],
  ["#routing=dimension-order:none", /Write channelClasses~none\./],
  [
    "#traffic=all-to-all",
    /workload\.pattern\.kind: "all-to-all" is not a traffic pattern; it belongs to another part\. Write workload=all-to-all\./,
  ],
  ["#workload=open-loop:pattern~torus", /Write topology=torus\./],
  ["#workload=uniform", /Write traffic=uniform or size=uniform\./],
  ["#topology=torus:dimension-order", /Write routing=dimension-order\./],
  ["#torus=4x4", /Write topology=torus\./],
  ["#flow=wormhole", /Did you mean "flowControl"\?/],
  ["#warm=500", /Did you mean "warmUp"\?/],
  ["#topology=thin", /Did you mean "thin-tree"\?/],
  ["#flowControl=cut", /Did you mean "virtual-cut-through"\?/],
  // Users who know a network from the page know its title.
  ["#topology=fat-tree", /"fat-tree" is not a topology.*Its name here is "k-ary-n-tree"\./],
  ["#topology=thintree", /topology\.kind: "thintree" is not a topology.*Did you mean "thin-tree"\?/],
  ["#topology=thin-tree:kDown3", /topology\.kDown: is not known here/],
  ["#topology=thin-tree:k99", /topology\.k: 99 cannot be used.*Use 32/],
  ["#topology=thin-tree:k-3", /topology\.k: -3 cannot be used.*Use 2/],
  ["#topology=thin-tree:k1e999", /topology\.k: "1e999" cannot be used.*Use 32/],
  ["#topology=thin-tree:k~NaN", /topology\.k: "NaN" cannot be used/],
  ["#topology=thin-tree:k", /topology\.k: "" cannot be used/],
  ["#topology=thin-tree:k32,k'32,n8", /at most 65,536 are simulated/],
  ["#topology=torus:sizes1024x1024x1024x1024x1024x1024", /terminals; at most 65,536/],
  [`#topology=torus:sizes${"8x".repeat(20_000)}8`, /topology\.sizes: has 20001 entries/],
  ["#load=.2&load=.3", /load: is given twice/],
  ["#workload=open-loop:load.2&load=.3", /workload\.load: is given twice/],
  ["#traffic=uniform&workload=open-loop:pattern~uniform", /workload\.pattern: is given twice/],
  ["#load=Infinity", /workload\.load: "Infinity" cannot be used/],
  ["#load=0x1", /workload\.load: "0x1" cannot be used/],
  ["#packet=64", /flowControl\.packet: "64" cannot be used: "64" has no unit; write "64 B"/],
  ["#packet=64%20Bananas", /"Bananas" is not a unit/],
  ["#channelClasses=none", /It belongs to routing=dimension-order/],
  ["#topology=torus&routing=nearest-common-ancestor", /needs switches in levels.*Use dimension order/],
  ["#__proto__=1", /__proto__: is not known here/],
  ["#constructor=1&toString=2", /^constructor, toString, each: is not known here/],
  ["#d=3&d=4&e=5&e=6", /^d, e, each: is given twice\. Keep only one\.$/m],
  ["#topology=__proto__", /"__proto__" is not a topology/],
  ["#topology=constructor:k3", /"constructor" is not a topology/],
  ["#topology=thin-tree:__proto__1", /topology\.__proto__1: is not known here/],
  ["#seed=%", /not followed by two hexadecimal digits/],
  ["#seed=%E0%A4", /not followed by two hexadecimal digits/],
  ["#seed=☃", /seed: "☃" cannot be used/],
  ["#" + "a=1&".repeat(200), /more than 200 parts/],
  [`#topology=thin-tree:${"x,".repeat(30_000)}`, /There are \d+ more errors/],
  [`#title=${"a".repeat(1000)}`, /title: /],
  ["#" + "x".repeat(5_000_000), /it has 5000001 characters; at most 65536 are read/],
])("a link is refused (%#)", async (link, expected) => {
  expect(await refusalOf(link)).toMatch(expected);
});

test.each([
  ["z1=", /the end is missing/],
  ["z1=AAAA", /the end is missing/],
  ["z1=AAAA.zzz", /checksum is wrong/],
  [packedLink("not JSON"), /this is not JSON/],
  [packedLink("null"), /null is not a scenario/],
  [packedLink("[]"), /is not a scenario/],
  [packedLink('{"__proto__":{"a":1}}'), /__proto__: is not known here/],
  [packedLink('{"topology":{"kind":"thin-tree","__proto__":{"k":3}}}'), /topology\.__proto__: is not known here/],
  [packedLink('{"version":99}'), /version 99; this page reads up to 2/],
  [packedLink('{"seed":1e999}'), /seed: /],
  [packedLink(`{"seed":${"[".repeat(100_000)}${"]".repeat(100_000)}}`), /nests deeper than 32/],
  [packedLink(`{${Array.from({ length: 8_000 }, (_, i) => `"k${i}":1`).join()}}`), /There are 80 more errors/],
  [packedLink(new Uint8Array(40_000_000)), /unpacks to more than 1000000 bytes/],
  [packedLink(new Uint8Array([0xff, 0xfe, 0x80])), /cannot be unpacked/],
  ["z1=!!!!." + hashText("!!!!", 0).toString(36), /cannot be unpacked/],
  ["z1=AAAA." + hashText("AAAA", 0).toString(36), /cannot be unpacked/],
])("a packed link is refused (%#)", async (link, expected) => {
  expect(await refusalOf(link)).toMatch(expected);
});

test("a packed link that lost or changed any one character is refused", async () => {
  const link = await writePacked(parseDocument({ topology: { kind: "torus" }, seed: 5 }));
  for (let i = 3; i < link.length; i++) {
    await refusalOf(link.slice(0, i));
    await refusalOf(link.slice(0, i) + (link[i] === "A" ? "B" : "A") + link.slice(i + 1));
  }
});

test.each([
  ['{"b":1,"":2,"a":3}', ["b, a, each: is not known here", "is not known here"]],
  ['{"constructor":1,"__proto__":2,"hasOwnProperty":3}', ["constructor, __proto__, hasOwnProperty, each: is not known here"]],
  ['{"a\\nb":1,"c\u202e":2}', ["a\\u000ab, c\\u202e, each: is not known here"]],
  ['{"topology":{"kind":"torus","is here":1,"each: Leave it":2}}', ["topology.is here, topology.each: Leave it, each: is not known here"]],
])("unknown keys share a line, whatever they are called (%#)", async (text, starts) => {
  const lines = (await refusalOf(packedLink(text))).split("\n");
  expect(lines).toEqual(starts.map((start) => expect.stringMatching(new RegExp(`^${start.replaceAll("\\", "\\\\")}; .*Leave it out\\.$`))));
});

test("a hostile link leaves no trace on objects", async () => {
  await refusalOf("#__proto__=1&topology=thin-tree:__proto__1");
  await refusalOf(packedLink('{"__proto__":{"polluted":1}}'));
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("a scenario too long for a link is not written as one", async () => {
  const list = Array.from({ length: 10_000 }, (_, i) => ({
    source: i % 64,
    destination: (i * 7 + 1 + (i % 64)) % 64,
    bytes: `${1 + ((i * 7919) % 9973)} B`,
    time: (i * i) % 99_991,
  }));
  const scenario = parseDocument({
    workload: { kind: "messages", list: list.filter(({ source, destination }) => source !== destination) },
  });
  await expect(writeDocumentLink(scenario)).rejects.toThrow(new RegExp(`at most ${maxLinkLength} are read. Save the scenario as a file`));
});

test("a text is no scenario when it is too long or no JSON", () => {
  expect(() => readDocumentText(" ".repeat(maxDocumentLength + 1))).toThrow(`at most ${maxDocumentLength} are read`);
  expect(() => readDocumentText("{")).toThrow(/this is not JSON/);
});
