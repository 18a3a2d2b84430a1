import { data, redirect } from 'react-router';
import { partIdIn, partSlug } from '#contract/part-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { noneIfMissing, statusOf } from '#web/api/api-error.ts';
import type { LoadArgs } from '#web/api/context.ts';
import { paths } from '#web/paths.ts';

/** The part at the address of its page; an address with an older name of the part, or another spelling, leads to the one there is. */
export async function loadPartAt(
  api: LoadArgs['api'],
  slug: string,
  url: string,
): Promise<PartDetail> {
  const part = await loadPart(api, partIdIn(slug).toLowerCase());
  if (slug !== partSlug(part)) throw redirect(paths.part(part) + new URL(url).search, 301);
  return part;
}

/**
 * One part with everything about it. One that is sold no more leads to what replaced it, else it throws its data with status 410 for the
 * page of such parts; an unknown one throws the 404 page.
 */
export async function loadPart(api: LoadArgs['api'], id: string): Promise<PartDetail> {
  return api.call('getPart', { params: { id } }).catch(async (error: unknown) => {
    throw statusOf(error) === 404 ? await missing(api, id) : error;
  });
}

async function missing(api: LoadArgs['api'], id: string) {
  const archived = await api.call('getArchivedPart', { params: { id } }).catch(noneIfMissing);
  if (archived === undefined) return data(null, { status: 404 });
  const { replacement } = archived;
  return replacement === null
    ? data(archived, { status: 410 })
    : redirect(paths.part(replacement), 301);
}
