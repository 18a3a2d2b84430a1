import * as z from 'zod/mini';
import { calls, type CallName } from '#contract/api.ts';
import { refusalOf, type Endpoint } from '#contract/endpoint.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { pictureType, sheetType } from './file-types.ts';
import type { JsonSchema } from './api-docs-fields.ts';

/** Refusals that come from a call's access and input, not from its handler. */
function generalErrors(call: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['bad_request', 'too_many_requests', 'internal', 'unavailable'];
  if (!['open', 'link'].includes(call.access)) codes.push('sign_in_required');
  if (!['open', 'link', 'session'].includes(call.access)) codes.push('session_expired');
  if (call.access === 'admin' || call.access === 'self' || call.access === 'owner')
    codes.push('not_allowed');
  if (!call.invalid && (call.body ?? call.query ?? call.params)) codes.push('invalid_input');
  if (call.params) codes.push(call.missing ?? 'not_found');
  // Bodies are read even for calls that take none.
  if (call.method !== 'GET') codes.push('too_large', 'unsupported_media_type');
  return codes;
}

/** The OpenAPI 3.1 document of the calls that are served. */
export function openApiDocument(served: readonly CallName[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of served) {
    const call: Endpoint = calls[name];
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Underhood',
      version: '1',
      description: 'The calls of the shop. Money is in US dollars.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token that PUT /users/{email} answers after a sign-in.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'identity.session_token',
          description:
            'The session cookie of the identity service; on https its name begins with `__Secure-`.',
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message'],
          properties: { error: { enum: Object.keys(errors) }, message: { type: 'string' } },
        },
      },
    },
  };
}

function operation(name: CallName, call: Endpoint): Record<string, unknown> {
  const parameters = [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')];
  return {
    operationId: name,
    summary: call.summary,
    'x-access': call.access,
    ...securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: { required: true, content: bodyOf(call) } } : {}),
    responses: {
      [call.status ?? 200]: {
        description: 'Done.',
        content: contentOf(call),
      },
      ...refusals(call),
    },
  };
}

function contentOf({ sheet, picture, csv, answer }: Endpoint): Record<string, unknown> {
  if (sheet || picture)
    return { [sheet ? sheetType : pictureType]: { schema: { type: 'string', format: 'binary' } } };
  return csv ? { 'text/csv': { schema: { type: 'string' } } } : json(schemaOf(answer, 'output'));
}

function securityOf({ access }: Endpoint) {
  if (access === 'open') return {};
  if (access === 'session') return { security: [{ session: [] }] };
  return { security: access === 'link' ? [{}, { bearer: [] }] : [{ bearer: [] }] };
}

/** Every refusal a call may give. */
export function refusalsOf(call: Endpoint): ReadonlySet<ErrorCode> {
  return new Set([
    ...(call.missing ? [call.missing] : []),
    ...(call.errors ?? []),
    ...generalErrors(call),
  ]);
}

function refusals(call: Endpoint): Record<string, unknown> {
  const byStatus = Map.groupBy(refusalsOf(call), (code) => refusalOf(call, code)[0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${refusalOf(call, code)[1]}`).join('\n'),
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, itsSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: itsSchema,
  }));
}

/** What a schema takes or answers, as JSON Schema. */
export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

/** What a call takes as its body: JSON, or a form with one file, sometimes two. */
export function bodySchemaOf({ body, upload, secondUpload }: Endpoint): JsonSchema {
  if (upload === undefined) return body ? schemaOf(body, 'input') : {};
  return {
    type: 'object',
    properties: Object.fromEntries(
      [upload, ...(secondUpload === undefined ? [] : [secondUpload])].map((field) => [
        field,
        { type: 'string', format: 'binary' },
      ]),
    ),
    required: [upload],
  };
}

function bodyOf(call: Endpoint): Record<string, unknown> {
  const schema = bodySchemaOf(call);
  return call.upload === undefined ? json(schema) : { 'multipart/form-data': { schema } };
}

function json(schema: unknown): Record<string, unknown> {
  return { 'application/json': { schema } };
}
