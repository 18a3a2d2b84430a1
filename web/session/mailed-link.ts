import type { Site } from '#contract/site.ts';
import { paths } from '#web/paths.ts';

/** The page for each kind of mail whose link a hosted service lets lead here. */
const pages = new Map<string | null, string>([
  ['verifyEmail', paths.verifyEmail],
  ['resetPassword', paths.resetPassword],
]);

/**
 * Where the link of a hosted service's mail leads (`?mode=…&oobCode=…`): to the page that acts when a button is pressed, with the
 * code in the fragment, as the links of the shop's own mails have it. The mail by which somebody undoes a change of address leads on to
 * the service's own page; no other does, because that page would confirm an address for whoever registered it. Undefined for any
 * other address.
 */
export async function mailedLink(
  { searchParams }: URL,
  service: () => Promise<Site['identity']>,
): Promise<string | undefined> {
  const mode = searchParams.get('mode');
  const oobCode = searchParams.get('oobCode') ?? '';
  if (!/^[\w-]{1,2000}$/.test(oobCode)) return undefined;
  if (mode === 'recoverEmail') return undoLink(await service(), { mode, oobCode });
  const page = pages.get(mode);
  return page && `${page}#token=${oobCode}`;
}

function undoLink(
  identity: Site['identity'],
  link: { readonly mode: string; readonly oobCode: string },
): string | undefined {
  if (identity.provider !== 'firebase') return undefined;
  const { authDomain, apiKey } = identity;
  const query = new URLSearchParams({ ...link, apiKey, lang: 'en' });
  return `https://${authDomain}/__/auth/action?${query.toString()}`;
}
