/** How a lesson states the correct number of a question, and where that number comes from: an analysis or a run. */
import { expect, test } from "vitest";
import { sayOrigin } from "../../src/app/pages/lesson/answer-text.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";
import { verdictSentence } from "../../src/app/pages/lesson/verdict.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { readQuestion } from "../../src/lessons/questions/index.ts";
import { unitsOfResults } from "../../src/words/units.ts";

const mesh = "v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45&warmUp=500&window=1500&seed=7";
const news = "v=2&topology=single-switch:terminals64&workload=broadcast:ranks64,message64B&seed=7";

test.each([
  [mesh, { is: "value", of: "delivered", to: 1 }, "Simulated with seed 7, measured between cycles 500 and 2\u202f000."],
  [mesh, { is: "goal", of: "busiest", atMost: 0.5 }, "Simulated with seed 7, measured between cycles 500 and 2\u202f000."],
  [mesh, { is: "value", of: "bound", to: 1 }, "Computed from the paths of all packets, without a run."],
  [mesh, { is: "channel" }, "Computed from the paths of all packets, without a run."],
  [news, { is: "value", of: "finish", to: 2000 }, "Simulated to its end, with seed 7."],
  // Choice and free-text questions have no computed answer, so no source is named.
  [mesh, { is: "choice", options: ["less", "more"], right: 0 }, ""],
  [mesh, { is: "free" }, ""],
])("%s %o", async (link, raw, words) => {
  const document = await readDocumentLink(`#${link}`);
  const question = readQuestion(raw, "question", document, [])!;
  expect(sayOrigin(unitsOfResults, question, document)).toBe(words);
});

test("a part that was said has its sign in a sentence", async () => {
  const question = readQuestion({ is: "value", of: "used", to: 1 }, "question", await readDocumentLink(`#${mesh}`), [])!;
  expect(verdictSentence(unitsOfResults, defaultDocument(), question, { number: 0.57 }, 0.9)).toBe("You said 57\u00a0%: too low.");
});
