/** Randomly damaged texts, and checks that hold for every reading of them. */
import { expect } from "vitest";
import { mix } from "../../src/core/base/random.ts";
import { diagnosticLines } from "../../src/cli/input.ts";
import { type Format, maxUnreadLines, type ReadResult } from "../../src/formats/contract.ts";

/** Pieces of text to be inserted at random positions. */
const junk = [
  "",
  "\0",
  "\r",
  "\r\n",
  "\n\n",
  "﻿",
  "‮",
  "ü",
  "𝔘",
  '"',
  "'",
  "`",
  "\\",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  "<",
  ">",
  "&",
  ";",
  ",",
  "	",
  "=",
  ":",
  "#",
  "//",
  "/*",
  "*/",
  "-",
  "-1",
  "0",
  "1e999",
  "99999999999999999999",
  "NaN",
  "null",
  "__proto__",
  "constructor",
  "toString",
  " ".repeat(200),
  "a".repeat(300),
  ",".repeat(100),
];

/**
 * `count` texts made from samples: cut, duplicated, moved, mixed, with other line ends and with junk. The same seed gives the same texts.
 */
export function* damagedTexts(samples: readonly string[], count: number, seed: number): Generator<string> {
  let drawCount = 0;
  const below = (n: number) => (n <= 0 ? 0 : mix(seed, drawCount++, 77) % n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const randomSpan = (text: string): [number, number] => {
    const from = below(text.length + 1);
    return [from, Math.min(text.length, from + below(pick([2, 8, 64]) + 1))];
  };
  const mutations: readonly ((text: string) => string)[] = [
    (text) => text.slice(0, below(text.length + 1)),
    (text) => text.slice(below(text.length + 1)),
    (text) => ((randomSpan) => text.slice(0, randomSpan[0]) + text.slice(randomSpan[1]))(randomSpan(text)),
    (text) => ((randomSpan) => text.slice(0, randomSpan[1]) + text.slice(randomSpan[0]))(randomSpan(text)),
    (text) => ((randomSpan) => text.slice(0, randomSpan[0]) + pick(junk) + text.slice(randomSpan[1]))(randomSpan(text)),
    (text) => ((at) => text.slice(0, at) + pick(junk) + text.slice(at))(below(text.length + 1)),
    (text) =>
      ((randomSpan, at) => text.slice(0, at) + text.slice(randomSpan[0], randomSpan[1]) + text.slice(at))(
        randomSpan(text),
        below(text.length + 1),
      ),
    (text) => text.replaceAll("\n", pick(["\r\n", "\r", "\n\n", " "])),
    (text) =>
      text
        .split("\n")
        .toSorted(() => below(3) - 1)
        .join("\n"),
    (text) =>
      text
        .split("\n")
        .filter(() => below(8) > 0)
        .join("\n"),
    (text) =>
      text
        .split("\n")
        .flatMap((line) => (below(6) === 0 ? [line, line] : [line]))
        .join("\n"),
    (text) =>
      text
        .split("\n")
        .map((line) => (below(10) === 0 ? line.repeat(2 + below(20)) : line))
        .join("\n"),
    (text) => text.replaceAll(/\d+/g, (digits) => (below(6) === 0 ? pick(["0", "-1", "4294967296", "7", "1.5", "x", ""]) : digits)),
    (text) => text + pick(samples),
    (text) => text.repeat(2),
  ];
  for (let i = 0; i < count; i++) {
    let text = pick(samples);
    for (let times = 1 + below(4); times > 0; times--) text = pick(mutations)(text).slice(0, 20_000);
    yield text;
  }
}

/** Checks the properties that every reading of any text has. */
export function checkReading({ id }: Format, text: string, reading: ReadResult): void {
  const { lines, notes, unread, reasons, guesses, refused, network, traffic, program, counters, document, columns } = reading;
  const check = (holds: boolean, violation: string) => {
    if (!holds) expect.fail(`${id}: ${violation}\n${JSON.stringify(text)}\n${JSON.stringify({ notes, guesses, refused })}`);
  };
  // 1. Line counts, notes and reasons agree with each other, and sentences are complete.
  check(reading.format === id, "tells another format");
  check(Number.isInteger(lines) && lines >= 0 && lines <= text.split(/\r\n|\r|\n/).length, `tells ${lines} lines`);
  check(notes.length === Math.min(unread, maxUnreadLines), "does not tell all notes");
  const reasonCount = reasons.reduce((sum, { count }) => sum + count, 0);
  check(reasons.length >= 1000 ? reasonCount <= unread : reasonCount === unread, "does not count all lines that it did not read");
  check(new Set(reasons.map(({ why }) => why)).size === reasons.length, "says a reason twice");
  const shownLines = diagnosticLines(reading);
  check(new Set(shownLines).size === shownLines.length, "says a line twice");
  for (const { line, text: lineText, why } of notes) {
    check(Number.isInteger(line) && line >= 0 && line <= Math.max(1, lines), `tells of line ${line} of ${lines}`);
    check(lineText.length <= 80, "shows a long line");
    check(why !== "" && !why.endsWith(".") && !/^[A-Z][a-z]/.test(why), `tells "${why}"`);
  }
  for (const sentence of [...guesses, ...(refused === null ? [] : [refused])])
    check(/^["\p{Lu}\d].*\.$/su.test(sentence), `says "${sentence}"`);
  // 2. A reading has exactly one result, or none if the text is refused.
  const resultCount = [network, traffic, program, counters, document].filter((each) => each !== undefined).length;
  check(resultCount === (refused === null ? 1 : 0), `has ${resultCount} results`);
  if (columns !== undefined) {
    for (const [role, column] of Object.entries(columns.assigned))
      check(columns.roles.includes(role) && column >= 0 && Number.isInteger(column), `takes column ${column}`);
  }
  const isIndex = (index: number, count: number) => Number.isInteger(index) && index >= 0 && index < count;
  // 3. The result is consistent: references are in range, values are finite and positive.
  if (network !== undefined) {
    const { nodes, links } = network;
    check(new Set(nodes.map((node) => node.id)).size === nodes.length, "calls two nodes alike");
    check(nodes.length > 0, "has no node");
    for (const node of nodes) check(node.place === undefined || node.place.every(Number.isFinite), "places a node nowhere");
    for (const { a, b, rate, length } of links) {
      check(isIndex(a, nodes.length) && isIndex(b, nodes.length) && a !== b, `links ${a} and ${b}`);
      check(rate === undefined || (rate > 0 && Number.isFinite(rate)), `has the rate ${rate}`);
      check(length === undefined || Object.values(length).every((value) => value >= 0 && Number.isFinite(value)), "has an odd length");
    }
  }
  if (traffic !== undefined) {
    const { names } = traffic;
    check(new Set(names).size === names.length, "calls two ends alike");
    for (const cell of traffic.is === "rates" ? traffic.cells : []) {
      check(
        isIndex(cell[0], names.length) && isIndex(cell[1], names.length) && cell[0] !== cell[1],
        `has a rate from ${cell[0]} to ${cell[1]}`,
      );
      check(cell[2] > 0 && Number.isFinite(cell[2]), `has the rate ${cell[2]}`);
    }
    for (const message of traffic.is === "messages" ? traffic.list : []) {
      check(
        isIndex(message.source, names.length) && isIndex(message.destination, names.length) && message.source !== message.destination,
        "has odd ends",
      );
      check(
        Number.isInteger(message.bytes) && message.bytes > 0 && message.time >= 0 && Number.isFinite(message.time),
        "has an odd message",
      );
    }
  }
  if (program !== undefined) {
    const { ranks, first, code, peer, amount, tag, firstDependency, dependencies } = program;
    const count = code.length;
    check(first.length === ranks + 1 && first[0] === 0 && first[ranks] === count, "has odd ranks");
    check(
      firstDependency.length === count + 1 && firstDependency[0] === 0 && firstDependency[count] === dependencies.length,
      "has odd dependencies",
    );
    for (let rank = 0; rank < ranks; rank++) {
      check(first[rank] <= first[rank + 1], "has a rank with a negative number of operations");
      for (let i = first[rank]; i < first[rank + 1]; i++) {
        check(
          code[i] <= 2 && peer[i] >= (code[i] === 0 ? 0 : -1) && peer[i] < ranks && (code[i] !== 2 || peer[i] === -1),
          `has the peer ${peer[i]}`,
        );
        check(Number.isSafeInteger(amount[i]) && amount[i] >= 0 && tag[i] >= -1, "has an odd amount or tag");
        check(firstDependency[i] <= firstDependency[i + 1], "has a negative number of dependencies");
        for (let k = firstDependency[i]; k < firstDependency[i + 1]; k++) {
          const dependency = dependencies[k] >> 1;
          check(dependency >= first[rank] && dependency < first[rank + 1] && dependency !== i, `waits for ${dependency}`);
        }
      }
    }
  }
  for (const { node, port, sent = 0, received = 0, waited = 0 } of counters ?? []) {
    check(node !== "" && Number.isInteger(port) && port >= 0 && Math.min(sent, received, waited) >= 0, "has an odd port");
  }
}
