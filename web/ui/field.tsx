import { useEffect, useId, type ComponentProps, type ReactNode, type RefObject } from 'react';

/** What stands around every control of a form. */
export interface FieldFrame {
  readonly label: string;
  readonly name: string;
  /** The sentence beside the field; without one the field is fine. */
  readonly error?: string | undefined;
  /** Always there, under the field: the rule before the click. */
  readonly help?: ReactNode;
  /** Said while somebody types, and read out; empty where it may come yet. */
  readonly advice?: string;
  /** Says 'optional' after the label. */
  readonly optional?: boolean;
}

/** One line to type, with its label, its help and its error. */
export function Field({
  label,
  name,
  error,
  help,
  advice,
  optional,
  className = '',
  ...input
}: FieldFrame & ComponentProps<'input'>) {
  const { ids, described } = useFieldIds({ error, help, advice });
  return (
    <Frame
      {...{ label, name, error, help, ids }}
      {...(optional && { optional })}
      {...(advice !== undefined && { advice })}
    >
      <input
        id={ids.input}
        name={name}
        className={`input control figures h-11 w-full text-base read-only:bg-base-200 ${className}`}
        aria-invalid={error !== undefined}
        {...described}
        {...input}
      />
    </Frame>
  );
}

/** Several lines to type. */
export function TextArea({
  label,
  name,
  error,
  help,
  optional,
  className = '',
  ...area
}: FieldFrame & ComponentProps<'textarea'>) {
  const { ids, described } = useFieldIds({ error, help });
  return (
    <Frame {...{ label, name, error, help, ids }} {...(optional && { optional })}>
      <textarea
        id={ids.input}
        name={name}
        rows={3}
        className={`textarea control w-full text-base ${className}`}
        aria-invalid={error !== undefined}
        {...described}
        {...area}
      />
    </Frame>
  );
}

/** One of a list of choices. */
export function Select({
  label,
  name,
  error,
  help,
  optional,
  className = '',
  ...select
}: FieldFrame & ComponentProps<'select'>) {
  const { ids, described } = useFieldIds({ error, help });
  return (
    <Frame {...{ label, name, error, help, ids }} {...(optional && { optional })}>
      <select
        id={ids.input}
        name={name}
        // The browser's own arrow: with daisyUI's, a long choice runs across it.
        className={`select control h-11 w-full appearance-auto bg-none pe-1 text-base ${className}`}
        aria-invalid={error !== undefined}
        {...described}
        {...select}
      />
    </Frame>
  );
}

/** A file to choose. Its own value is the file's name, so a `name` is given only where a form sends the file itself. */
export function FileField({
  label,
  name,
  error,
  help,
  optional,
  className = '',
  ...input
}: FieldFrame & ComponentProps<'input'>) {
  const { ids, described } = useFieldIds({ error, help });
  return (
    <Frame {...{ label, name, error, help, ids }} {...(optional && { optional })}>
      <input
        id={ids.input}
        name={name}
        type="file"
        className={`file-input control h-11 w-full text-base ${className}`}
        aria-invalid={error !== undefined}
        {...described}
        {...input}
      />
    </Frame>
  );
}

/** Moves the focus to the first wrong field whenever a new set of errors arrives. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: unknown): void {
  useEffect(() => {
    if (errors !== undefined)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, errors]);
}

interface FieldIds {
  readonly input: string;
  readonly help: string;
  readonly error: string;
  readonly advice: string;
}

function useFieldIds({
  error,
  help,
  advice,
}: {
  error: string | undefined;
  help: ReactNode;
  advice?: string | undefined;
}) {
  const id = useId();
  const ids: FieldIds = {
    input: id,
    help: `${id}help`,
    error: `${id}error`,
    advice: `${id}advice`,
  };
  const there = [
    error !== undefined && ids.error,
    help !== undefined && ids.help,
    Boolean(advice) && ids.advice,
  ];
  const named = there.filter((name) => name !== false).join(' ');
  return { ids, described: named === '' ? {} : { 'aria-describedby': named } };
}

function Frame({
  label,
  error,
  help,
  advice,
  optional,
  ids,
  children,
}: FieldFrame & { readonly ids: FieldIds; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={ids.input} className="text-sm font-semibold">
        {label}
        {optional && <span className="quiet font-normal"> (optional)</span>}
      </label>
      {children}
      {help !== undefined && (
        <p id={ids.help} className="quiet figures text-sm">
          {help}
        </p>
      )}
      {/* Always there, so that it is read out when it comes; empty it takes no room. */}
      {advice !== undefined && (
        <p id={ids.advice} role="status" className="text-warning text-sm font-medium empty:-mt-1.5">
          {advice}
        </p>
      )}
      {error !== undefined && (
        <p id={ids.error} className="text-error text-sm font-medium">
          {error}
        </p>
      )}
    </div>
  );
}
