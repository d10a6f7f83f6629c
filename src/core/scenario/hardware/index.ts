/** Describes the sections that a page begins without. */
import { describe } from "../../base/params.ts";
import { about, laws, ruleParams } from "./link-rules.ts";
import { linksParam } from "../links.ts";
import { issuesOf, switchParams } from "./switch-rules.ts";
import { switchParam } from "../switch.ts";

describe(linksParam.of, ruleParams);
Object.assign(linksParam, { about, laws, usually: "all links alike" });
describe(switchParam, switchParams);
Object.assign(switchParam, {
  issues: issuesOf,
  usually: "packets wait at the inputs, and every virtual channel has a way through",
});
