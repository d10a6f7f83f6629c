/** All that a page begins without: every kind on its shelf, and sections described. For whoever reads any document, or lists what there is to choose from. */
import "../mappings/index.ts";
import "../patterns/index.ts";
import "../sizes/index.ts";
import "../topologies/index.ts";
import "../technologies/index.ts";
import "../routings/index.ts";
import "../flow-control/index.ts";
import "../hosts/index.ts";
import "../workloads/index.ts";
import "../costs/index.ts";
import "../scenario/hardware/index.ts";
