import { useEffect, useId, type ComponentProps, type ReactNode, type RefObject } from 'react';

/** What stands around every control of a form. */
interface FieldFrame {
  label: string;
  name: string;
  /** The sentence beside the field; without one the field is fine. */
  error?: string | undefined;
  /** Always there, under the field: the rule before the click. */
  help?: ReactNode;
  /** Said while somebody types, and read out; empty where it may come yet. */
  advice?: string | undefined;
  /** Says 'optional' after the label. */
  optional?: boolean | undefined;
}

/** One line to type, with its label, its help and its error. */
export function Field(props: FieldFrame & ComponentProps<'input'>) {
  const { frame, control } = useControl(props, 'input figures h-11 read-only:bg-base-200');
  return (
    <ControlFrame {...frame}>
      <input {...control} />
    </ControlFrame>
  );
}

/** Several lines to type. */
export function TextArea(props: FieldFrame & ComponentProps<'textarea'>) {
  const { frame, control } = useControl(props, 'textarea');
  return (
    <ControlFrame {...frame}>
      <textarea rows={3} {...control} />
    </ControlFrame>
  );
}

/** One of a list of choices, with the browser's own arrow: with daisyUI's, a long choice runs across it. */
export function Select(props: FieldFrame & ComponentProps<'select'>) {
  const { frame, control } = useControl(props, 'select h-11 appearance-auto bg-none pe-1');
  return (
    <ControlFrame {...frame}>
      <select {...control} />
    </ControlFrame>
  );
}

/** A file to choose. Its own value is the file's name, so a `name` is given only where a form sends the file itself. */
export function FileField(props: FieldFrame & ComponentProps<'input'>) {
  const { frame, control } = useControl(props, 'file-input h-11');
  return (
    <ControlFrame {...frame}>
      <input type="file" {...control} />
    </ControlFrame>
  );
}

/** Moves the focus to the first wrong field whenever a new set of errors arrives. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: unknown): void {
  useEffect(() => {
    if (errors !== undefined)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
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
      {/* Always there, so that it is read out when it comes; empty it takes no room. */}
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
