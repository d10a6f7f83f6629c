/** Tests of the links of studies: readable parameters, and any other text is read or refused with sentences. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { isSameValue } from "../../src/core/base/equality.ts";
import { type StudyNeed, studyNeedParams, readStudyNeed } from "../../src/core/study/need.ts";
import { readFragment } from "../../src/links/fragment.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { readStudy, writeStudy } from "../../src/links/study.ts";
import { arbitraryParam } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

const issuesOf = (link: string) => {
  try {
    readStudy(link);
  } catch (fault) {
    if (fault instanceof ScenarioError) return fault.issues;
    throw fault;
  }
  return [];
};

test("says what is needed in words, and leaves out what is usual", () => {
  const usual = readStudyNeed({}, []);
  expect(writeStudy(usual)).toBe("study");
  expect(readStudy("study")).toEqual(usual);
  const link = "study&terminals=4096&ports=64&budget=1500&under=uniform,half-way&carried=.8&cost=own-prices:port120,lengths1x20";
  const need = readStudy(link);
  expect(need).toMatchObject({ terminals: 4096, ports: 64, budget: 1500, under: ["uniform", "half-way"], carried: 0.8 });
  expect(need.cost.values).toMatchObject({ port: 120, lengths: [1, 20], metre: 1.4 });
  expect(writeStudy(need)).toBe(link);
  expect(readStudy("study&amp;terminals=4096&under=uniform%2Chalf-way").under).toEqual(["uniform", "half-way"]);
});

test("every need is read back from its link", () => {
  const limits = { span: Infinity, length: 4 };
  const needs = fc.record(
    Object.fromEntries(Object.entries(studyNeedParams).map(([name, param]) => [name, arbitraryParam(param, limits)])),
  );
  fc.assert(
    fc.property(needs, (need) => {
      const back = readStudy(writeStudy(need as unknown as StudyNeed));
      expect(isSameValue(back, { ...need, under: [...new Set((need as unknown as StudyNeed).under)] })).toBe(true);
    }),
    { numRuns: cases(200) },
  );
});

test("what is wrong is named, with what was expected and what to do", () => {
  expect(issuesOf("study&terminals=0")).toEqual([expect.objectContaining({ path: "terminals", message: expect.stringContaining("0") })]);
  expect(issuesOf("study&terminal=5")).toEqual([expect.objectContaining({ path: "terminal", remedy: 'Did you mean "terminals"?' })]);
  expect(issuesOf("study&under=uniform,unifrom")[0]).toMatchObject({ path: "under.1" });
  expect(issuesOf("study&under=")[0]).toMatchObject({ path: "under" });
  expect(issuesOf("study&cost=prices")[0].path).toMatch(/^cost/);
  expect(issuesOf("study&cost=own-prices:prot3")[0].path).toBe("cost.prot");
  expect(issuesOf("study&ports=8&ports=9")[0]).toMatchObject({ path: "ports", message: "is given twice." });
  expect(issuesOf("study&ports")[0]).toMatchObject({ path: "link" });
  expect(issuesOf("study&ports=%E0%A4")[0]).toMatchObject({ path: "link" });
  expect(issuesOf(`study${"&ports=8".repeat(1000)}`)[0]).toMatchObject({ path: "link" });
});

test("any text is read or refused with sentences", () => {
  const signs = [
    ..."&=,.:%-~x0179e",
    "study",
    "terminals",
    "under",
    "cost=",
    "own-prices:",
    "port",
    "NaN",
    "__proto__",
    "constructor",
    "uniform",
  ];
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 24 }).map((parts) => `study&${parts.join("")}`);
  fc.assert(
    fc.property(text, (link) => {
      for (const { message, remedy } of issuesOf(link)) expect([message, remedy].join(" ")).toMatch(/[.?]$/);
    }),
    { numRuns: cases(500) },
  );
});

test("a study is no lesson, no document and no paper; a lesson of any other name is what it was", async () => {
  expect(readFragment("#study")).toMatchObject({ is: "study", lesson: null, scenario: "study" });
  expect(readFragment("#study&terminals=64&view=table")).toMatchObject({ is: "study", scenario: "study&terminals=64", view: "table" });
  expect(readFragment("#studies")).toMatchObject({ is: "lesson", lesson: { is: "named", text: "studies" } });
  expect(readFragment("#study.2")).toMatchObject({ is: "lesson", step: 2 });
  expect(readFragment("#paper=study").is).toBe("paper");
  expect(readFragment("#topology=torus&seed=3").is).toBe("document");
  await expect(readDocumentLink("#study&terminals=64")).rejects.toThrow("this is a study");
});
