/**
 * Functions that bind data to elements, in the property that D3 uses (`__data__`), so that a drawing may use D3 as well. The first screen
 * needs only these functions, and does not load D3's selections.
 */
const svgNamespace = "http://www.w3.org/2000/svg";

interface BoundElement<D> extends Element {
  __data__?: D;
}

/** The data bound to an element; undefined if there is none. */
export function boundDataOf<D>(element: Element): D | undefined {
  return (element as BoundElement<D>).__data__;
}

/** Binds data to an element. */
export function bindData<D>(element: Element, data: D): void {
  (element as BoundElement<D>).__data__ = data;
}

/** An SVG element that has no parent yet. */
export function createSvgElement<Tag extends keyof SVGElementTagNameMap>(tag: Tag): SVGElementTagNameMap[Tag] {
  return document.createElementNS(svgNamespace, tag);
}

/** The child with that tag and class, appended if it does not exist. */
export function ensureChild<Tag extends keyof SVGElementTagNameMap>(group: SVGGElement, tag: Tag, name: string): SVGElementTagNameMap[Tag] {
  const existing = [...group.children].find((each) => each.tagName === tag && each.classList.contains(name));
  if (existing !== undefined) return existing as SVGElementTagNameMap[Tag];
  const created = createSvgElement(tag);
  created.classList.add(name);
  group.append(created);
  return created;
}

/** Adds an event listener that gets the data bound to the element at the time of the event. */
export function addBoundListener<D, Type extends keyof SVGElementEventMap>(
  element: SVGElement,
  type: Type,
  handler: (event: SVGElementEventMap[Type], data: D) => void,
  options: AddEventListenerOptions = {},
): void {
  element.addEventListener(type, (event) => handler(event, boundDataOf<D>(element)!), options);
}

/** Position of a pointer event in the coordinates of a group, pixels. */
export function pointerPositionIn(event: MouseEvent, group: SVGGElement): readonly [number, number] {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(group.getScreenCTM()?.inverse());
  return [x, y];
}
