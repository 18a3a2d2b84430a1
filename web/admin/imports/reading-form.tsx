import type { Import } from '#contract/imports.ts';
import { Select } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { ImportOutcome } from './import-actions.ts';

const delimiters = { ',': 'Comma  ,', ';': 'Semicolon  ;', '\t': 'Tab' } as const;
const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252 (Western European)',
} as const;

/** How the file was read, and the way to read it otherwise: for umlauts that look wrong, or a single column that should be ten. */
export function ReadingForm({ found }: { found: Import }) {
  const { Form, attributes, pending, outcome } = useForm<ImportOutcome>();
  if (found.format === 'xlsx' && found.sheets.length < 2) return null;
  return (
    <details className="rounded-box border-base-300 bg-base-100 border">
      <summary className="cursor-pointer px-4 py-3 text-sm">
        <span className="font-semibold">How the file is read</span>
        <span className="quiet">{` ${readingInWords(found)}`}</span>
      </summary>
      <Form
        {...attributes}
        aria-label="How the file is read"
        className="border-base-300 flex flex-col gap-4 border-t p-4"
      >
        <input type="hidden" name="step" value="read" />
        <div className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
          {found.format === 'csv' ? (
            <>
              <Choice
                label="Columns are separated by"
                name="delimiter"
                value={found.delimiter ?? ','}
                options={delimiters}
              />
              <Choice
                label="Encoding"
                name="encoding"
                value={found.encoding}
                options={encodings}
                help={found.encodingGuessed ? 'Guessed from the first rows' : undefined}
              />
            </>
          ) : (
            <Choice
              label="Sheet"
              name="sheet"
              value={found.sheet ?? ''}
              options={Object.fromEntries(found.sheets.map((sheet) => [sheet, sheet]))}
            />
          )}
        </div>
        <p className="quiet text-sm">
          The columns are guessed anew; what you chose below is chosen again.
        </p>
        <FormEnd button="Read it again" look="plain" pending={pending} outcome={outcome} />
      </Form>
    </details>
  );
}

function Choice(props: {
  label: string;
  name: string;
  value: string;
  options: Readonly<Record<string, string>>;
  help?: string | undefined;
}) {
  const { options, value, help } = props;
  const isListed = Object.hasOwn(options, value);
  return (
    <Select
      label={props.label}
      name={props.name}
      defaultValue={value}
      {...(help !== undefined && { help })}
    >
      {!isListed && <option value={value}>{value}</option>}
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** 'Semicolon, UTF-8' or 'Sheet 1'. */
function readingInWords({ format, delimiter, encoding, sheet }: Import): string {
  if (format === 'xlsx') return `sheet “${sheet ?? ''}”`;
  const words = delimiters[delimiter as keyof typeof delimiters] ?? `“${delimiter ?? ''}”`;
  const known = encodings[encoding as keyof typeof encodings] ?? encoding;
  return `${words.split(' ')[0]?.toLowerCase() ?? ''}, ${known}`;
}
