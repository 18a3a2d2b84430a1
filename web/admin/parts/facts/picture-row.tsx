import { imageAt } from '#contract/image-rules.ts';
import type { Upload } from '#web/admin/parts/upload-picture.ts';
import type { MorePicture } from '#web/admin/parts/use-more-pictures.ts';
import type { Pictures } from '#web/admin/parts/use-pictures.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FileField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A further picture: what is seen on it, and its place among the others. */
export function PictureRow(props: {
  picture: MorePicture;
  /** What it is called: 'picture 2'. */
  nth: string;
  at: 'start' | 'middle' | 'end' | 'alone';
  pictures: Pictures;
  error: string | undefined;
  /** Does something after which the pressed button may be gone. */
  onStep: (step: () => void) => void;
}) {
  const { picture, nth, at, pictures, onStep } = props;
  const { key, upload, alt } = picture;
  const { move, makeFirst, remove, change, put } = pictures;
  return (
    <>
      <PictureFrame picture={picture} nth={nth} />
      <div className="flex flex-col gap-3">
        <Field
          label={`In words, ${nth}`}
          name={`pictures.${key}.alt`}
          value={alt}
          onChange={({ currentTarget }) => change(key, { alt: currentTarget.value })}
          error={upload.kind === 'refused' ? upload.sentence : props.error}
          maxLength={160}
          autoComplete="off"
        />
        {upload.kind === 'refused' && (
          <FileField
            label={`Another file for ${nth}`}
            name={`pictureFile.${key}`}
            accept="image/jpeg,image/png,image/webp"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) put(key, file);
            }}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-lg:col-span-full lg:mt-6.5">
        <Button
          aria-label={`Move ${nth} up`}
          className="px-3!"
          disabled={at === 'start' || at === 'alone'}
          onClick={() => onStep(() => move(key, -1))}
        >
          <Icon name="arrow-up" className="size-4" />
        </Button>
        <Button
          aria-label={`Move ${nth} down`}
          className="px-3!"
          disabled={at === 'end' || at === 'alone'}
          onClick={() => onStep(() => move(key, 1))}
        >
          <Icon name="arrow-down" className="size-4" />
        </Button>
        <Button
          aria-label={`Make first: ${nth}`}
          disabled={upload.kind !== 'there'}
          onClick={() => onStep(() => makeFirst(key))}
        >
          Make first
        </Button>
        <Button
          look="quiet"
          aria-label={`Remove ${nth}`}
          className="px-3!"
          onClick={() => onStep(() => remove(key))}
        >
          <Icon name="close" className="size-4" />
        </Button>
      </div>
    </>
  );
}

function PictureFrame({
  picture: { key, upload, alt },
  nth,
}: {
  picture: MorePicture;
  nth: string;
}) {
  const address = addressOf(upload);
  return (
    <div>
      <input
        type="hidden"
        name={`pictures.${key}.image`}
        value={upload.kind === 'there' ? upload.url : ''}
      />
      <div className="bg-tile rounded-box aspect-[4/3] overflow-hidden">
        {address !== undefined && (
          <img
            src={address}
            alt={alt === '' ? `Preview of ${nth}` : alt}
            className={`size-full object-cover ${upload.kind === 'sending' ? 'opacity-60' : ''}`}
          />
        )}
      </div>
      {upload.kind === 'sending' && (
        <progress
          aria-label={`Upload of ${nth}`}
          className="progress mt-1"
          {...(upload.share < 1 && { value: Math.floor(upload.share * 100), max: 100 })}
        />
      )}
      <p role="status" className="sr-only">
        {upload.kind === 'there' && upload.fresh && `The upload of ${nth} is done.`}
      </p>
    </div>
  );
}

function addressOf(upload: Upload): string | undefined {
  if (upload.kind === 'there') return imageAt(upload.url, 320);
  return upload.kind === 'sending' ? upload.preview : undefined;
}
