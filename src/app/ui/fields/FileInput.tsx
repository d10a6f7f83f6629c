/** A hidden file input, opened by a button or by a menu that may be unmounted meanwhile. */
import { type RefObject, useEffect } from "react";

export interface FileInputProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** Whether to choose a folder with all its files. */
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * A hidden file input, opened by a visible button through the reference `field`. It calls `onFiles` with the chosen files, or with all
 * files of the chosen folder.
 */
export function FileInput({ field, label, isFolder = false, onFiles }: FileInputProps) {
  useEffect(() => void field.current?.toggleAttribute("webkitdirectory", isFolder), [field, isFolder]);
  return (
    <input
      ref={field}
      type="file"
      multiple
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        if (files.length > 0) onFiles(files);
        // Clear the input, so that the same file can be chosen again.
        target.value = "";
      }}
    />
  );
}
