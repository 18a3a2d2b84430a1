import { imageSourceSet } from '#contract/image-rules.ts';

/** A part's picture on a light background, also in dark mode. Without words where the part's name stands beside it. */
export function PartPicture(props: {
  image: string;
  alt?: string;
  /** Among the first that are seen: loaded before what is further down. */
  eager?: boolean;
  /** A quarter of the width of the others. */
  small?: boolean;
  /** As wide as half of the page, and what is looked at first. */
  large?: boolean;
  className?: string;
}) {
  const { image, alt = '', eager = false, small = false, large = false, className = '' } = props;
  const wide = large ? '(min-width: 64rem) 43rem, 100vw' : '(min-width: 40rem) 24rem, 100vw';
  return (
    <div className={`bg-tile aspect-[4/3] ${className}`}>
      <img
        src={image}
        srcSet={imageSourceSet(image)}
        sizes={small ? '(min-width: 40rem) 9rem, 25vw' : wide}
        alt={alt}
        width={800}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={large ? 'high' : 'auto'}
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  );
}
