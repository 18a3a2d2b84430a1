import { imageSourceSet } from '#contract/image-rules.ts';

/** A part's picture on a light background, also in dark mode. Without alt text, because the part's name is beside it. */
export function PartPicture(props: { image: string; eager?: boolean; className?: string }) {
  const { image, eager = false, className = '' } = props;
  return (
    <div className={`bg-tile aspect-[4/3] ${className}`}>
      <img
        src={image}
        srcSet={imageSourceSet(image)}
        sizes="(min-width: 40rem) 24rem, 100vw"
        alt=""
        width={800}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  );
}
