import { imageSourceSet } from '#contract/image-rules.ts';

/** A part's picture, in an element of the class `picture`. Without words where the part's name stands beside it. */
export function PartPicture(props: {
  image: string;
  /** Its widths, as `srcSet` of an image; default: those that the shop has of it. */
  widths?: string | undefined;
  alt?: string;
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string;
  /** Among the first that are seen: the page's head asks for it, before what is further down. */
  first?: boolean;
}) {
  const { image, widths = imageSourceSet(image), alt = '', sizes, first = false } = props;
  return (
    <img
      src={image}
      srcSet={widths}
      sizes={sizes}
      alt={alt}
      width={800}
      height={600}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
