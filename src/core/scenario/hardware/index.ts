/** The parameters of links and switches, loaded after the page has started. */
import { completeParam } from "../../base/params.ts";
import { linkRulesAbout, linkSemantics, linkRuleParams } from "./link-rules.ts";
import { linksParam } from "../links.ts";
import { switchSupportIssues, switchParams } from "./switch-rules.ts";
import { switchParam } from "../switch.ts";

/** Completes the parameters of the sections `links` and `switch`. */
export function describeHardware(): void {
  completeParam(linksParam.of, { params: linkRuleParams });
  completeParam(linksParam, { entryKeys: linkRulesAbout, laws: linkSemantics, defaultWording: "the same rate and length for all links" });
  completeParam(switchParam, {
    params: switchParams,
    issues: switchSupportIssues,
    defaultWording: "input queues, and every virtual channel has its own crossbar input",
  });
}
