/** Redraws a view in animation frames in which its data has changed. The data never enters the state of React. */
import { defined } from "../../core/base/defined.ts";
import { useEffect, useRef } from "react";
import { type Actions, choiceOf, isStale, offered, type Table, type View, type ViewData } from "../../views/contract.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { contextOf, fit, type Sized, sized } from "../../views/sizing.ts";
import { onTheme, readTheme } from "../../views/marks/colour.ts";
import type { SaidLineHandle } from "./SaidLine.tsx";

/** Milliseconds between updates of the table and of numbers in the sentence: faster changes cannot be read. */
const pace = 400;

/** Properties that may change between drawings. */
export interface DrawingProps {
  readonly read: () => ViewData;
  readonly act: Actions;
  /** Called with the current table; null if the table is not shown. */
  readonly onTable: ((table: Table) => void) | null;
  /** Called with a text that changes whenever the available options change. */
  readonly onOffer: (offer: string) => void;
  /** True while the view is shown at full size elsewhere. */
  readonly isCovered: boolean;
  /** Whether a drawing that prefers less height gets the full height of its box. */
  readonly fills: boolean;
}

/** Keeps a view up to date; returns references for the elements it draws into. */
export function useDrawing(view: View, frameLoop: FrameLoop, props: DrawingProps) {
  const elements = {
    box: useRef<HTMLDivElement>(null),
    svg: useRef<SVGSVGElement>(null),
    underlay: useRef<HTMLCanvasElement>(null),
    overlay: useRef<HTMLCanvasElement>(null),
    group: useRef<SVGGElement>(null),
    sentence: useRef<SaidLineHandle>(null),
    missing: useRef<HTMLParagraphElement>(null),
  };
  const { box, svg, underlay, overlay, group, sentence, missing } = elements;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // Changes of the data mark the frame loop dirty themselves; a change of the table requires no redraw.
  const { markDirty } = frameLoop;
  useEffect(markDirty, [markDirty, props.isCovered]);

  useEffect(() => {
    const [boxElement, svgElement, groupElement] = [box.current, svg.current, group.current];
    if (boxElement === null || svgElement === null || groupElement === null) return;
    // Remove the elements of a view that was drawn here before.
    groupElement.replaceChildren();
    const surroundings = watch(boxElement, frameLoop);
    // With reduced motion, the view changes in steps instead of moving.
    const isStill = matchMedia("(prefers-reduced-motion: reduce)");
    let spoken = "";
    const height = steady();
    const speak = atPace(() => {
      const data = latest.current.read();
      const said = view.summary(data);
      spoken = wordsOf(said);
      // The message of an empty view is shown in place of its drawing.
      const shown = view.needs(data) === said ? "" : latest.current.fills ? said : (view.headline?.(data) ?? said);
      if (sentence.current !== null && sentence.current.text !== shown) {
        sentence.current.say(shown);
        if (sentence.current.element !== null) height.keep(sentence.current.element, [data.network, data.choices]);
      }
      if (svgElement.getAttribute("aria-label") !== said) svgElement.setAttribute("aria-label", said);
      latest.current.onOffer(`${view.options?.map((each) => [offered(each, data), choiceOf(view, data.choices, each.id, data)])}`);
      latest.current.onTable?.(data.units.inPageUnit(view.table(data)));
    });
    /** The last drawing: moving marks on it are drawn more often. */
    let drawn: { readonly marks: unknown; readonly room: Sized } | null = null;
    const draw = (isAsked: boolean) => {
      if (latest.current.isCovered) return;
      const data = latest.current.read();
      // If new results change the words of the sentence, it is updated together with the drawing. During a run only its numbers change, and
      // they may wait. A view that is drawn rarely updates its sentence with every drawing, so that both show the same moment.
      speak.tell((view.pace ?? 0) >= pace || (isAsked && wordsOf(view.summary(data)) !== spoken));
      const lacks = view.needs(data);
      // The attribute dims the view and shows a text for screen readers.
      boxElement.parentElement?.toggleAttribute("data-stale", isStale(view, data));
      if (missing.current !== null) {
        show(missing.current, lacks !== null);
        if (missing.current.textContent !== lacks) missing.current.textContent = lacks;
      }
      if (lacks !== null) {
        drawn = null;
        groupElement.replaceChildren();
        return;
      }
      const { size, theme } = surroundings;
      const { fills } = latest.current;
      const room = sized(view, data, size, theme, fills);
      const canvas = { ...room.canvas, frameLoop };
      // A drawing wider than its box is focusable, so that it can be scrolled by keys; so are views with their own keys.
      if (room.isScrolled || view.keys !== undefined) boxElement.tabIndex = 0;
      else boxElement.removeAttribute("tabindex");
      // At full size, scrolling starts at the left.
      if (fit(svgElement, room) && room.fromMiddle && !fills) boxElement.scrollLeft = (canvas.width - size.width) / 2;
      const marks = view.layout(data, canvas);
      drawn = { marks, room };
      const below = contextOf(underlay.current, room);
      if (below !== null) show(below.canvas, view.paint?.(marks, below, canvas) === true);
      view.draw(marks, groupElement, canvas, latest.current.act);
    };
    const move = () => {
      if (view.move === undefined || drawn === null || latest.current.isCovered || isStill.matches) return;
      const { canvas } = drawn.room;
      const above = contextOf(overlay.current, drawn.room);
      if (above === null) return;
      if (!above.canvas.hidden) above.clearRect(0, 0, canvas.width, canvas.height);
      show(above.canvas, view.move(drawn.marks, latest.current.read(), above, canvas));
    };
    const stop = frameLoop.register({ draw, move, ...defined({ pace: view.pace }) });
    return () => {
      stop();
      speak.stop();
      surroundings.stop();
      // Clear the hover of this view.
      latest.current.act.ask(null);
    };
  }, [view, frameLoop, box, svg, underlay, overlay, group, sentence, missing]);

  return elements;
}

/** The current size of a box and its theme. Marks the frame loop dirty when one of them changes. */
function watch(box: Element, frameLoop: FrameLoop) {
  const sizes = new ResizeObserver(([entry]) => {
    found.size = { width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) };
    frameLoop.markDirty();
  });
  const stopThemes = onTheme((isPrinting) => {
    found.theme = readTheme(box);
    frameLoop.markDirty();
    if (isPrinting) frameLoop.drawNow();
  });
  const found = {
    size: { width: 0, height: 0 },
    theme: readTheme(box),
    stop() {
      sizes.disconnect();
      stopThemes();
    },
  };
  sizes.observe(box);
  return found;
}

/** Keeps the height of a text when it becomes shorter, so that what is below does not move, while content and width stay the same. */
function steady() {
  let kept: { readonly about: readonly unknown[]; readonly height: number } = { about: [], height: 0 };
  return {
    keep(element: HTMLElement, things: readonly unknown[]) {
      const about = [...things, element.clientWidth];
      const isSame = about.every((thing, i) => thing === kept.about[i]);
      if (!isSame) element.style.minHeight = "";
      const height = Math.max(isSame ? kept.height : 0, element.offsetHeight);
      if (!isSame || height > kept.height) element.style.minHeight = `${height}px`;
      kept = { about, height };
    },
  };
}

/** A sentence without its numbers. */
function wordsOf(sentence: string): string {
  return sentence.replaceAll(/\d[\d.,\s]*/g, "#");
}

/** Throttles a function: urgent calls run immediately, others at most once per interval, the last one later. */
function atPace(act: () => void) {
  let toldAt = -Infinity;
  let later: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(later);
    later = undefined;
    toldAt = performance.now();
    act();
  };
  return {
    stop: () => clearTimeout(later),
    tell(isUrgent: boolean) {
      const wait = isUrgent ? 0 : toldAt + pace - performance.now();
      if (wait > 0) later ??= setTimeout(now, wait);
      else if (isUrgent || later === undefined) now();
    },
  };
}

function show(element: HTMLElement, isShown: boolean): void {
  if (element.hidden === isShown) element.hidden = !isShown;
}
