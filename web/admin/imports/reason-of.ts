import type { ApiError } from '#web/api/api-error.ts';

/** Why a file was refused: what is wrong with this one, and where; without that the shop's sentence. */
export function reasonOf({ message, body }: Pick<ApiError, 'message' | 'body'>): string {
  const { reason, row } = body;
  if (typeof reason !== 'string' || reason === '') return message;
  return typeof row === 'number' ? `${reason} (row ${row})` : reason;
}
