import type { MetaDescriptor } from 'react-router';
import { imageAt, linkPictureOf, linkPictureSize } from '#contract/image-rules.ts';

const ofTheShop = { image: '/pictures/hero.webp', alt: 'Car spare parts' };

/** What other sites show beside a link. A picture of another host is named in its largest width: its size is not known. */
export function linkPicture(
  publicUrl: string,
  { image, alt }: { readonly image: string; readonly alt: string } = ofTheShop,
): MetaDescriptor[] {
  const jpeg = linkPictureOf(image);
  const url = new URL(jpeg ?? imageAt(image, 1280), publicUrl).href;
  const { width, height } = linkPictureSize;
  return [
    { property: 'og:image', content: url },
    ...(jpeg === undefined
      ? []
      : [
          { property: 'og:image:type', content: 'image/jpeg' },
          { property: 'og:image:width', content: String(width) },
          { property: 'og:image:height', content: String(height) },
        ]),
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:image', content: url },
    { name: 'twitter:image:alt', content: alt },
  ];
}
