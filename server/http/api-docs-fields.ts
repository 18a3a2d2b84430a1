import { type Html, html } from './html.ts';

/** As much of JSON Schema as the document of the calls uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const plainKinds: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

/** The fields below a value, as a list for each of the shapes that it may have; nothing for a plain value. */
export function fieldsOf(schema: JsonSchema): readonly Html[] {
  if (schema.items !== undefined) return fieldsOf(schema.items);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return choices.flatMap(fieldsOf).map((list, place) => html`${place > 0 && ' or '}${list}`);
  const fields = Object.entries(schema.properties ?? {}).map(([name, value]) =>
    fieldOf(name, value, schema.required?.includes(name) ?? false),
  );
  return fields.length > 0
    ? [
        html`<ul>
          ${fields}
        </ul>`,
      ]
    : [];
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): Html {
  return html`<li>
    <code>${name}</code> ${kindOf(schema)}${!required && html` <i>may be absent</i>`}
    ${fieldsOf(schema)}
  </li>`;
}

/** What one value may be, in words. */
export function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const { type } = schema;
  const choices =
    schema.anyOf ??
    schema.oneOf ??
    (typeof type === 'object' ? type.map((one) => ({ ...schema, type: one })) : undefined);
  if (choices !== undefined) return [...new Set(choices.map(kindOf))].join(' or ');
  if (schema.items !== undefined) return `list of ${pluralOf(kindOf(schema.items))}`;
  if (typeof type !== 'string') return 'anything';
  return [specialText(schema) ?? plainKinds[type] ?? type, limitsOf(schema)]
    .filter(Boolean)
    .join(', ');
}

function specialText({ type, pattern, format }: JsonSchema): string | undefined {
  if (format === 'binary') return 'file';
  if (type !== 'string' || pattern === undefined) return undefined;
  if (pattern.startsWith('^[0-9a-f]{8}-')) return 'id';
  return pattern.includes(String.raw`\d`) && !pattern.includes('a-z')
    ? 'number as text'
    : undefined;
}

function limitsOf({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  if (minLength !== undefined) return `at least ${minLength} characters`;
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${minimum} to ${maximum}`;
  return minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `at least ${minimum}` : '';
}

function pluralOf(kind: string): string {
  return /^(?:text|id|number|object|whole number)$/.test(kind) ? `${kind}s` : kind;
}
