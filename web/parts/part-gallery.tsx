import { useState } from 'react';
import { imageAt } from '#contract/image-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { PartPicture } from './part-picture.tsx';

const frame = 'rounded-box border-base-300 overflow-hidden border';

/** The pictures of a part: one large, which opens in full size, the others small below it. Without scripts the small ones open, too. */
export function PartGallery({ part }: { part: PartDetail }) {
  const pictures = [{ image: part.image, alt: part.imageAlt }, ...part.pictures];
  const [chosen, setChosen] = useState(0);
  const { image, alt } = pictures[chosen] ?? pictures[0] ?? { image: part.image, alt: '' };
  return (
    <div className="flex flex-col gap-3">
      <a href={imageAt(image, 1280)} className={`${frame} block`}>
        <PartPicture image={image} alt={alt} eager />
        <span className="sr-only">{alt === '' ? `Picture of ${part.name}` : ''} in full size</span>
      </a>
      {pictures.length > 1 && (
        <ul className="grid grid-cols-4 gap-3">
          {pictures.map((picture, index) => (
            <li key={`${picture.image} ${index}`}>
              <a
                href={imageAt(picture.image, 1280)}
                aria-current={index === chosen}
                className={`rounded-field block overflow-hidden border ${index === chosen ? 'border-primary outline-primary outline-2' : 'border-base-300'}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  setChosen(index);
                }}
              >
                <PartPicture
                  image={picture.image}
                  alt={picture.alt === '' ? `Picture ${index + 1}` : picture.alt}
                  small
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
