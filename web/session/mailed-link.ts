import { paths } from '#web/paths.ts';

/** The page for each kind of mail whose link a hosted service lets lead here. */
const pages = new Map<string | null, string>([
  ['verifyEmail', paths.verifyEmail],
  ['resetPassword', paths.resetPassword],
]);

/**
 * Where the link of a hosted service's mail leads (`?mode=…&oobCode=…`): to the page that acts when a button is pressed, with the
 * code in the fragment, as the links of the shop's own mails have it. Undefined for any other address.
 */
export function mailedLink({ searchParams }: URL): string | undefined {
  const page = pages.get(searchParams.get('mode'));
  const code = searchParams.get('oobCode') ?? '';
  return page !== undefined && /^[\w-]{1,2000}$/.test(code) ? `${page}#token=${code}` : undefined;
}
