import { Icon } from './icon.tsx';

/** Classes of a customer's name in the header. */
export const personName =
  'max-w-36 truncate text-[0.9375rem] font-semibold max-sm:sr-only md:max-xl:sr-only';

/** What the profile menu looks like until it is loaded; the name comes from the page's head (web/session/mark-session.ts). */
export function PersonInSight() {
  return (
    <span className="customers-only" aria-hidden="true">
      <span className="flex min-h-11 items-center gap-2.5 px-2">
        <span className="size-8 rounded-full bg-white/15" />
        <span className={`${personName} before:content-(--person)`} />
        <Icon name="down" className="size-4" />
      </span>
    </span>
  );
}
