import { data } from 'react-router';
import type { PartDetail } from '#contract/parts.ts';
import { statusOf } from '#web/api/api-error.ts';
import type { LoadArgs } from '#web/api/context.ts';

/** One part with everything about it; an unknown one throws the 404 page. */
export async function loadPart(api: LoadArgs['api'], id: string): Promise<PartDetail> {
  return api.call('getPart', { params: { id } }).catch((error: unknown) => {
    throw statusOf(error) === 404 ? data(null, { status: 404 }) : error;
  });
}
