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

/** One line of a table of fields. */
export interface Field {
  /** With the names of what it stands in: `data.url`; `[]` for each of a list. */
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
}

/** The shapes a value may have, each with its fields; a plain value has one shape without fields. */
export interface Shape {
  readonly kind: string;
  readonly fields: readonly Field[];
}

const plainKinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

/** What a schema allows, in words and as fields. */
export function shapesOf(schema: JsonSchema): readonly Shape[] {
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(
    (choice) => choice.properties !== undefined,
  );
  if (choices !== undefined && choices.length > 0) return choices.flatMap(shapesOf);
  const isList = schema.items !== undefined;
  const { properties } = schema.items ?? schema;
  return [
    {
      kind: kindOf(schema),
      fields: properties === undefined ? [] : fieldsOf(isList ? (schema.items ?? {}) : schema, ''),
    },
  ];
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, above: string): readonly Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name: above + name, kind: kindOf(schema), required: required.includes(name) },
    ...fieldsBelow(schema, above + name),
  ]);
}

function fieldsBelow(schema: JsonSchema, name: string): readonly Field[] {
  if (schema.items !== undefined) return fieldsBelow(schema.items, `${name}[]`);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => fieldsBelow(choice, name));
  return fieldsOf(schema, `${name}.`);
}

/** What one value may be, in words. */
export function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(kindOf))].join(' or ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => kindOf({ ...schema, type })).join(' or ');
  if (schema.items !== undefined) return `list of ${pluralOf(kindOf(schema.items))}`;
  if (typeof schema.type !== 'string') return 'anything';
  return [plainText(schema) ?? plainKinds[schema.type] ?? schema.type, limitsOf(schema)]
    .filter(Boolean)
    .join(', ');
}

function plainText({ type, pattern, format }: JsonSchema): string | undefined {
  if (format === 'binary') return 'file';
  if (type !== 'string' || pattern === undefined) return undefined;
  if (pattern.startsWith('^[0-9a-f]{8}-')) return 'id';
  return pattern.includes(String.raw`\d`) && !pattern.includes('a-z') ? 'number as text' : 'text';
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
