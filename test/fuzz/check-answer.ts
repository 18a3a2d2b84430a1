import { csvType, pictureType, sheetType } from '#server/http/file-types.ts';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { refusalOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Operation } from '#test/documented-operations.ts';
import type { FuzzRequest } from './requests.ts';

/** An answer as it came. */
export interface RawAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Internal details that no answer may contain: stack traces, SQL, files, engines. */
const internals =
  /\bat [\w.<>]+ \(|node_modules|\.[jt]s:\d|\/(?:home|tmp|usr|root|var|work)\/|\b(?:select|insert into|update|delete from) .*\b(?:from|set|values|where)\b|SQLSTATE|violates|syntax error|relation "|invalid byte|TypeError|RangeError|SyntaxError|undefined is not|Cannot read|PGlite|kysely|zod|fastify|FST_|ECONN/i;

/** Statuses for broken paths, which may reach another operation or none. */
const astray: readonly number[] = [400, 404, 405, 413, 415];

/** The faults of an answer, compared with the OpenAPI document. */
export function faultsIn(operation: Operation, request: FuzzRequest, answer: RawAnswer): string[] {
  const { statusCode } = answer;
  if (statusCode >= 500) return [`status ${statusCode}: ${answer.body.slice(0, 200)}`];
  if (statusCode === 304)
    return operation.call.cacheable && answer.body === '' ? [] : ['304 where nothing is cached'];
  if (isFile(operation) && statusCode < 300) return faultsInFile(operation, answer);
  const body = parsed(answer);
  if (body === undefined)
    return [
      `${statusCode} with a body that is no JSON object or list: ${answer.body.slice(0, 120)}`,
    ];
  return statusCode < 300
    ? faultsInAnswer(operation, statusCode, body)
    : faultsInRefusal(operation, request, { statusCode, body });
}

/** Whether its answer is the file of a list, or a picture. */
export function isFile({ call }: Operation): boolean {
  return call.csv === true || call.sheet === true || call.picture === true;
}

/** A file has at least its heads; a sheet is a zip archive, a picture WebP. */
function faultsInFile({ name, call }: Operation, { headers, body }: RawAnswer): string[] {
  const [type, begin] = call.sheet
    ? [sheetType, /^PK\x03\x04/]
    : call.picture
      ? [pictureType, /^RIFF/]
      : [csvType, /^\uFEFF[A-Z].*\r\n/];
  return headers['content-type'] === type && begin.test(body)
    ? []
    : [`no ${type} file of ${name}: ${body.slice(0, 200)}`];
}

function parsed({ headers, body }: RawAnswer): object | undefined {
  if (!String(headers['content-type']).startsWith('application/json')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function faultsInAnswer({ call, statuses }: Operation, status: number, body: object): string[] {
  const checked = z.safeParse(call.answer, body);
  return [
    ...(statuses.has(status) ? [] : [`undocumented status ${status}`]),
    ...(checked.success && isDeepStrictEqual(checked.data, body)
      ? []
      : [`the answer does not match its schema: ${JSON.stringify(body).slice(0, 200)}`]),
  ];
}

function faultsInRefusal(
  { call, statuses }: Operation,
  request: FuzzRequest,
  { statusCode, body }: { statusCode: number; body: object },
): string[] {
  const {
    error,
    message,
    issues = [],
    ...rest
  } = body as {
    error?: ErrorCode;
    message?: string;
    issues?: { field: string; message: string }[];
  };
  const [status, sentence] = (error === undefined ? undefined : refusalOf(call, error)) ?? [];
  const strayed = request.astray === true && astray.includes(statusCode);
  const faults: string[] = [];
  if (status !== statusCode || sentence !== message)
    faults.push(
      `${statusCode} is not told as the list of errors does: ${JSON.stringify(body).slice(0, 200)}`,
    );
  if (!statuses.has(statusCode) && !strayed)
    faults.push(`undocumented status ${statusCode} ${error}`);
  if (!strayed && !isDeepStrictEqual({ ...rest, ...call.refused }, rest))
    faults.push(`without its falsy fields: ${JSON.stringify(body).slice(0, 200)}`);
  if (issues.some((issue) => internals.test(issue.message)))
    faults.push(`tells internals: ${JSON.stringify(issues).slice(0, 200)}`);
  return faults;
}
