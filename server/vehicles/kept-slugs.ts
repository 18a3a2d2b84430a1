import { vehicleSlug } from '#contract/vehicle-slug.ts';

/** More than a catalogue has makes and models. */
const most = 5000;

let slugs = new Map<string, string>();

/** What `vehicleSlug` makes of a name: a page of vehicles has dozens of them, and the next page the same. */
export function slugOf(name: string): string {
  const kept = slugs.get(name);
  if (kept !== undefined) return kept;
  const slug = vehicleSlug(name);
  if (slugs.size >= most) slugs = new Map();
  slugs.set(name, slug);
  return slug;
}
