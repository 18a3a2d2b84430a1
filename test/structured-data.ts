import * as z from 'zod/mini';

// The properties of schema.org that the shop uses, with those that Google requires of a product, a merchant's offer, breadcrumbs and a
// site (developers.google.com/search/docs/appearance/structured-data). Strict, so that a mistyped property is found.

const url = z.url({ protocol: /^https?$/ });
const text = z.string().check(z.minLength(1));
const count = z.int().check(z.minimum(1));
const pieces = z.strictObject({
  '@type': z.literal('QuantitativeValue'),
  value: z.optional(count),
  minValue: z.optional(count),
  unitCode: z.literal('C62'),
});
const price = z.string().check(z.regex(/^\d+\.\d{2}$/));
const scale = { worstRating: z.literal(1), bestRating: z.literal(5) };
const grade = z.number().check(z.minimum(1), z.maximum(5));

const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  url,
  priceCurrency: z.literal('USD'),
  price,
  priceSpecification: z.strictObject({
    '@type': z.literal('UnitPriceSpecification'),
    priceCurrency: z.literal('USD'),
    price,
    referenceQuantity: pieces,
  }),
  eligibleQuantity: pieces,
  availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
  seller: z.strictObject({ '@type': z.literal('Organization'), name: text }),
});

const Review = z.strictObject({
  '@type': z.literal('Review'),
  author: z.strictObject({ '@type': z.literal('Person'), name: text }),
  datePublished: z.iso.datetime(),
  reviewRating: z.strictObject({ '@type': z.literal('Rating'), ratingValue: grade, ...scale }),
  reviewBody: text,
});

const context = z.literal('https://schema.org');

const Product = z.strictObject({
  '@context': context,
  '@type': z.literal('Product'),
  name: text.check(z.maxLength(150)),
  description: text.check(z.maxLength(5000)),
  url,
  image: z.array(url).check(z.minLength(1)),
  sku: text,
  brand: z.optional(z.strictObject({ '@type': z.literal('Brand'), name: text })),
  mpn: z.optional(text),
  gtin: z.optional(z.string().check(z.regex(/^(?:\d{8}|\d{12,14})$/))),
  category: z.optional(text),
  offers: Offer,
  aggregateRating: z.optional(
    z.strictObject({
      '@type': z.literal('AggregateRating'),
      ratingValue: grade,
      reviewCount: count,
      ...scale,
    }),
  ),
  review: z.optional(z.array(Review).check(z.minLength(1))),
});

const BreadcrumbList = z.strictObject({
  '@context': context,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({ '@type': z.literal('ListItem'), position: count, name: text, item: url }),
    )
    .check(
      z.minLength(2),
      z.refine((steps) => steps.every(({ position }, at) => position === at + 1)),
    ),
});

const Organization = z.strictObject({
  '@context': context,
  '@type': z.literal('Organization'),
  name: text,
  url,
  logo: url,
  email: z.optional(z.email()),
  telephone: z.optional(text),
  address: z.optional(text),
});

const WebSite = z.strictObject({
  '@context': context,
  '@type': z.literal('WebSite'),
  name: text,
  url,
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().check(z.regex(/^https?:\/\/[^{]+\{search_term_string\}$/)),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
});

const Described = z.discriminatedUnion('@type', [Product, BreadcrumbList, Organization, WebSite]);

/** The descriptions in a page, checked. Throws when one of them does not fit its schema, or is no JSON. */
export function structuredDataIn(html: string): z.infer<typeof Described>[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g);
  return Array.from(blocks, ([, json = '']) => z.parse(Described, JSON.parse(json)));
}
