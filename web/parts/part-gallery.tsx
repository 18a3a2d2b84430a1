import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { imageAt } from '#contract/image-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PartPicture } from './part-picture.tsx';

const zoom = () => import('./picture-zoom.tsx');
/** Begins to load it, before it is known that it is wanted: that it does not come says nothing yet. */
const prepareZoom = () => void zoom().catch(() => undefined);
const PictureZoom = lazy(async () => ({ default: (await zoom()).PictureZoom }));

/** Opens the picture in the whole window; in place of a script that does not come, its file. */
const openZoom = (setZoomed: (is: boolean) => void, file: string) =>
  void zoom().then(
    () => setZoomed(true),
    () => location.assign(file),
  );

const frame = 'rounded-box border-base-300 overflow-hidden border';

/**
 * The pictures of a part: one large, which opens in the whole window, the others small below it. Without scripts, and in another tab,
 * each opens its file.
 */
export function PartGallery({ part }: { part: PartDetail }) {
  const pictures = [{ image: part.image, alt: part.imageAlt }, ...part.pictures];
  const [chosen, setChosen] = useState(0);
  const [zoomed, setZoomed] = useState<boolean>();
  const { image, alt } = pictures[chosen] ?? { image: part.image, alt: '' };
  return (
    <div className="flex flex-col gap-3">
      <a
        href={imageAt(image, 1280)}
        className={`${frame} group relative block cursor-zoom-in`}
        onPointerEnter={prepareZoom}
        onFocus={prepareZoom}
        onClick={unlessInTab(() => openZoom(setZoomed, imageAt(image, 1280)))}
      >
        <span className="picture">
          <PartPicture
            image={image}
            alt={alt}
            sizes="(min-width: 84rem) 41rem, (min-width: 64rem) 49vw, 94vw"
            first
          />
        </span>
        <span className="sr-only">{alt === '' ? `Picture of ${part.name}` : ''} in full size</span>
        <span
          aria-hidden="true"
          className="noscript:hidden absolute end-3 bottom-3 grid size-11 place-items-center rounded-full border border-black/10 bg-white text-[#1c2126] group-hover:bg-[#eef1f4]"
        >
          <Icon name="zoom" className="size-5" />
        </span>
      </a>
      {pictures.length > 1 && (
        <ul className="grid grid-cols-4 gap-3">
          {pictures.map((picture, index) => (
            <li key={`${picture.image} ${index}`}>
              <a
                href={imageAt(picture.image, 1280)}
                aria-current={index === chosen}
                className={`picture rounded-field overflow-hidden border ${index === chosen ? 'border-primary outline-primary outline-2' : 'border-base-300'}`}
                onClick={unlessInTab(() => setChosen(index))}
              >
                <PartPicture
                  image={picture.image}
                  alt={picture.alt === '' ? `Picture ${index + 1}` : picture.alt}
                  sizes="(min-width: 84rem) 10rem, (min-width: 64rem) 12vw, 23vw"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {zoomed !== undefined && (
        <Suspense>
          <PictureZoom
            of={part.name}
            pictures={pictures}
            at={zoomed ? chosen : undefined}
            onAt={setChosen}
            onClose={() => setZoomed(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Does this instead of following a link, unless somebody opens the link elsewhere. */
function unlessInTab(act: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };
}
