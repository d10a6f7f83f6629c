/** Tests that lessons survive links and files, and that damage costs only the steps that it affects. */
import { expect, test } from "vitest";
import { readFragment } from "../../src/links/fragment.ts";
import { readLesson } from "../../src/lessons/read-lesson.ts";
import { readLessonLink, writeLessonLink } from "../../src/lessons/lesson-link.ts";
import { lessonText } from "../../src/lessons/write-lesson.ts";

const mesh = "#v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45";
const raw = {
  format: "fabricscope-lesson",
  version: 1,
  title: "Why networks choke",
  minutes: 4,
  steps: [
    {
      title: "How much of 0.45 arrives?",
      words: "The mesh carries 0.45. Put your mark.",
      scenario: mesh,
      question: { is: "value", of: "delivered", to: 0.5 },
      why: "Queues.",
    },
    { title: "Which channel fills first?", scenario: `${mesh}&seed=3`, question: { is: "channel" }, lock: "all-but,load" },
    {
      title: "Which is it?",
      scenario: mesh,
      question: {
        is: "choice",
        of: "delivered",
        options: [
          { words: "less", value: 0.2 },
          { words: "more", value: 0.4 },
        ],
      },
    },
    {
      title: "Reach it",
      scenario: "#v=2&topology=thin-tree&load=.4",
      question: { is: "goal", of: "delivered", atLeast: 0.4, least: "topology.kUp" },
    },
    { title: "Why?", scenario: mesh, view: "load-curve,pick~c12", question: { is: "free" } },
  ],
};

test("a lesson is the same after a file and after a link", async () => {
  const { lesson, unreadableSteps } = await readLesson(JSON.stringify(raw));
  expect(unreadableSteps).toEqual([]);
  expect(lesson.steps.map(({ question }) => question?.is)).toEqual(["value", "channel", "choice", "goal", "free"]);
  expect((await readLesson(lessonText(lesson))).lesson).toEqual(lesson);
  const link = (await writeLessonLink(lesson, 3))!;
  const { is, lesson: part, step, scenario } = readFragment(`#${link}`);
  expect([is, step, scenario]).toEqual(["lesson", 3, ""]);
  expect((await readLessonLink(part!.text)).lesson).toEqual(lesson);
});

test("a step that cannot be read is named, and the others open", async () => {
  const steps = raw.steps.map((step, i) => (i === 1 ? { ...step, scenario: "#v=2&topology=tours" } : i === 4 ? 7 : step));
  const { lesson, unreadableSteps } = await readLesson(JSON.stringify({ ...raw, steps }));
  expect(lesson.steps.length).toBe(3);
  expect(unreadableSteps.map(({ step, title }) => [step, title])).toEqual([
    [2, "Which channel fills first?"],
    [5, ""],
  ]);
  expect(unreadableSteps[0].issues[0].path).toMatch(/^steps\.1\.scenario/);
});

test("a link that was cut opens the steps before the cut", async () => {
  const { lesson } = await readLesson(
    JSON.stringify({ ...raw, steps: Array.from({ length: 12 }, (_, i) => ({ ...raw.steps[i % 5], notes: `Note ${i * 7919}` })) }),
  );
  const link = (await writeLessonLink(lesson))!.slice("lesson=".length);
  const cut = await readLessonLink(link.slice(0, Math.floor(link.length * 0.8)));
  expect(cut.lesson.title).toBe(lesson.title);
  expect(cut.lesson.steps.length).toBeGreaterThanOrEqual(3);
  expect(cut.lesson.steps).toEqual(lesson.steps.slice(0, cut.lesson.steps.length));
  expect(cut.unreadableSteps.length).toBe(1);
  await expect(readLessonLink(link.slice(0, 12))).rejects.toThrow("end is missing");
});

test("a name alone is a lesson beside the page, with its step", () => {
  expect(readFragment("#choke.2")).toMatchObject({ lesson: { is: "named", text: "choke" }, step: 2 });
  expect(readFragment("#choke")).toMatchObject({ lesson: { is: "named", text: "choke" }, step: 1 });
  expect(readFragment("#choke.2&seed=ask").hasOwnSeed).toBe(true);
  expect(readFragment("#paper").is).toBe("paper");
  expect(readFragment("#load=.3&seed=7").hasOwnSeed).toBe(false);
});
