import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImageUploaded } from '#contract/images.ts';
import { imageWidths } from '#contract/image-rules.ts';
import { ImagesUnavailable, type Images, type Picture } from '#server/third-parties/images/port.ts';

/** An image host and its browser's side. */
export interface ImageHost {
  readonly images: Images;
  /** The bytes at a URL of the host. */
  fetch(url: string): Promise<Buffer>;
  /** The number of stored pictures. */
  kept(): Promise<number>;
  /** From now on the host cannot store anything. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

/** The contract tests of the port `Images`, for every host. */
export function imagesContract(host: string, open: () => Promise<ImageHost>): void {
  describe(`pictures kept ${host}`, () => {
    let opened: ImageHost;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    test("are answered in imgbb's shape, with three addresses that lead to the widths", async () => {
      const picture = samplePicture('one');
      const uploaded = await opened.images.store(picture);
      expect(ImageUploaded.parse(uploaded)).toEqual(uploaded);
      const { data } = uploaded;
      expect(data).toMatchObject({
        id: picture.id,
        width: 640,
        height: 480,
        size: picture.renditions[640].webp.length,
        delete_url: null,
      });
      expect([data.thumb.width, data.medium.width, data.image.width]).toEqual([...imageWidths]);
      expect([data.display_url, data.medium.url]).toEqual([data.url, data.url]);
      for (const { url, width } of [data.thumb, data.medium, data.image])
        expect(await opened.fetch(url)).toEqual(picture.renditions[width as 320 | 640 | 1280].webp);
    });

    test('are at an origin that the pages let in', async () => {
      const { data } = await opened.images.store(samplePicture('two'));
      const own = 'http://shop.test';
      for (const { url } of [data.thumb, data.medium, data.image])
        expect([own, ...opened.images.origins]).toContain(new URL(url, own).origin);
    });

    test('are kept once, however often and at whatever moment they come', async () => {
      const before = await opened.kept();
      const picture = samplePicture('three');
      const answers = await Promise.all([
        opened.images.store(picture),
        opened.images.store(picture),
      ]);
      answers.push(await opened.images.store(picture));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await opened.kept()) - before).toBe(imageWidths.length);
    });

    test('that cannot be kept are refused as such', async () => {
      await opened.breakDown();
      await expect(opened.images.store(samplePicture('four'))).rejects.toBeInstanceOf(
        ImagesUnavailable,
      );
    });
  });
}

/** A picture for a host; hosts do not decode it. */
export function samplePicture(seed: string): Picture {
  const rendition = (width: number) => ({
    width,
    height: (width * 3) / 4,
    webp: Buffer.from(`${seed} at ${width}`),
  });
  const id = createHash('sha256').update(seed).digest('hex');
  return { id, renditions: { 320: rendition(320), 640: rendition(640), 1280: rendition(1280) } };
}
