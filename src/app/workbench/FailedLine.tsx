/** That something could not be found because a run was lost, and the way to try again. */
import { Button } from "../ui/Button.tsx";
interface FailedLineProps {
  /** What was looked for: “Paths were not found”. */
  readonly what: string;
  /** The error, as the end of a sentence. */
  readonly words: string;
  readonly onAgain: () => void;
}

export function FailedLine({ what, words, onAgain }: FailedLineProps) {
  return (
    <p className="muted" role="alert">
      {what}: {words}.{" "}
      <Button variant="inline" onClick={onAgain}>
        Try again
      </Button>
    </p>
  );
}
