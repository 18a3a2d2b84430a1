import { imageAt } from '#contract/image-rules.ts';

/** The small picture of a part beside its name, which says all that the picture does. */
export function RowPicture({ image, size = 'size-12' }: { image: string; size?: string }) {
  return (
    <span className={`bg-tile block flex-none overflow-hidden rounded-sm ${size}`}>
      <img
        src={imageAt(image, 320)}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className="size-full object-cover mix-blend-multiply"
      />
    </span>
  );
}
