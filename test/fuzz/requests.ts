import fc from 'fast-check';
import type { Operation } from '#test/documented-operations.ts';
import {
  brokenBodies,
  brokenForms,
  brokenHeaders,
  brokenPaths,
  brokenQueries,
} from './malformed-requests.ts';
import { goodValue } from './good-values.ts';
import {
  crucialCursors,
  crucialJson,
  crucialTexts,
  naughtyCursors,
  naughtyJson,
  naughtyTexts,
} from './naughty-values.ts';
import { placesOf, withValue, type Place } from './places.ts';
import { addressOf, payloadOf, type SampleRequest } from '#test/sample-requests.ts';

/** How far from the schema a request is. */
export type Kind = 'valid' | 'near' | 'wild' | 'broken';

/** A request as it goes out. */
export interface FuzzRequest {
  readonly kind: Kind;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  /** The path may not be the operation's. */
  readonly astray?: true;
  /** A valid request's values, for comparison with what is stored. */
  readonly says?: SampleRequest;
}

/** A request of a kind, derived from a sample that would succeed. */
export function makeRequest(
  operation: Operation,
  sample: SampleRequest,
  { kind, seed }: { kind: Kind; seed: number },
): FuzzRequest {
  if (kind === 'broken') return one(broken(operation, encoded(operation, sample, 'broken')), seed);
  const arbitrary = { valid, near, wild }[kind](operation, sample);
  const says = one(arbitrary, seed);
  return { ...encoded(operation, says, kind), ...(kind === 'valid' && { says }) };
}

/** The sample with one value in one place. */
export function placed(
  operation: Operation,
  sample: SampleRequest,
  at: { place: Place; value: unknown },
): FuzzRequest {
  return encoded(operation, withValue(sample, at.place, at.value), 'near');
}

/** The texts and values worth trying in a place. */
export function naughtyFor(place: Place, which: 'all' | 'crucial'): readonly unknown[] {
  const [texts, json, cursors] =
    which === 'all'
      ? [naughtyTexts, naughtyJson, naughtyCursors]
      : [crucialTexts, crucialJson, crucialCursors];
  if (place.path.at(-1) === 'cursor') return [...texts, ...cursors];
  return place.in === 'body' ? [...texts, ...json] : texts;
}

function one<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  return fc.sample(arbitrary, { numRuns: 1, seed })[0] as T;
}

function encoded({ path }: Operation, request: SampleRequest, kind: Kind): FuzzRequest {
  const body = payloadOf(request);
  return {
    kind,
    url: addressOf(path, wellFormed(request)),
    headers: { ...request.headers, ...(body && { 'content-type': body.type }) },
    ...(body && { payload: body.payload }),
  };
}

/** Replaces lone surrogates in the URL, which cannot contain them; bodies can. */
function wellFormed(request: SampleRequest): SampleRequest {
  const all = (values: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toWellFormed()]));
  return { ...request, params: all(request.params), query: all(request.query) };
}

function valid(operation: Operation, sample: SampleRequest): fc.Arbitrary<SampleRequest> {
  const varied = placesOf(operation).flatMap((place) => {
    const value = goodValue(operation.name, place);
    return value === undefined
      ? []
      : [
          fc.option(
            value.map((good) => ({ place, good })),
            { nil: undefined },
          ),
        ];
  });
  return fc
    .tuple(...varied)
    .map((choices) =>
      choices.reduce<SampleRequest>(
        (request, choice) =>
          choice === undefined ? request : withValue(request, choice.place, choice.good),
        sample,
      ),
    );
}

const anyText = fc.oneof(
  fc.constantFrom(...naughtyTexts),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme' }),
);

function near(operation: Operation, sample: SampleRequest): fc.Arbitrary<SampleRequest> {
  const places = placesOf(operation);
  if (places.length === 0) return wild(operation, sample);
  return fc
    .constantFrom(...places)
    .chain((place) =>
      fc
        .oneof(
          fc.constant(undefined),
          fc.constantFrom(...naughtyFor(place, 'all')),
          anyText,
          place.in === 'body' ? fc.jsonValue() : fc.double().map(String),
        )
        .map((value) => withValue(sample, place, value)),
    );
}

function wild(operation: Operation, sample: SampleRequest): fc.Arbitrary<SampleRequest> {
  const names = fc.oneof(
    anyText,
    fc.constantFrom('limit', 'q', 'email', 'id', 'role', '_id', 'price', 'quantity', '__proto__'),
  );
  return fc
    .record({
      params: fc.dictionary(fc.constantFrom(...Object.keys(operation.params), 'id'), anyText),
      query: fc.dictionary(names, anyText, { maxKeys: 5 }),
      body: fc.oneof(
        fc.dictionary(names, fc.jsonValue(), { maxKeys: 8 }),
        fc.jsonValue() as fc.Arbitrary<Record<string, unknown>>,
      ),
      keepParams: fc.boolean(),
    })
    .map(({ params, query, body, keepParams }) => ({
      params: keepParams ? (sample.params ?? {}) : { ...sample.params, ...params },
      query,
      ...(operation.method === 'GET' ? {} : { body }),
      ...(sample.headers && { headers: sample.headers }),
    }));
}

/** The sample with a malformed body, form, path or headers. */
function broken(operation: Operation, whole: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const variants: FuzzRequest[] = [
    ...brokenPaths(operation.path).map((url): FuzzRequest => ({ ...whole, url, astray: true })),
    ...brokenQueries.map((query) => ({
      ...whole,
      url: `${whole.url}${whole.url.includes('?') ? '&' : '?'}${query}`,
    })),
    ...brokenHeaders.map((headers) => ({ ...whole, headers: { ...whole.headers, ...headers } })),
  ];
  const bodies =
    operation.call.upload === undefined ? brokenBodies(whole.payload) : brokenForms(whole);
  // Paths and headers are handled alike everywhere, bodies by each call.
  return operation.method === 'GET'
    ? fc.constantFrom(...variants)
    : fc.oneof(fc.constantFrom(...variants), {
        weight: 3,
        arbitrary: fc.constantFrom(...bodies.map((body) => ({ ...whole, ...body }))),
      });
}
