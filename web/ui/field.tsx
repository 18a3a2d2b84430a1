import { useEffect, useId, type ComponentProps, type ReactNode, type RefObject } from 'react';

/** Props that every field of a form has. */
export interface FieldFrame {
  label: string;
  name: string;
  /** The error text; without one the field is valid. */
  error?: string | undefined;
  /** The help text under the field. */
  help?: ReactNode;
  /** Advice while somebody types, which screen readers announce; empty if it may come later. */
  advice?: string | undefined;
  /** Adds 'optional' to the label. */
  optional?: boolean | undefined;
}

/** A text field with its label, help and error. */
export function Field(props: FieldFrame & ComponentProps<'input'>) {
  const { frame, control } = useControl(props, 'input figures h-11 read-only:bg-base-200');
  return (
    <ControlFrame {...frame}>
      <input {...control} />
    </ControlFrame>
  );
}

/** A text field of several lines. */
export function TextArea(props: FieldFrame & ComponentProps<'textarea'>) {
  const { frame, control } = useControl(props, 'textarea');
  return (
    <ControlFrame {...frame}>
      <textarea rows={3} {...control} />
    </ControlFrame>
  );
}

/** A list of choices. Looks like a text field with the browser's own arrow: daisyUI's select costs each page 700 bytes, and long choices overlap its arrow. */
export function Select(props: FieldFrame & ComponentProps<'select'>) {
  const { frame, control } = useControl(props, 'input h-11 cursor-auto appearance-auto pe-1');
  return (
    <ControlFrame {...frame}>
      <select {...control} />
    </ControlFrame>
  );
}

/** A file field. Give it a `name` only if the form sends the file itself. */
export function FileField(props: FieldFrame & ComponentProps<'input'>) {
  const { frame, control } = useControl(
    props,
    'input h-11 cursor-pointer ps-0 file:me-3 file:h-full file:cursor-pointer file:bg-base-300 file:px-4 file:font-semibold',
  );
  return (
    <ControlFrame {...frame}>
      <input type="file" {...control} />
    </ControlFrame>
  );
}

/** Moves the focus to the first invalid field whenever there are new errors. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: unknown): void {
  useEffect(() => {
    if (errors !== undefined)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [form, errors]);
}

/** Splits the props of a field into those of its frame and the attributes of its control. */
export function useControl<Props extends FieldFrame & { readonly className?: string | undefined }>(
  props: Props,
  look: string,
) {
  const { label, error, help, advice, optional, className = '', ...own } = props;
  const id = useId();
  const describedBy = [
    error !== undefined && `${id}error`,
    help !== undefined && `${id}help`,
    Boolean(advice) && `${id}advice`,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    frame: { id, label, error, help, advice, optional },
    control: {
      id,
      className: `control w-full text-base ${look} ${className}`,
      'aria-invalid': error !== undefined,
      ...(describedBy !== '' && { 'aria-describedby': describedBy }),
      ...own,
    },
  };
}

/** The label, the help and the error around a control. */
export function ControlFrame(
  props: Omit<FieldFrame, 'name'> & { id: string; children: ReactNode },
) {
  const { id, label, error, help, advice, optional, children } = props;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional && <span className="quiet font-normal"> (optional)</span>}
      </label>
      {children}
      {help !== undefined && (
        <p id={`${id}help`} className="quiet figures text-sm">
          {help}
        </p>
      )}
      {/* Always rendered, so that screen readers announce it; when empty it takes no space. */}
      {advice !== undefined && (
        <p
          id={`${id}advice`}
          role="status"
          className="text-warning text-sm font-semibold empty:-mt-1.5"
        >
          {advice}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}error`} className="text-error text-sm font-semibold">
          {error}
        </p>
      )}
    </div>
  );
}
