// @vitest-environment happy-dom
/** States and keys of the page's form controls: buttons, fields, steppers and column headers. */
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Button } from "../../src/app/ui/Button.tsx";
import { FormField } from "../../src/app/ui/fields/FormField.tsx";
import { NumberInput } from "../../src/app/ui/fields/NumberInput.tsx";
import { TextInput } from "../../src/app/ui/fields/TextInput.tsx";
import { ColumnHeader } from "../../src/app/ui/Table.tsx";

let container: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
});

afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

/** Renders a control and returns the first element with this tag name. */
function renderElement<Name extends keyof HTMLElementTagNameMap>(name: Name, control: ReactNode): HTMLElementTagNameMap[Name] {
  act(() => root.render(control));
  return container.querySelector(name)!;
}

const press = (element: HTMLElement, key: string, shiftKey = false) =>
  act(() => element.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true })));

test("a button that cannot be pressed says why, keeps the focus, and does nothing, nor does its form", () => {
  const [pressed, sent] = [vi.fn(), vi.fn((event: { preventDefault(): void }) => event.preventDefault())];
  const renderButton = (props: { disabledReason?: string | null; isBusy?: boolean }) =>
    renderElement(
      "button",
      <form onSubmit={sent}>
        <Button type="submit" variant="primary" className="own" onClick={pressed} {...props} />
      </form>,
    );
  const attributes = (button: Element) =>
    ["class", "aria-disabled", "aria-busy", "aria-description", "disabled"].map((name) => button.getAttribute(name));
  const refused = renderButton({ disabledReason: "Nothing was typed." });
  expect(attributes(refused)).toEqual(["primary own", "true", "false", "Nothing was typed.", null]);
  act(() => refused.click());
  const busy = renderButton({ isBusy: true });
  expect(attributes(busy)).toEqual(["primary own", "true", "true", null, null]);
  act(() => busy.click());
  busy.focus();
  expect([document.activeElement, pressed.mock.calls.length, sent.mock.calls.length]).toEqual([busy, 0, 0]);
  const free = renderButton({ disabledReason: null });
  expect(attributes(free)).toEqual(["primary own", null, null, null, null]);
  act(() => free.click());
  expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
});

test("a field connects its control with label, help and fault", () => {
  const renderField = (fault: string | null) =>
    renderElement(
      "input",
      <FormField label="Title" description="What it shows." fault={fault}>
        {(control) => <TextInput {...control} defaultValue="" />}
      </FormField>,
    );
  const described = (input: Element) =>
    input
      .getAttribute("aria-describedby")
      ?.split(" ")
      .map((id) => document.getElementById(id)?.textContent);
  const input = renderField(null);
  expect([input.labels?.[0].textContent, input.getAttribute("aria-invalid"), described(input)]).toEqual([
    "Title",
    "false",
    ["What it shows."],
  ]);
  expect(described(renderField("It is too long."))).toEqual(["What it shows.", "It is too long."]);
  expect([input.getAttribute("aria-invalid"), container.querySelector("[role=alert]")?.textContent]).toEqual(["true", "It is too long."]);
});

test("a text is taken once the field is left, by Enter as well, unless it is as before; Esc brings the former text back", () => {
  const taken = vi.fn();
  const input = renderElement("input", <TextInput defaultValue="before" onCommit={taken} />);
  const type = (text: string) => {
    input.focus();
    input.value = text;
  };
  type("after");
  press(input, "Enter");
  type("never");
  press(input, "Escape");
  expect([input.value, taken.mock.calls, document.activeElement]).toEqual(["before", [["after"]], document.body]);
});

test("a text that was empty before is empty again after Esc, and is not taken while it is empty", () => {
  const taken = vi.fn();
  const input = renderElement("input", <TextInput onCommit={taken} />);
  input.focus();
  press(input, "Enter");
  input.focus();
  input.value = "never";
  press(input, "Escape");
  expect([input.value, taken.mock.calls]).toEqual(["", []]);
});

test("a number is stepped by arrows, ten steps with Shift, and by its buttons; it is left by Enter only where it can be taken", () => {
  const stepped = vi.fn();
  let isReadable = false;
  const input = renderElement(
    "input",
    <NumberInput
      value="3"
      readOnly
      onStep={stepped}
      steppers={{ noun: "levels", isAtMin: true, isAtMax: false }}
      onLeave={(key) => key === "Escape" || isReadable}
      unit=""
    />,
  );
  press(input, "ArrowUp");
  press(input, "ArrowDown", true);
  const [less, more] = [...container.querySelectorAll("button")];
  act(() => more.click());
  expect([stepped.mock.calls, less.disabled, less.getAttribute("aria-label")]).toEqual([[[1], [-10], [1]], true, "Less levels"]);
  input.focus();
  press(input, "Enter");
  expect(document.activeElement).toBe(input);
  isReadable = true;
  press(input, "Enter");
  expect(document.activeElement).toBe(document.body);
});

test("the header of a column that sorts is a button and says the order; another is plain", () => {
  /** Renders a column header inside a table and returns its cell. */
  const renderHeader = (header: ReactNode) =>
    renderElement(
      "th",
      <table>
        <thead>
          <tr>{header}</tr>
        </thead>
      </table>,
    );
  const sorted = vi.fn();
  const header = renderHeader(
    <ColumnHeader isNumber order="descending" onSort={sorted}>
      Load
    </ColumnHeader>,
  );
  act(() => header.querySelector("button")!.click());
  expect([header.getAttribute("aria-sort"), header.className, sorted.mock.calls.length]).toEqual(["descending", "number", 1]);
  const plain = renderHeader(<ColumnHeader>Load</ColumnHeader>);
  expect([plain.getAttribute("aria-sort"), plain.querySelector("button")]).toEqual([null, null]);
});
