/** The parameters of links and switches, loaded after the page has started. */
import { describe } from "../../base/params.ts";
import { about, laws, ruleParams } from "./link-rules.ts";
import { linksParam } from "../links.ts";
import { issuesOf, switchParams } from "./switch-rules.ts";
import { switchParam } from "../switch.ts";

/** Completes the parameters of both sections. */
export function describeHardware(): void {
  describe(linksParam.of, { params: ruleParams });
  describe(linksParam, { about, laws, usually: "all links alike" });
  describe(switchParam, {
    params: switchParams,
    issues: issuesOf,
    usually: "packets wait at the inputs, and every virtual channel has a way through",
  });
}
