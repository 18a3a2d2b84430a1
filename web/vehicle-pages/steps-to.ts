import type { VehicleFacts } from '#contract/vehicle-pages.ts';
import { paths } from '#web/paths.ts';
import type { Step } from '#web/ui/breadcrumbs.tsx';

/** From all vehicles to this page, which is the last. */
export function stepsTo({ make, model, year, category }: VehicleFacts): Step[] {
  const named = [
    make,
    model,
    year === null ? null : { name: String(year), slug: String(year) },
    category,
  ].filter((one) => one !== null);
  const slugs = named.map(({ slug }) => slug);
  return [
    { name: 'Vehicles', to: paths.ofVehicle() },
    ...named.map(({ name }, at) => ({ name, to: paths.ofVehicle(...slugs.slice(0, at + 1)) })),
  ];
}

/** The address of the page. */
export function addressOf(page: VehicleFacts): string {
  return stepsTo(page).at(-1)?.to ?? paths.ofVehicle();
}
