import * as z from 'zod/mini';

/** The bytes of an uploaded file. */
export const UploadedFile = z.instanceof(Uint8Array);

const Size = z.object({ url: z.string(), width: z.number(), height: z.number() });

/** An uploaded picture, in imgbb's format (Spec §7 reads `success` and `data.url`). */
export const ImageUploaded = z.object({
  success: z.literal(true),
  status: z.literal(200),
  data: z.object({
    id: z.string(),
    url: z.string(),
    display_url: z.string(),
    width: z.number(),
    height: z.number(),
    size: z.number(),
    image: Size,
    thumb: Size,
    medium: Size,
    delete_url: z.nullable(z.string()),
  }),
});
export type ImageUploaded = z.infer<typeof ImageUploaded>;
