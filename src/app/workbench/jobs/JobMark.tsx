/** Letter of a job in its color. */
import "./jobs.css";
import { categoryColor } from "../../../views/marks/color.ts";
import { letterOfJob } from "../../../views/marks/jobs.ts";
import { useWorkbench } from "../../hooks.ts";

export function JobMark({ job }: { readonly job: number }) {
  const theme = useWorkbench((state) => state.view.theme);
  return (
    <b className="job-mark" style={{ background: categoryColor(job, { dark: theme === "dark" }) }}>
      {letterOfJob(job)}
    </b>
  );
}
