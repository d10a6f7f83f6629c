/** Tests that a direct check of parameter values reports the same issues as writing the values into a document and reading it. */
import { expect, test } from "vitest";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import { checkParams, type ChosenKind, defaultsOf, type Param, readParams, type Values, writeParams } from "../../src/core/base/params.ts";
import { kindsOf } from "../../src/core/kinds/all-kinds.ts";
import { documentParams } from "../../src/core/scenario/document.ts";
import { scenarioParams } from "../../src/core/scenario/scenario.ts";

/** Valid and invalid values of a parameter. */
function trialValues(param: Param): readonly unknown[] {
  switch (param.type) {
    case "integer":
    case "number":
    case "quantity": {
      const { min, max } = param;
      const fraction = param.type === "quantity" ? param.multipleOf / 2 : 0.5;
      return [min, max, min - 1, max + 1, min + fraction, (min + max) / 2, -min, 0, NaN, Infinity, "three", null, undefined];
    }
    case "amount": {
      const { min, max, quantities } = param;
      const quantityValues = quantities.flatMap((each) =>
        [each.min, each.max, each.min - 1, each.max + 1].map((value) => ({ of: each.dimension, value })),
      );
      return [min, max, min - 1, max + 1, (min + max) / 2, 0, NaN, Infinity, ...quantityValues];
    }
    case "choice":
      return [...param.choices.map(({ id }) => id), "nothing", 1, null];
    case "flag":
      return [true, false, "yes", 0];
    case "text":
      return ["", "A", "a".repeat(param.maxLength), "a".repeat(param.maxLength + 1), 1, null, undefined];
    case "list": {
      const [first] = trialValues(param.of);
      const tooLong = Array.from({ length: param.maxLength + 1 }, () => first);
      return [[], tooLong, ...trialValues(param.of).map((each) => Array.from({ length: Math.max(1, param.minLength) }, () => each))];
    }
    case "record":
      return withOneTrialValue(param.params, defaultsOf(param.params));
    case "kind":
      return kindsOf(param.registry).flatMap(({ id: kind, params }): readonly ChosenKind[] => {
        const values = defaultsOf(params);
        return [{ kind, values }, ...withOneTrialValue(params, values).map((each) => ({ kind, values: each }))];
      });
  }
}

/** Copies of `values` in which one parameter has one of its trial values. */
function withOneTrialValue(params: Readonly<Record<string, Param>>, values: Values): readonly Values[] {
  return Object.entries(params).flatMap(([name, param]) => trialValues(param).map((each) => ({ ...values, [name]: each })));
}

test.each(Object.entries<Param>({ ...scenarioParams, ...documentParams }))(
  "%s: checked directly as through the document",
  (name, param) => {
    const params = { [name]: param };
    let [refusedCount, reportedCount] = [0, 0];
    for (const value of trialValues(param)) {
      const values = { [name]: value };
      const read: ValidationIssue[] = [];
      let isReadable = true;
      try {
        readParams(params, writeParams(params, values), "", read);
      } catch {
        isReadable = false;
      }
      const checked: ValidationIssue[] = [];
      const check = () => checkParams(params, values, "", checked);
      // Values that cannot be written at all never result from an edit.
      if (!isReadable) continue;
      check();
      if (JSON.stringify(checked) !== JSON.stringify(read)) expect(checked, JSON.stringify(value)).toEqual(read);
      reportedCount++;
      if (read.length > 0) refusedCount++;
    }
    expect(reportedCount).toBeGreaterThan(refusedCount);
  },
);
