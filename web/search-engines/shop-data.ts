import type { Organization, SearchAction, WebSite, WithContext } from 'schema-dts';
import type { Site } from '#contract/site.ts';
import { paths } from '#web/paths.ts';

export const shopName = 'Underhood';

/** What the home page says of the shop: who runs it, and the site with the address that searches it. */
export function shopData(publicUrl: string, contact: Site['contact'] | undefined) {
  return [organizationData(publicUrl, contact), webSiteData(publicUrl)];
}

function organizationData(
  publicUrl: string,
  contact: Site['contact'] | undefined,
): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shopName,
    url: publicUrl + paths.start,
    logo: `${publicUrl}/favicon.svg`,
    ...(contact && {
      email: contact.email,
      telephone: contact.phone,
      address: contact.street,
    }),
  };
}

function webSiteData(publicUrl: string): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shopName,
    url: publicUrl + paths.start,
    potentialAction: search(publicUrl),
  };
}

function search(publicUrl: string): SearchAction {
  const action = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${publicUrl}${paths.parts}?q={search_term_string}`,
    },
    // Google's own word, which schema.org does not list.
    'query-input': 'required name=search_term_string',
  } as const;
  return action;
}
