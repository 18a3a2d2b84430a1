import { imageSourceSet } from '#contract/image-rules.ts';

/** A part's picture on a light background, also in dark mode. Without words where the part's name stands beside it. */
export function PartPicture(props: {
  image: string;
  alt?: string;
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string;
  /** Among the first that are seen: the page's head asks for it, before what is further down. */
  first?: boolean;
  className?: string;
}) {
  const { image, alt = '', sizes, first = false, className = '' } = props;
  return (
    <div className={`bg-tile aspect-[4/3] ${className}`}>
      <img
        src={image}
        srcSet={imageSourceSet(image)}
        sizes={sizes}
        alt={alt}
        width={800}
        height={600}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  );
}
