import type { JsonSchema, Operation } from '#test/documented-operations.ts';
import type { SampleRequest } from '#test/sample-requests.ts';

/** A place in a request for a value. */
export interface Place {
  readonly in: 'params' | 'query' | 'body';
  /** The property path; one name except for nested objects in the body. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** All places of an operation's request, by its schemas. */
export function placesOf({ params, query, body }: Operation): Place[] {
  return [
    ...placesIn('params', { properties: params }),
    ...placesIn('query', { properties: query }),
    ...placesIn('body', body ?? {}),
  ];
}

function placesIn(where: Place['in'], schema: JsonSchema, above: readonly string[] = []): Place[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, itsSchema]) => {
    const path = [...above, name];
    const place: Place = { in: where, path, schema: itsSchema };
    return [place, ...placesIn(where, itsSchema, path)];
  });
}

/** The same request with another value in one place; undefined removes it. */
export function withValue(request: SampleRequest, place: Place, value: unknown): SampleRequest {
  if (place.in === 'body')
    return {
      ...request,
      body: replaced(request.body, place.path, value) as Record<string, unknown>,
    };
  const [name = ''] = place.path;
  const { [name]: _, ...others } = request[place.in] ?? {};
  return {
    ...request,
    [place.in]: value === undefined ? others : { ...others, [name]: String(value) },
  };
}

/** The value at a place of the body. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, name) => (isObject(inner) ? inner[name] : undefined), body);
}

function replaced(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = isObject(body) ? body : {};
  return { ...inner, [name]: rest.length === 0 ? value : replaced(inner[name], rest, value) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
