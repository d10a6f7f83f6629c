/** The frame of a form field: its label, a line of help, and what is wrong with its value. */
import "./field.css";
import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

/** What connects a control with the texts around it. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

export interface FieldProps {
  readonly label: ReactNode;
  /** Whether the label is seen elsewhere, and only said here. */
  readonly isLabelHidden?: boolean;
  readonly description?: ReactNode;
  /** What is wrong with the value; null while it is in order. */
  readonly fault?: ReactNode;
  readonly className?: string;
  /** The control of the field, which takes what connects it. */
  readonly children: (control: FieldControl) => ReactNode;
}

export function FormField({ label, isLabelHidden = false, description = null, fault = null, className, children }: FieldProps) {
  const id = useId();
  const [descriptionId, faultId] = [`${id}-description`, `${id}-fault`];
  const isFaulty = fault !== null;
  return (
    <div className={classNames("field", className)} data-faulty={isFaulty || undefined}>
      <label className={isLabelHidden ? "visually-hidden" : "field-label"} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": classNames(description === null ? undefined : descriptionId, isFaulty ? faultId : undefined),
        "aria-invalid": isFaulty,
      })}
      {description !== null && (
        <div className="field-help" id={descriptionId}>
          {description}
        </div>
      )}
      {isFaulty && (
        <div className="field-fault" id={faultId} role="alert">
          {fault}
        </div>
      )}
    </div>
  );
}
