/**
 * Data bound to elements, in the property that D3 uses (`__data__`), so that a drawing may use both. The first screen needs no more of D3's
 * selections than this, and does not load them.
 */
const svgNamespace = "http://www.w3.org/2000/svg";

interface Bound<D> extends Element {
  __data__?: D;
}

/** The data bound to an element; undefined if there is none. */
export function dataOf<D>(element: Element): D | undefined {
  return (element as Bound<D>).__data__;
}

/** Binds data to an element. */
export function bind<D>(element: Element, data: D): void {
  (element as Bound<D>).__data__ = data;
}

/** An SVG element that has no parent yet. */
export function madeOf<Tag extends keyof SVGElementTagNameMap>(tag: Tag): SVGElementTagNameMap[Tag] {
  return document.createElementNS(svgNamespace, tag);
}

/** The child with that tag and class, appended if it does not exist. */
export function childOf<Tag extends keyof SVGElementTagNameMap>(into: SVGGElement, tag: Tag, name: string): SVGElementTagNameMap[Tag] {
  const known = [...into.children].find((each) => each.tagName === tag && each.classList.contains(name));
  if (known !== undefined) return known as SVGElementTagNameMap[Tag];
  const made = madeOf(tag);
  made.classList.add(name);
  into.append(made);
  return made;
}

/** Adds an event listener that gets the data bound to the element at the time of the event. */
export function hear<D, Type extends keyof SVGElementEventMap>(
  element: SVGElement,
  type: Type,
  act: (event: SVGElementEventMap[Type], data: D) => void,
  options: AddEventListenerOptions = {},
): void {
  element.addEventListener(type, (event) => act(event, dataOf<D>(element)!), options);
}

/** Position of a pointer event in the coordinates of a group, pixels. */
export function pointIn(event: MouseEvent, into: SVGGElement): readonly [number, number] {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(into.getScreenCTM()?.inverse());
  return [x, y];
}
