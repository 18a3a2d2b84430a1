import type { BreadcrumbList, Product, Review as ReviewData, WithContext } from 'schema-dts';
import { imageAt } from '#contract/image-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import type { Review } from '#contract/reviews.ts';
import { limits, texts } from '#contract/texts.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { paths } from '#web/paths.ts';
import { isGtin } from './gtin.ts';
import { shopName } from './shop-data.ts';
import { stepsData } from './steps-data.ts';

/** A part with the offer to sell a piece of it; its ratings and reviews only if it has some. */
export function partData(
  publicUrl: string,
  part: PartDetail,
  reviews: readonly Review[],
): WithContext<Product> {
  const { brand, partNumber, rating } = part;
  const gtin = part.numbers.find(({ kind, number }) => kind === 'barcode' && isGtin(number));
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: part.name,
    description: part.description,
    url: publicUrl + paths.part(part),
    image: picturesOf(part).map((image) => new URL(imageAt(image, 1280), publicUrl).href),
    sku: partNumber ?? part._id,
    ...(brand !== null && { brand: { '@type': 'Brand', name: brand } }),
    // The shop's number of a part of a brand is the brand's: all others are named by kind and maker.
    ...(brand !== null && partNumber !== null && { mpn: partNumber }),
    ...(gtin !== undefined && { gtin: gtin.number.replaceAll(/\D/g, '') }),
    ...(part.categoryName !== null && { category: part.categoryName }),
    offers: offerOf(publicUrl, part),
    ...(rating.average !== null &&
      rating.count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
          worstRating: limits.ratingMin,
          bestRating: limits.ratingMax,
        },
      }),
    ...(reviews.length > 0 && { review: reviews.map(reviewData) }),
  };
}

function offerOf(publicUrl: string, part: PartDetail) {
  const price = part.price.toFixed(2);
  return {
    '@type': 'Offer',
    url: publicUrl + paths.part(part),
    priceCurrency: 'USD',
    price,
    // C62 is the code for a piece (UN/CEFACT).
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceCurrency: 'USD',
      price,
      referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'C62' },
    },
    eligibleQuantity: {
      '@type': 'QuantitativeValue',
      minValue: part.orderQuantity,
      unitCode: 'C62',
    },
    availability:
      part.inStock >= part.orderQuantity
        ? 'https://schema.org/InStock'
        : 'https://schema.org/OutOfStock',
    seller: { '@type': 'Organization', name: shopName },
  } as const;
}

function picturesOf({ image, pictures }: PartDetail): string[] {
  return [image, ...pictures.map((picture) => picture.image)];
}

function reviewData({ name, rating, message, createdAt }: Review): ReviewData {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name },
    datePublished: createdAt,
    reviewRating: {
      '@type': 'Rating',
      ratingValue: rating,
      worstRating: limits.ratingMin,
      bestRating: limits.ratingMax,
    },
    reviewBody: message,
  };
}

/** The way from the home page to the part, over its shelf. */
export function breadcrumbData(publicUrl: string, part: PartDetail): WithContext<BreadcrumbList> {
  const { category, categoryName } = part;
  const steps = [
    { name: texts.home, path: paths.start },
    { name: 'Parts', path: paths.parts },
    ...(category === null
      ? []
      : [{ name: categoryName ?? category, path: partsAddress({ category }) }]),
    { name: part.name, path: paths.part(part) },
  ];
  return stepsData(publicUrl, steps);
}
