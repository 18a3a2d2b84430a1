import type { MetaArgs, MetaDescriptor } from 'react-router';
import { previewOf } from '#contract/part-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import type { Review } from '#contract/reviews.ts';
import { valueOf, type Deferred } from '#web/api/defer.ts';
import { publicMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { breadcrumbData, partData } from '#web/search-engines/part-data.ts';

/** What search engines read of a part: reviews that are still being loaded are left out. */
export function partMeta(
  matches: MetaArgs['matches'],
  part: PartDetail,
  reviews: Deferred<{ readonly rows: readonly Review[] }>,
): MetaDescriptor[] {
  const rows = 'ok' in reviews && reviews.ok ? valueOf(reviews).rows : [];
  return publicMeta(matches, {
    title: part.name,
    description: previewOf(part.description),
    path: paths.part(part),
    picture: { image: part.image, alt: part.imageAlt === '' ? part.name : part.imageAlt },
    data:
      import.meta.env.SSR &&
      ((publicUrl) => [partData(publicUrl, part, rows), breadcrumbData(publicUrl, part)]),
  });
}
