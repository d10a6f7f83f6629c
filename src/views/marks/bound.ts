/**
 * Data on elements, where D3 keeps it (`__data__`), so one drawing may be made by both. What opens first needs no more of D3's
 * selections than this, and does not wait for them.
 */
const svgNamespace = "http://www.w3.org/2000/svg";

interface Bound<D> extends Element {
  __data__?: D;
}

/** What is bound to an element; undefined before anything is. */
export function dataOf<D>(element: Element): D | undefined {
  return (element as Bound<D>).__data__;
}

export function bind<D>(element: Element, data: D): void {
  (element as Bound<D>).__data__ = data;
}

/** An element of a drawing that is in no place yet. */
export function madeOf<Tag extends keyof SVGElementTagNameMap>(tag: Tag): SVGElementTagNameMap[Tag] {
  return document.createElementNS(svgNamespace, tag);
}

/** The child of that tag and class, made as the last one when it is not there yet. */
export function childOf<Tag extends keyof SVGElementTagNameMap>(into: SVGGElement, tag: Tag, name: string): SVGElementTagNameMap[Tag] {
  const known = [...into.children].find((each) => each.tagName === tag && each.classList.contains(name));
  if (known !== undefined) return known as SVGElementTagNameMap[Tag];
  const made = madeOf(tag);
  made.classList.add(name);
  into.append(made);
  return made;
}

/** Lets an element hear an event, with what is bound to the element by then. */
export function hear<D, Type extends keyof SVGElementEventMap>(
  element: SVGElement,
  type: Type,
  act: (event: SVGElementEventMap[Type], data: D) => void,
  options: AddEventListenerOptions = {},
): void {
  element.addEventListener(type, (event) => act(event, dataOf<D>(element)!), options);
}

/** Where a pointer is, in the coordinates of a group, pixels. */
export function pointIn(event: MouseEvent, into: SVGGElement): readonly [number, number] {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(into.getScreenCTM()?.inverse());
  return [x, y];
}
