/** Reports that a search failed because a run was lost, with a button to try again. */
import { Button } from "../ui/Button.tsx";
interface FailedLineProps {
  /** The missing result: “Paths were not found”. */
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
