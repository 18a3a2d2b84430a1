import type { JsonSchema, Operation } from '#test/documented-operations.ts';
import type { SampleRequest } from '#test/sample-requests.ts';

/** One place of a request that a value can stand in. */
export interface Place {
  readonly in: 'params' | 'query' | 'body';
  /** From the outside in; one name, but for objects within the body. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** Every place of an operation's request, as its schemas name them. */
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

/** The same request with another value in one place; undefined takes the place away. */
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

/** What stands in a place of the body. */
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
