import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { factOf } from '#contract/part-facts.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { PartErrors } from '#web/admin/parts/part-form.ts';
import { roomBeside } from '#web/admin/parts/use-more-pictures.ts';
import type { Pictures } from '#web/admin/parts/use-pictures.ts';
import { Field, FileField } from '#web/ui/field.tsx';
import { FactGroup } from './fact-group.tsx';
import { PictureRow } from './picture-row.tsx';
import { Fault } from './rows.tsx';

/** What is seen on the first picture, and further ones in their order. */
export function PicturesGroup({
  pictures,
  errors,
}: {
  pictures: Pictures;
  errors: PartErrors | undefined;
}) {
  const { more, leftOut, alt, setAlt } = pictures;
  const { label, help, most } = factOf('imageAlt');
  return (
    <FactGroup
      title="More pictures"
      names={['imageAlt', 'pictures']}
      counted={['pictures']}
      count={more.length}
      hasMore={alt !== ''}
      errors={errors}
    >
      <div className="flex flex-col gap-5">
        <div className="lg:w-1/2 lg:pe-4">
          <Field
            label={label}
            name="imageAlt"
            help={help}
            value={alt}
            onChange={({ currentTarget }) => setAlt(currentTarget.value)}
            error={errors?.imageAlt}
            maxLength={most}
            autoComplete="off"
          />
        </div>
        <input type="hidden" name="pictures" value="" />
        <div role="status" className="empty:hidden">
          <Fault>{errors?.pictures ?? leftOutInWords(leftOut)}</Fault>
        </div>
        <PictureList pictures={pictures} errors={errors} />
        <AddPictures pictures={pictures} />
      </div>
    </FactGroup>
  );
}

/** That chosen pictures were not added, because a part has no room for them. */
function leftOutInWords(leftOut: number): string | undefined {
  if (leftOut === 0) return undefined;
  const which = leftOut === 1 ? '1 picture was' : `${leftOut} pictures were`;
  return `${which} not added: a product has at most ${mostOfAPart.pictures} more than the first.`;
}

function AddPictures({ pictures: { more, add } }: { pictures: Pictures }) {
  return (
    <div className="lg:w-1/2 lg:pe-4">
      <FileField
        label="Add pictures"
        name="morePictures"
        accept="image/jpeg,image/png,image/webp"
        multiple
        disabled={roomBeside(more) === 0}
        help={`JPEG, PNG or WebP; at most ${mostOfAPart.pictures} more than the first.`}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function PictureList({ pictures, errors }: { pictures: Pictures; errors: PartErrors | undefined }) {
  const list = useRef<HTMLOListElement>(null);
  const { more } = pictures;
  /** After a step the focus stays on the button, or goes to one of the same picture, or to the way to add one. */
  function step(key: string, act: () => void) {
    const pressed = document.activeElement;
    flushSync(act);
    const row = list.current?.querySelector(`[data-key="${key}"]`);
    const stays = pressed instanceof HTMLButtonElement && pressed.isConnected && !pressed.disabled;
    const next = stays ? pressed : row?.querySelector<HTMLElement>('button:enabled');
    (next ?? document.querySelector<HTMLElement>('[name="morePictures"]'))?.focus();
  }
  if (more.length === 0) return null;
  return (
    <ol ref={list} className="flex flex-col gap-4">
      {more.map((picture, index) => (
        <li
          key={picture.key}
          data-key={picture.key}
          className="border-base-300 grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-b pb-4 lg:grid-cols-[6rem_minmax(0,1fr)_auto]"
        >
          <PictureRow
            picture={picture}
            nth={`picture ${index + 2}`}
            at={placeAt(index, more.length)}
            pictures={pictures}
            error={errors?.[`pictures.${picture.key}.alt`]}
            onStep={(act) => step(picture.key, act)}
          />
        </li>
      ))}
    </ol>
  );
}

function placeAt(index: number, length: number) {
  if (length === 1) return 'alone';
  if (index === 0) return 'start';
  return index === length - 1 ? 'end' : 'middle';
}
