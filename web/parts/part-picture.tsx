import { imageSourceSet } from '#contract/image-rules.ts';

/** A part's picture on a light background, also in dark mode. Without words where the part's name stands beside it. */
export function PartPicture(props: {
  image: string;
  alt?: string;
  eager?: boolean;
  /** A quarter of the width of the others. */
  small?: boolean;
  className?: string;
}) {
  const { image, alt = '', eager = false, small = false, className = '' } = props;
  return (
    <div className={`bg-tile aspect-[4/3] ${className}`}>
      <img
        src={image}
        srcSet={imageSourceSet(image)}
        sizes={small ? '(min-width: 40rem) 9rem, 25vw' : '(min-width: 40rem) 24rem, 100vw'}
        alt={alt}
        width={800}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  );
}
