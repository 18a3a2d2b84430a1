import { imageAt } from '#contract/image-rules.ts';

/** The small picture of a part beside its name, which says all that the picture does. */
export function RowPicture({ image, size }: { image: string; size?: string }) {
  return <RowImage src={imageAt(image, 320)} size={size} />;
}

/** The same of a picture's address in that width. */
export function RowImage({ src, size = 'size-12' }: { src: string; size?: string | undefined }) {
  return (
    <span className={`row-picture ${size}`}>
      <img src={src} alt="" width={48} height={48} loading="lazy" />
    </span>
  );
}
