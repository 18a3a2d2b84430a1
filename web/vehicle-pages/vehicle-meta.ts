import type { MetaArgs, MetaDescriptor } from 'react-router';
import { texts } from '#contract/texts.ts';
import type { VehicleFacts } from '#contract/vehicle-pages.ts';
import { publicMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { stepsData } from '#web/search-engines/steps-data.ts';
import { pageTexts } from './page-texts.ts';
import { addressOf, stepsTo } from './steps-to.ts';

/** What search engines read of a page of vehicles. One that has nothing to show is not listed. */
export function vehicleMeta(matches: MetaArgs['matches'], page: VehicleFacts): MetaDescriptor[] {
  return publicMeta(matches, {
    ...pageTexts(page),
    path: addressOf(page),
    unlisted: page.make === null && page.makes.length === 0,
    data:
      import.meta.env.SSR &&
      ((publicUrl) => [
        stepsData(publicUrl, [
          { name: texts.home, path: paths.start },
          ...stepsTo(page).map(({ name, to }) => ({ name, path: to })),
        ]),
      ]),
  });
}
