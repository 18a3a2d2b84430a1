import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { Site } from '#contract/site.ts';

/** Title and description of a page. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [{ title: `${title} | Underhood` }, { name: 'description', content: description }];
}

/** The canonical address of a page. */
export function canonicalMeta(matches: MetaArgs['matches'], path: string): MetaDescriptor[] {
  const site = (matches[0]?.loaderData as { readonly site?: Site } | undefined)?.site;
  return site ? [{ tagName: 'link', rel: 'canonical', href: site.publicUrl + path }] : [];
}

/** Title of a private page, which search engines must not index. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | Underhood` }, { name: 'robots', content: 'noindex' }];
}
