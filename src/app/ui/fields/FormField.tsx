/** The frame of a form field: label, help text and error. */
import "./field.css";
import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

/** Attributes that connect a control with its texts. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

export interface FormFieldProps {
  readonly label: ReactNode;
  /** Whether the label is only for assistive technology, because it is visible elsewhere. */
  readonly isLabelHidden?: boolean;
  readonly description?: ReactNode;
  /** The error of the value; null if it is valid. */
  readonly fault?: ReactNode;
  readonly className?: string;
  /** Renders the control with these attributes. */
  readonly children: (control: FieldControl) => ReactNode;
}

/**
 * Layout of a form field: its label, its control, a help text and an error message. `children` renders the control with the attributes that
 * connect it to these texts for screen readers.
 */
export function FormField({ label, isLabelHidden = false, description = null, fault = null, className, children }: FormFieldProps) {
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
