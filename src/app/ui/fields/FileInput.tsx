/** What asks for files: unseen, and clicked by a button or a menu that may be gone meanwhile. */
import { type RefObject, useEffect } from "react";

export interface FileInputProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** Whether a folder is chosen, with all that is in it. */
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

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
        // The same file may be chosen again.
        target.value = "";
      }}
    />
  );
}
