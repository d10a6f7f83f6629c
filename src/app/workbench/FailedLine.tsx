/** Reports that a search failed because a run was lost, with a button to try again. */
import { Button } from "../ui/Button.tsx";
interface FailedLineProps {
  /** The missing result: “Paths were not found”. */
  readonly failure: string;
  /** The error, as the end of a sentence. */
  readonly error: string;
  readonly onRetry: () => void;
}

export function FailedLine({ failure, error, onRetry }: FailedLineProps) {
  return (
    <p className="muted" role="alert">
      {failure}: {error}.{" "}
      <Button variant="inline" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
