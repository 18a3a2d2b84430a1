import { imageAt } from '#contract/image-rules.ts';

/** The small picture at the start of a row. It says nothing that the name beside it does not. */
export function RowPicture({ image, className = '' }: { image: string; className?: string }) {
  return (
    <span className={`bg-tile block size-12 flex-none overflow-hidden rounded-sm ${className}`}>
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
