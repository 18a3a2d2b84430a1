import type { MetaDescriptor } from 'react-router';
import type { BreadcrumbList, Organization, Product, WebSite, WithContext } from 'schema-dts';

/** A description of something in the words of schema.org, as search engines read it (JSON-LD). */
export type StructuredData = WithContext<BreadcrumbList | Organization | Product | WebSite>;

/** The description as a part of a page's head; the router writes `<`, `>` and `&` in it so that they end no script. */
export function inJsonLd(data: StructuredData): MetaDescriptor {
  return { 'script:ld+json': data as unknown as Record<string, never> };
}
