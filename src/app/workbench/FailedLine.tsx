/** Reports that a result could not be computed because a run was lost, with a button to try again. */
import { Button } from "../ui/Button.tsx";
interface FailedLineProps {
  /** The missing result: “The search for paths failed”. */
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
