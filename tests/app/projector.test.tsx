// @vitest-environment happy-dom
/** The frame of a slide on a projector: its keys, its QR code, and the speaker notes. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPage } from "../../src/app/create-page.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { slideAtAddress, slidesOf } from "../../src/app/pages/papers/projected/slides.ts";
import { StepDots } from "../../src/app/pages/present/StepDots.tsx";
import { Slide } from "../../src/app/pages/present/Slide.tsx";
import { useSpeakerNotes } from "../../src/app/pages/present/SpeakerNotes.tsx";
import { exhibits } from "../../src/reproductions/index.ts";
import { papers, paperParts } from "../../src/reproductions/papers.ts";
import type { Workers } from "../../src/worker/client.ts";

const page = createPage({} as Workers);
const handlers = { onNext: vi.fn<() => void>(), onBack: vi.fn<() => void>(), onLeave: vi.fn<() => void>(), onFile: vi.fn<() => void>() };
const goTo = vi.fn<(step: number) => void>();
let root: Root;
let container: HTMLElement;

/** A slide with speaker notes, as the test renders it. */
function TestSlide({ link }: { readonly link: string | null }) {
  const { speakerButton, speakerNotes } = useSpeakerNotes({
    notes: "Ask for hands.\nWait.",
    stepName: "2 of 3: The knee",
    nextHeading: "The bound",
  });
  return (
    <>
      <Slide
        {...handlers}
        slideIndex={1}
        slideCount={3}
        name="Why networks choke"
        heading="How much arrives?"
        text="All send to all."
        link={link}
        invitation="Change it yourself"
        nextLabel="Next"
        dots={<StepDots titles={["Start", "The knee", "The bound"]} stepIndex={1} doneSteps={[0]} onSelect={goTo} />}
        controls={speakerButton}
      >
        <input aria-label="A field" />
      </Slide>
      {speakerNotes}
    </>
  );
}

const renderSlide = (link: string | null = "https://fabricscope.example/#choke.2&seed=ask") =>
  act(async () =>
    root.render(
      <PageContext value={page}>
        <TestSlide link={link} />
      </PageContext>,
    ),
  );
const press = (key: string, at: EventTarget = document.body) =>
  act(async () => void at.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true })));
const find = (selector: string) => container.querySelector<HTMLElement>(selector);

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  page.overlay.switchSingleKeys(true);
});

test("clickers and arrows go on and back, Escape leaves, and a field keeps its keys", async () => {
  await renderSlide();
  for (const key of ["ArrowRight", "PageDown"]) await press(key);
  expect(handlers.onNext).toHaveBeenCalledTimes(2);
  for (const key of ["ArrowLeft", "PageUp"]) await press(key);
  expect(handlers.onBack).toHaveBeenCalledTimes(2);
  await press("PageDown", find("input")!);
  await press("b", find("input")!);
  expect(handlers.onNext).toHaveBeenCalledTimes(2);
  expect(find(".projected-black")).toBeNull();
  await press("Escape");
  expect(handlers.onLeave).toHaveBeenCalledTimes(1);
});

test("B and the full stop blacken the screen, and whatever is pressed next only brings it back", async () => {
  await renderSlide();
  for (const dark of ["b", "."])
    for (const light of ["b", ".", "PageDown", "ArrowLeft", "Escape"]) {
      await press(dark);
      expect(find(".projected-black")).not.toBeNull();
      expect(find("[role=status]")?.textContent).toMatch(/black/);
      await press(light);
      expect(find(".projected-black")).toBeNull();
      expect(find("[role=status]")?.textContent).toBe("How much arrives?");
    }
  for (const hand of [handlers.onNext, handlers.onBack, handlers.onLeave]) expect(hand).not.toHaveBeenCalled();
});

test("who has switched single keys off still goes on by a clicker, but no letter blackens the screen", async () => {
  page.overlay.switchSingleKeys(false);
  await renderSlide();
  await press("b");
  expect(find(".projected-black")).toBeNull();
  await press("PageDown");
  expect(handlers.onNext).toHaveBeenCalledTimes(1);
});

test("the address has two lines beside its code; a link too long for a code says so and offers the file", async () => {
  await renderSlide();
  expect([...container.querySelectorAll(".share-corner b")].map((line) => line.textContent)).toEqual(["fabricscope.example", "#choke.2"]);
  expect(find(".share-corner svg")).not.toBeNull();
  for (const link of [null, `https://fabricscope.example/#${"v=2&".repeat(100)}`]) {
    await renderSlide(link);
    expect(find(".share-corner svg")).toBeNull();
    expect(find(".share-corner")?.textContent).toMatch(/Too long for a QR code/);
    await act(async () => [...container.querySelectorAll<HTMLElement>(".share-corner button")].at(-1)?.click());
  }
  expect(handlers.onFile).toHaveBeenCalledTimes(2);
  // A QR code that is too fine for the corner fills the screen until any key is pressed. A presenter's remote must not turn the slide
  // behind it.
  await act(async () => find(".share-corner button")?.click());
  expect(find("dialog.large-code svg")).not.toBeNull();
  await act(async () => find("dialog.large-code")?.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true })));
  expect(find("dialog.large-code")).toBeNull();
  expect(handlers.onNext).not.toHaveBeenCalled();
});

test("steps are counted, and each dot leads to its step", async () => {
  await renderSlide();
  expect(find(".projected-place")?.textContent).toBe("2 of 3 Why networks choke");
  const dots = [...container.querySelectorAll<HTMLElement>(".dots button")];
  expect(dots.map((dot) => [dot.ariaLabel ?? dot.getAttribute("aria-label"), dot.getAttribute("aria-current")])).toEqual([
    ["Step 1: Start", null],
    ["Step 2: The knee", "step"],
    ["Step 3: The bound", null],
  ]);
  await act(async () => dots[2].click());
  expect(goTo).toHaveBeenCalledWith(2);
});

test("where the browser opens no window, the speaker's words stand beneath, with the clock and what comes next", async () => {
  vi.stubGlobal("open", () => null);
  await renderSlide();
  const button = [...container.querySelectorAll<HTMLElement>("button")].find(({ textContent }) => textContent === "Speaker notes")!;
  await act(async () => button.click());
  expect(find(".speaker")?.textContent).toMatch(/2 of 3: The knee.*\d\d.\d\d.*Ask for hands\.Wait\.Next: The bound/);
  expect(page.store.getState().session.toast).toMatch(/notes are below/);
  await act(async () => button.click());
  expect(find(".speaker")).toBeNull();
});

test("a paper's steps are its claim and then its exhibits in their order; any place of it is at one of them", () => {
  for (const paper of papers) {
    const steps = slidesOf(paper);
    expect(steps[0].exhibit).toBeNull();
    expect(steps.length).toBeGreaterThan(paperParts[0].papers.includes(paper) ? 5 : 1);
    for (const [i, step] of steps.entries()) expect(slideAtAddress(steps, step.address)).toBe(i);
  }
  // A table that contains only names gets no slide. Its address leads to the slide before it.
  const matmul = slidesOf(papers.find(({ id }) => id === "matmul")!);
  expect(matmul.map(({ address: each }) => each)).not.toContain("matmul-table-2");
  expect(matmul[slideAtAddress(matmul, "matmul-table-2")].title).toBe("Figure 4");
  expect(exhibits.some(({ id }) => id === "matmul-table-2")).toBe(true);
});
