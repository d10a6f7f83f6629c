/** A button that starts or pauses a playback. */
import { Button, type ButtonProps } from "./Button.tsx";
import { PlayIcon } from "./icons.tsx";

export interface PlayButtonProps extends Omit<ButtonProps, "variant" | "className"> {
  readonly isPlaying: boolean;
}

export function PlayButton({ isPlaying, ...button }: PlayButtonProps) {
  return (
    <Button aria-label={isPlaying ? "Pause" : "Play"} {...button} className="play">
      <PlayIcon isPlaying={isPlaying} />
    </Button>
  );
}
