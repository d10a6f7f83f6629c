/** Shell commands that run a document outside the browser: on all cores, under Slurm, or with GNU parallel. */

/** One of the ways to run a document. */
export interface ShellCommands {
  readonly id: "cores" | "slurm" | "parallel";
  readonly title: string;
  /** Instruction for the reader, one sentence. */
  readonly help: string;
  /** Lines for a POSIX shell, each with its line end. */
  readonly lines: string;
}

/** Largest number of array tasks that is suggested; a scheduler may allow more. */
const maxTasks = 64;

/**
 * The commands that execute all runs of a document from a shell, in three ways: on all cores of one machine, by Slurm, or by GNU parallel.
 * @param document name of the document's file, or its link
 * @param taskCount number of tasks for the ways that use several machines
 */
export function shellCommandsFor(
  document: string,
  runs: number,
  taskCount = Math.max(1, Math.min(runs, maxTasks)),
): readonly ShellCommands[] {
  const stem = stemOf(document);
  const sweepCommand = `sweep -- ${shellQuoted(document)} --keep ${stem}-runs`;
  const fullCommand = `npm run ${sweepCommand} --out ${stem}.csv`;
  // With several machines, each task executes its share of the runs and stores the results; the full command then joins them into a table.
  return [
    {
      id: "cores",
      title: "All cores of one machine",
      help: "If the sweep is interrupted, run the first line again: finished runs are kept.",
      lines: joinLines(fullCommand, "# Progress, from another shell:", `npm run ${sweepCommand} --status`),
    },
    {
      id: "slurm",
      title: "Slurm",
      help: `Save this as ${stem}.sh, and submit it with sbatch ${stem}.sh.`,
      lines: joinLines(
        "#!/bin/sh",
        `#SBATCH --job-name=${stem} --array=1-${taskCount} --cpus-per-task=1`,
        `npm run --silent ${sweepCommand} --processes 1 --shard auto`,
        "# When all tasks have ended:",
        `# ${fullCommand}`,
      ),
    },
    {
      id: "parallel",
      title: "GNU parallel",
      help: "With --sshloginfile and --workdir, GNU parallel uses several machines that share the folder.",
      lines: joinLines(
        `seq ${taskCount} | parallel --quote npm run --silent ${sweepCommand} --processes 1 --shard {}/${taskCount}`,
        fullCommand,
      ),
    },
  ];
}

const joinLines = (...each: readonly string[]) => each.map((line) => `${line}\n`).join("");

/** A base name for output files: the document's file name, reduced to characters that need no quoting. */
function stemOf(document: string): string {
  const isLink = /[#=]/.test(document);
  const file = isLink ? "" : (document.split(/[\\/]/).at(-1) ?? "").replace(/(\.json)?(\.gz)?$/i, "");
  const stem = file
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return stem === "" ? "sweep" : stem.slice(0, 60);
}

/** A word quoted for a shell. A leading dash would make it an option. */
function shellQuoted(word: string): string {
  const safeWord = word.startsWith("-") ? `./${word}` : word;
  return /^[A-Za-z0-9._/:@%+-]+$/.test(safeWord) ? safeWord : `'${safeWord.replaceAll("'", `'\\''`)}'`;
}
