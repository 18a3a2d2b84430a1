import { describe, expect, test } from 'vitest';
import { imageAt, imageSourceSet, withoutHost } from './image-rules.ts';

const id = '0123456789abcdef'.repeat(4);

describe('a picture that was uploaded, in another width', () => {
  test('is the same picture under the name of that width', () => {
    expect(imageAt(`/images/${id}-640.webp`, 320)).toBe(`/images/${id}-320.webp`);
    expect(imageAt(`/images/${id}-320.webp`, 1280)).toBe(`/images/${id}-1280.webp`);
  });

  test.each(['https://cdn.example', 'http://127.0.0.1:9000/bucket', 'https://a.example/b/c.d'])(
    'is beside the others in a bucket, too: %s',
    (bucket) => {
      const at = (width: number) => `${bucket}/images/${id}-${width}.webp`;
      expect(imageAt(at(640), 320)).toBe(at(320));
      expect(withoutHost(at(640))).toBe(`/images/${id}-640.webp`);
      expect(imageSourceSet(at(640))).toBe(`${at(320)} 320w, ${at(640)} 640w, ${at(1280)} 1280w`);
    },
  );

  test('is offered to the browser in all three', () => {
    expect(imageSourceSet(`/images/${id}-640.webp`)).toBe(
      `/images/${id}-320.webp 320w, /images/${id}-640.webp 640w, /images/${id}-1280.webp 1280w`,
    );
  });
});

describe('a picture that comes with the shop, in another width', () => {
  const disc = '/pictures/brake-disc.webp';

  test('is the same picture under the name of that width; it is the largest itself', () => {
    expect(imageAt(disc, 320)).toBe('/pictures/brake-disc-320.webp');
    expect(imageAt(disc, 640)).toBe('/pictures/brake-disc-640.webp');
    expect(imageAt(disc, 1280)).toBe(disc);
  });

  test('is offered to the browser in all three', () => {
    expect(imageSourceSet(disc)).toBe(
      '/pictures/brake-disc-320.webp 320w, /pictures/brake-disc-640.webp 640w, /pictures/brake-disc.webp 800w',
    );
  });
});

describe('another width', () => {
  test.each([
    '/pictures/no-picture.svg',
    '/pictures/hero-960.webp',
    '/pictures/brands/brand.webp',
    'https://elsewhere.example/pictures/brake-disc.webp',
    'https://i.ibb.co/abc/brake-disc.webp',
    `https://i.ibb.co/x7Yz/${id}-640.webp`,
    `https://cdn.example/images/${id}-640.webp?x=1`,
    `https://cdn.example/a?b=/images/${id}-640.webp`,
    `//cdn.example/images/${id}-640.webp`,
    `/images/${id}-640.webp?x=1`,
    `/images/${id}-641.webp`,
    `/images/../${id}-640.webp`,
    '',
  ])('does not exist for %s, which stays as it is', (address) => {
    expect(imageAt(address, 320)).toBe(address);
    expect(imageSourceSet(address)).toBeUndefined();
    expect(withoutHost(address)).toBe(address);
  });
});
