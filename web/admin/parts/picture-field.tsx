import { FileField } from '#web/ui/field.tsx';
import { factOf } from '#contract/part-facts.ts';
import type { Upload } from './upload-picture.ts';
import type { Picture } from './use-upload.ts';

/** A part's picture: chosen, uploaded at once with its progress, and shown as customers will see it. */
export function PictureField(props: {
  readonly picture: Picture;
  readonly error: string | undefined;
  readonly required: boolean;
}) {
  const { upload, choose, keeps } = props.picture;
  const { label, help } = factOf('image');
  const error =
    upload.kind === 'refused' ? upload.sentence : upload.kind === 'none' ? props.error : undefined;
  return (
    <div className="flex flex-col gap-3">
      <FileField
        // Another picture than the chosen file: the field is begun anew, without the file's name.
        key={keeps}
        label={label}
        name="picture"
        accept="image/jpeg,image/png,image/webp"
        required={props.required}
        error={error}
        help={help}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <input type="hidden" name="image" value={upload.kind === 'there' ? upload.url : ''} />
      <Preview upload={upload} />
      <Progress upload={upload} />
    </div>
  );
}

function Preview({ upload }: { readonly upload: Upload }) {
  const address =
    upload.kind === 'there' ? upload.url : upload.kind === 'sending' ? upload.preview : undefined;
  return (
    <div className="bg-tile rounded-box aspect-[4/3] overflow-hidden">
      {address === undefined ? (
        <p className="flex size-full items-center justify-center px-4 text-center text-[#4a545d]">
          No picture chosen
        </p>
      ) : (
        <img
          src={address}
          alt="Preview of the product"
          className={`size-full object-cover ${upload.kind === 'sending' ? 'opacity-60' : ''}`}
        />
      )}
    </div>
  );
}

/** How much of the file has left; when all has, the shop encodes it anew, and how long that takes nobody knows. */
function Progress({ upload }: { readonly upload: Upload }) {
  const sending = upload.kind === 'sending' ? upload : undefined;
  const percent = Math.floor((sending?.share ?? 0) * 100);
  const encoding = percent >= 100;
  return (
    <div>
      {sending && (
        <progress
          aria-label="Upload of the picture"
          className="progress"
          {...(!encoding && { value: percent, max: 100 })}
        />
      )}
      <p role="status" className="figures quiet text-sm [&:not(:empty)]:mt-1">
        {sending && (encoding ? 'Preparing the picture…' : 'Uploading the picture…')}
        {upload.kind === 'there' && upload.fresh && 'The picture is ready.'}
      </p>
    </div>
  );
}
