import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { Site } from '#contract/site.ts';
import { linkPicture } from '#web/search-engines/link-picture.ts';
import { inJsonLd, type StructuredData } from '#web/search-engines/structured-data.ts';

/** Title and description of a page. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [{ title: `${title} | Underhood` }, { name: 'description', content: description }];
}

/** A page that search engines read and that others link to. */
interface PublicPage {
  readonly title: string;
  readonly description: string;
  /** Its canonical address, from the root. */
  readonly path: string;
  /** It is followed, but not listed: then it has no canonical address, which would say the opposite. */
  readonly unlisted?: boolean;
  /** What is shown beside a link to it; default: the picture of the home page. */
  readonly picture?: { readonly image: string; readonly alt: string } | undefined;
  /** On the server only. */
  readonly data?: ((publicUrl: string) => readonly StructuredData[]) | false;
}

/** Everything that search engines and other sites read of a public page; no addresses without the shop's settings. */
export function publicMeta(matches: MetaArgs['matches'], page: PublicPage): MetaDescriptor[] {
  const { title, description, path, unlisted, picture, data } = page;
  const shown = [
    ...pageMeta(title, description),
    ...(unlisted ? [{ name: 'robots', content: 'noindex,follow' }] : []),
  ];
  const site = siteOf(matches);
  if (site === undefined) return shown;
  return [
    ...shown,
    ...(unlisted ? [] : [{ tagName: 'link', rel: 'canonical', href: site.publicUrl + path }]),
    { property: 'og:site_name', content: 'Underhood' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: site.publicUrl + path },
    ...linkPicture(site.publicUrl, picture),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    // Whoever reads it reads what the server sends: the browser does not load what makes it.
    ...(import.meta.env.SSR && data ? data(site.publicUrl).map(inJsonLd) : []),
  ];
}

/** Title of a private page, which search engines must not index. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | Underhood` }, { name: 'robots', content: 'noindex' }];
}

export function siteOf(matches: MetaArgs['matches']): Site | undefined {
  return (matches[0]?.loaderData as { readonly site?: Site } | undefined)?.site;
}
