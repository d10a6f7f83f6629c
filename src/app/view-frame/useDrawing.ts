/** Draws a view once per animation frame in which something has changed. What it draws never enters React's state. */
import { defined } from "../../core/base/defined.ts";
import { useEffect, useRef } from "react";
import { type Actions, choiceOf, isStale, offered, type Table, type View, type ViewData } from "../../views/contract.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { contextOf, fit, type Sized, sized } from "../../views/sizing.ts";
import { onTheme, readTheme } from "../../views/marks/colour.ts";
import type { SaidLineHandle } from "./SaidLine.tsx";

/** Milliseconds between two changes of a table or of a sentence's numbers: what changes faster cannot be read. */
const pace = 400;

/** What may change from one drawing to the next. */
export interface DrawingProps {
  readonly read: () => ViewData;
  readonly act: Actions;
  /** Takes the table when it has changed; null while nobody looks at it. */
  readonly onTable: ((table: Table) => void) | null;
  /** Takes what its options offer, as a text that differs where that does. */
  readonly onOffer: (offer: string) => void;
  /** True while there is nobody to draw for. */
  readonly isCovered: boolean;
  /** Whether a drawing that asks for less height than its box has is given all of it. */
  readonly fills: boolean;
}

/** Keeps a view drawn; returns the elements it draws into. */
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
  // What a drawing shows comes by `read`, and whoever changes that says so; a table that has changed redraws nothing.
  const { markDirty } = frameLoop;
  useEffect(markDirty, [markDirty, props.isCovered]);

  useEffect(() => {
    const [boxElement, svgElement, groupElement] = [box.current, svg.current, group.current];
    if (boxElement === null || svgElement === null || groupElement === null) return;
    // Another view may have drawn here.
    groupElement.replaceChildren();
    const surroundings = watch(boxElement, frameLoop);
    // Who wants nothing to move sees the same in steps.
    const isStill = matchMedia("(prefers-reduced-motion: reduce)");
    let spoken = "";
    const height = steady();
    const speak = atPace(() => {
      const data = latest.current.read();
      const said = view.summary(data);
      spoken = wordsOf(said);
      // What is missing is told in its own place.
      const shown = view.needs(data) === said ? "" : latest.current.fills ? said : (view.headline?.(data) ?? said);
      if (sentence.current !== null && sentence.current.text !== shown) {
        sentence.current.say(shown);
        if (sentence.current.element !== null) height.keep(sentence.current.element, [data.network, data.choices]);
      }
      if (svgElement.getAttribute("aria-label") !== said) svgElement.setAttribute("aria-label", said);
      latest.current.onOffer(`${view.options?.map((each) => [offered(each, data), choiceOf(view, data.choices, each.id, data)])}`);
      latest.current.onTable?.(data.units.inPageUnit(view.table(data)));
    });
    /** The last drawing: what moves on it is drawn more often. */
    let drawn: { readonly marks: unknown; readonly room: Sized } | null = null;
    const draw = (isAsked: boolean) => {
      if (latest.current.isCovered) return;
      const data = latest.current.read();
      // What came in may need other words, and they must not come after the picture; a run that goes on has time.
      // What is drawn no more often than can be read is said with every drawing: both are of one moment.
      speak.tell((view.pace ?? 0) >= pace || (isAsked && wordsOf(view.summary(data)) !== spoken));
      const lacks = view.needs(data);
      // What dims it, and what says so to a screen reader, go by this attribute.
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
      // A drawing wider than its box is scrolled by keys too; some have keys of their own.
      if (room.isScrolled || view.keys !== undefined) boxElement.tabIndex = 0;
      else boxElement.removeAttribute("tabindex");
      // At full size one reads from the left.
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
      // Whoever pointed at something here points at nothing any more.
      latest.current.act.ask(null);
    };
  }, [view, frameLoop, box, svg, underlay, overlay, group, sentence, missing]);

  return elements;
}

/** The size of a box and the theme in force at it, always the newest; says so when one changes. */
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

/** Keeps words that become shorter from moving what stands below them, as long as they are about the same things and as wide. */
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

/** Does something at most once in a while; what comes too early and can wait is done once, later. */
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
