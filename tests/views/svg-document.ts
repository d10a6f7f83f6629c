/**
 * A minimal document for drawings in Node tests: elements with attributes, children and data, serialized as XML. A complete document such
 * as that of happy-dom takes ten times as long to draw into.
 */
const namespaces = { svg: "http://www.w3.org/2000/svg", html: "http://www.w3.org/1999/xhtml" } as const;

/** An element with the part of the DOM interface that drawings and exports use. */
class SvgElement {
  readonly children: SvgElement[] = [];
  parentNode: SvgElement | null = null;
  private readonly values = new Map<string, string>();
  private text = "";

  constructor(
    readonly namespaceURI: string,
    readonly localName: string,
    readonly ownerDocument: SvgDocument,
  ) {}

  get tagName(): string {
    return this.localName;
  }
  get parentElement(): SvgElement | null {
    return this.parentNode;
  }
  get childNodes(): readonly SvgElement[] {
    return this.children;
  }
  get firstElementChild(): SvgElement | null {
    return this.children[0] ?? null;
  }
  get nextElementSibling(): SvgElement | null {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get nextSibling(): SvgElement | null {
    return this.nextElementSibling;
  }
  get textContent(): string {
    return this.text + this.children.map((child) => child.textContent).join("");
  }
  set textContent(text: string) {
    this.replaceChildren();
    this.text = text;
  }
  get attributes(): { readonly length: number } {
    return { length: this.values.size };
  }
  get className(): string {
    return this.getAttribute("class") ?? "";
  }
  set className(names: string) {
    this.setAttribute("class", names);
  }
  get classList() {
    const names = () => new Set(this.className.split(" ").filter((name) => name !== ""));
    const toggle = (name: string, isOn: boolean) => {
      const all = names();
      if (isOn === all.has(name)) return;
      if (isOn) all.add(name);
      else all.delete(name);
      this.className = [...all].join(" ");
    };
    return {
      contains: (name: string) => names().has(name),
      add: (name: string) => toggle(name, true),
      remove: (name: string) => toggle(name, false),
      toggle,
    };
  }
  get dataset(): Record<string, string> {
    return new Proxy({}, { set: (_, name, value) => (this.setAttribute(`data-${String(name)}`, value as string), true) });
  }

  getAttribute(name: string): string | null {
    return this.values.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.values.has(name);
  }
  getAttributeNames(): string[] {
    return [...this.values.keys()];
  }
  setAttribute(name: string, value: unknown): void {
    this.values.set(name, String(value));
  }
  removeAttribute(name: string): void {
    this.values.delete(name);
  }

  append(...added: SvgElement[]): void {
    for (const each of added) this.insertBefore(each, null);
  }
  appendChild(added: SvgElement): SvgElement {
    return this.insertBefore(added, null);
  }
  prepend(...added: SvgElement[]): void {
    const first = this.firstElementChild;
    for (const each of added) this.insertBefore(each, first);
  }
  insertBefore(added: SvgElement, next: SvgElement | null): SvgElement {
    added.remove();
    this.children.splice(next === null ? this.children.length : this.children.indexOf(next), 0, added);
    added.parentNode = this;
    return added;
  }
  after(added: SvgElement): void {
    this.parentNode?.insertBefore(added, this.nextElementSibling);
  }
  remove(): void {
    const all = this.parentNode?.children ?? [];
    if (this.parentNode !== null) all.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }
  replaceChildren(): void {
    for (const each of this.children) each.parentNode = null;
    this.children.length = 0;
    this.text = "";
  }
  cloneNode(): SvgElement {
    const copy = new SvgElement(this.namespaceURI, this.localName, this.ownerDocument);
    for (const [name, value] of this.values) copy.values.set(name, value);
    copy.append(...this.children.map((child) => child.cloneNode()));
    copy.text = this.text;
    return copy;
  }
  compareDocumentPosition(other: SvgElement): number {
    const all = this.parentNode?.children ?? [];
    return all.indexOf(this) < all.indexOf(other) ? 4 : 2;
  }

  matches(selectors: string): boolean {
    return selectors.split(",").some((selector) => this.matchesChain(selector.trim().split(" ")));
  }
  closest(selector: string): SvgElement | null {
    return this.matches(selector) ? this : (this.parentNode?.closest(selector) ?? null);
  }
  querySelectorAll(selector: string): SvgElement[] {
    return this.children.flatMap((child) => [...(child.matches(selector) ? [child] : []), ...child.querySelectorAll(selector)]);
  }
  querySelector(selector: string): SvgElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  /** Whether this element matches the last of the compound selectors, and ancestors match the others. */
  private matchesChain(compoundSelectors: readonly string[]): boolean {
    const [lastSelector, ...outerSelectors] = compoundSelectors.toReversed();
    const [, tag, rest] = /^([\w*-]*)(.*)$/.exec(lastSelector)!;
    const isMatch =
      (tag === "" || tag === "*" || tag === this.localName) &&
      // No element of a file has the focus.
      !rest.includes(":focus") &&
      [...rest.matchAll(/\.([\w-]+)|\[([\w-]+)\]/g)].every(([, name, attribute]) =>
        name === undefined ? this.hasAttribute(attribute) : this.classList.contains(name),
      );
    if (!isMatch || outerSelectors.length === 0) return isMatch;
    for (let ancestor = this.parentNode; ancestor !== null; ancestor = ancestor.parentNode)
      if (ancestor.matchesChain(outerSelectors.toReversed())) return true;
    return false;
  }

  getBoundingClientRect() {
    return { width: Number(this.getAttribute("width")), height: Number(this.getAttribute("height")) };
  }
  get ownerSVGElement(): SvgElement | null {
    return this.closest("svg");
  }

  // Pointer and key handlers, and canvas pixels, are not part of a file.
  readonly style = { setProperty: () => undefined, removeProperty: () => undefined };
  getScreenCTM(): null {
    return null;
  }
  addEventListener(): void {}
  click(): void {}
  getContext(): null {
    return null;
  }

  /** Serializes each element on a separate line, so that a diff of two files shows which elements differ. */
  xml(isRoot = true): string {
    const attributes = [...(isRoot ? [["xmlns", this.namespaceURI] as const] : []), ...this.values];
    const start = [this.localName, ...attributes.map(([name, value]) => `${name}="${escaped(value)}"`)].join(" ");
    if (this.children.length > 0) return `<${start}>\n${this.children.map((child) => child.xml(false)).join("\n")}\n</${this.localName}>`;
    return this.text === "" ? `<${start}/>` : `<${start}>${escaped(this.text)}</${this.localName}>`;
  }
}

/** A document that creates such elements. */
class SvgDocument {
  readonly documentElement = new SvgElement(namespaces.html, "html", this);
  readonly body = this.documentElement.appendChild(new SvgElement(namespaces.html, "body", this));

  createElement(name: string): SvgElement {
    return new SvgElement(namespaces.html, name, this);
  }
  createElementNS(namespace: string, name: string): SvgElement {
    return new SvgElement(namespace, name, this);
  }
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A right operand of `instanceof` for one kind of element. */
const instanceCheck = (isOfKind: (element: SvgElement) => boolean) => ({
  [Symbol.hasInstance]: (value: unknown) => value instanceof SvgElement && isOfKind(value),
});

/** The globals of a page that consists of this document only. */
export const svgPageGlobals = () => ({
  document: new SvgDocument(),
  SVGElement: instanceCheck(({ namespaceURI }) => namespaceURI === namespaces.svg),
  SVGGElement: instanceCheck(({ localName }) => localName === "g"),
  SVGTextElement: instanceCheck(({ localName }) => localName === "text"),
  XMLSerializer: class {
    serializeToString(element: SvgElement): string {
      return element.xml();
    }
  },
});
