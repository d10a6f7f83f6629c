/** Redraws a view in animation frames in which its data has changed. The data never enters the state of React. */
import { withoutUndefined } from "../../core/base/defined.ts";
import { useEffect, useRef } from "react";
import { type Actions, choiceOf, isStale, availableChoices, type TableData, type View, type ViewData } from "../../views/contract.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { sizedContext, resizeSvg, type SizedCanvas, sizeCanvas } from "../../views/sizing.ts";
import { onThemeChange, readTheme } from "../../views/marks/color.ts";
import type { SentenceHandle } from "./ViewSentence.tsx";

/** Milliseconds between updates of the table and of numbers in the sentence: faster changes cannot be read. */
const textInterval = 400;

/** Properties that may change between drawings. */
export interface DrawingProps {
  readonly readData: () => ViewData;
  readonly actions: Actions;
  /** Called with the current table; null if the table is not shown. */
  readonly onTable: ((table: TableData) => void) | null;
  /** Called with a text that changes whenever the available options change. */
  readonly onOptionsChange: (offer: string) => void;
  /** True while the view is shown at full size elsewhere. */
  readonly isCovered: boolean;
  /** Whether a drawing that prefers less height gets the full height of its box. */
  readonly fillsBox: boolean;
}

/** Keeps a view up to date; returns references for the elements it draws into. */
export function useDrawing(view: View, frameLoop: FrameLoop, props: DrawingProps) {
  const elements = {
    box: useRef<HTMLDivElement>(null),
    svg: useRef<SVGSVGElement>(null),
    underlay: useRef<HTMLCanvasElement>(null),
    overlay: useRef<HTMLCanvasElement>(null),
    group: useRef<SVGGElement>(null),
    sentence: useRef<SentenceHandle>(null),
    missing: useRef<HTMLParagraphElement>(null),
  };
  const { box, svg, underlay, overlay, group, sentence, missing } = elements;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // Code that changes the data also marks the frame loop dirty; a change of the table requires no redraw.
  const { markDirty } = frameLoop;
  useEffect(markDirty, [markDirty, props.isCovered]);

  useEffect(() => {
    const [boxElement, svgElement, groupElement] = [box.current, svg.current, group.current];
    if (boxElement === null || svgElement === null || groupElement === null) return;
    // Remove the elements of a view that was drawn here before.
    groupElement.replaceChildren();
    const boxState = observeBox(boxElement, frameLoop);
    // With reduced motion, the view changes in steps instead of moving.
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    let lastWords = "";
    const textHeight = createHeightKeeper();
    const updateText = throttled(() => {
      const data = latest.current.readData();
      const summary = view.summary(data);
      lastWords = withoutNumbers(summary);
      // The message of an empty view is shown in place of its drawing.
      const sentenceText =
        view.emptyMessage(data) === summary ? "" : latest.current.fillsBox ? summary : (view.headline?.(data) ?? summary);
      if (sentence.current !== null && sentence.current.text !== sentenceText) {
        sentence.current.setText(sentenceText);
        if (sentence.current.element !== null) textHeight.keep(sentence.current.element, [data.network, data.choices]);
      }
      if (svgElement.getAttribute("aria-label") !== summary) svgElement.setAttribute("aria-label", summary);
      latest.current.onOptionsChange(
        `${view.options?.map((each) => [availableChoices(each, data), choiceOf(view, data.choices, each.id, data)])}`,
      );
      latest.current.onTable?.(data.units.inPageUnit(view.table(data)));
    });
    /** The last drawing: moving marks on it are drawn more often. */
    let lastDrawing: { readonly marks: unknown; readonly canvas: SizedCanvas } | null = null;
    /**
     * Draws the view with the latest data: updates its sentence, shows a message instead if the view is empty, sizes the drawing to its
     * box, computes the marks (shapes with attributes), and draws them as SVG and, where the view uses one, on a canvas below it. While a
     * lesson hides the results (`isCovered`), nothing is drawn. `latest.current` has the current props.
     */
    const draw = (isRequested: boolean) => {
      if (latest.current.isCovered) return;
      const data = latest.current.readData();
      // If new results change the words of the sentence, it is updated together with the drawing. During a run only its numbers change, and
      // they may wait. A view that is drawn rarely updates its sentence with every drawing, so that both show the same moment.
      updateText.request((view.minInterval ?? 0) >= textInterval || (isRequested && withoutNumbers(view.summary(data)) !== lastWords));
      const emptyMessage = view.emptyMessage(data);
      // This attribute dims a view whose results are out of date, and shows a text for screen readers.
      boxElement.parentElement?.toggleAttribute("data-stale", isStale(view, data));
      if (missing.current !== null) {
        setShown(missing.current, emptyMessage !== null);
        if (missing.current.textContent !== emptyMessage) missing.current.textContent = emptyMessage;
      }
      if (emptyMessage !== null) {
        lastDrawing = null;
        groupElement.replaceChildren();
        return;
      }
      const { size, theme } = boxState;
      const { fillsBox } = latest.current;
      const sizedCanvas = sizeCanvas(view, data, size, theme, fillsBox);
      const canvas = { ...sizedCanvas.canvas, frameLoop };
      // A drawing wider than its box is focusable, so that it can be scrolled by keys; so are views with their own keys.
      if (sizedCanvas.isScrolled || view.keys !== undefined) boxElement.tabIndex = 0;
      else boxElement.removeAttribute("tabindex");
      // At full size, scrolling starts at the left.
      if (resizeSvg(svgElement, sizedCanvas) && sizedCanvas.startsAtMiddle && !fillsBox)
        boxElement.scrollLeft = (canvas.width - size.width) / 2;
      // The marks are painted on the canvas first, if the view has one, then drawn as SVG.
      const marks = view.layout(data, canvas);
      lastDrawing = { marks, canvas: sizedCanvas };
      const underlayContext = sizedContext(underlay.current, sizedCanvas);
      if (underlayContext !== null) setShown(underlayContext.canvas, view.paint?.(marks, underlayContext, canvas) === true);
      view.draw(marks, groupElement, canvas, latest.current.actions);
    };
    const move = () => {
      if (view.move === undefined || lastDrawing === null || latest.current.isCovered || reducedMotion.matches) return;
      const { canvas } = lastDrawing.canvas;
      const overlayContext = sizedContext(overlay.current, lastDrawing.canvas);
      if (overlayContext === null) return;
      if (!overlayContext.canvas.hidden) overlayContext.clearRect(0, 0, canvas.width, canvas.height);
      setShown(overlayContext.canvas, view.move(lastDrawing.marks, latest.current.readData(), overlayContext, canvas));
    };
    const stop = frameLoop.register({ draw, move, ...withoutUndefined({ minInterval: view.minInterval }) });
    return () => {
      stop();
      updateText.stop();
      boxState.stop();
      // Clear the hover of this view.
      latest.current.actions.hoverChannel(null);
    };
  }, [view, frameLoop, box, svg, underlay, overlay, group, sentence, missing]);

  return elements;
}

/**
 * Observes the size of a box in CSS pixels and its theme (colors). The returned object has the current values and a function that stops
 * observing. Whenever one of them changes, the frame loop is asked to draw again; for printing it draws immediately.
 */
function observeBox(box: Element, frameLoop: FrameLoop) {
  const resizeObserver = new ResizeObserver(([entry]) => {
    state.size = { width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) };
    frameLoop.markDirty();
  });
  const stopThemes = onThemeChange((isPrinting) => {
    state.theme = readTheme(box);
    frameLoop.markDirty();
    if (isPrinting) frameLoop.drawNow();
  });
  const state = {
    size: { width: 0, height: 0 },
    theme: readTheme(box),
    stop() {
      resizeObserver.disconnect();
      stopThemes();
    },
  };
  resizeObserver.observe(box);
  return state;
}

/** Keeps the height of a text when it becomes shorter, so that what is below does not move, while content and width stay the same. */
function createHeightKeeper() {
  let last: { readonly about: readonly unknown[]; readonly height: number } = { about: [], height: 0 };
  return {
    keep(element: HTMLElement, dependencies: readonly unknown[]) {
      const keys = [...dependencies, element.clientWidth];
      const isSame = keys.every((dependency, i) => dependency === last.about[i]);
      if (!isSame) element.style.minHeight = "";
      const height = Math.max(isSame ? last.height : 0, element.offsetHeight);
      if (!isSame || height > last.height) element.style.minHeight = `${height}px`;
      last = { about: keys, height };
    },
  };
}

/** A sentence without its numbers. */
function withoutNumbers(sentence: string): string {
  return sentence.replaceAll(/\d[\d.,\s]*/g, "#");
}

/**
 * Throttles the update of a view's text: urgent calls run `action` immediately, other calls at most once per `textInterval`, the last of
 * them at the end of the interval. Returns the throttled function `request`, and `stop`, which cancels the last call.
 */
function throttled(action: () => void) {
  let lastRunTime = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runNow = () => {
    clearTimeout(timer);
    timer = undefined;
    lastRunTime = performance.now();
    action();
  };
  return {
    stop: () => clearTimeout(timer),
    request(isUrgent: boolean) {
      const remainingTime = isUrgent ? 0 : lastRunTime + textInterval - performance.now();
      if (remainingTime > 0) timer ??= setTimeout(runNow, remainingTime);
      else if (isUrgent || timer === undefined) runNow();
    },
  };
}

function setShown(element: HTMLElement, isShown: boolean): void {
  if (element.hidden === isShown) element.hidden = !isShown;
}
