import { calls, type CallName } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { TestShop } from './harness.ts';

/** The parts of a JSON schema that tests read. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** One operation as the OpenAPI document describes it, and the entry of the contract it comes from. */
export interface Operation {
  readonly name: CallName;
  readonly method: Endpoint['method'];
  /** Below `/api`, with parameters in braces. */
  readonly path: string;
  /** What the document says; undefined when it says nothing. */
  readonly access: Access | undefined;
  readonly statuses: ReadonlySet<number>;
  readonly params: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  readonly body: JsonSchema | undefined;
  readonly call: Endpoint;
}

interface DocumentedOperation {
  readonly operationId: CallName;
  readonly 'x-access'?: Access;
  readonly parameters?: readonly { name: string; in: 'path' | 'query'; schema: JsonSchema }[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, unknown>;
}

/** The parts of the OpenAPI document that tests read. */
export interface ApiDocument {
  readonly paths: Record<string, Record<string, DocumentedOperation>>;
}

/** The document as the shop serves it. */
export async function readDocument(shop: TestShop): Promise<ApiDocument> {
  return (await shop.request('GET', '/api/openapi.json')).body as ApiDocument;
}

/** Every operation of the document, in its order. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => operationOf(path, method, operation)),
  );
}

function operationOf(path: string, method: string, documented: DocumentedOperation): Operation {
  const parametersIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      (documented.parameters ?? [])
        .filter((one) => one.in === place)
        .map(({ name, schema }) => [name, schema]),
    );
  return {
    name: documented.operationId,
    method: method.toUpperCase() as Endpoint['method'],
    path,
    access: documented['x-access'],
    statuses: new Set(Object.keys(documented.responses).map(Number)),
    params: parametersIn('path'),
    query: parametersIn('query'),
    body: documented.requestBody?.content['application/json']?.schema,
    call: calls[documented.operationId],
  };
}
