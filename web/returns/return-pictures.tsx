import { useEffect, useId, useState } from 'react';
import type { Return } from '#contract/returns.ts';
import { download } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { dataUrlOf } from '#web/ui/data-url-of.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** The pictures of a return, which only its order's customer and admins may fetch; each opens large. */
export function ReturnPictures({ of }: { of: Pick<Return, '_id' | 'number' | 'pictures'> }) {
  if (of.pictures.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-3" aria-label={`Pictures of ${of.number}`}>
      {of.pictures.map((picture, at) => (
        <li key={picture}>
          <Thumbnail returnId={of._id} picture={picture} name={`Picture ${at + 1}`} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail(props: { returnId: string; picture: string; name: string }) {
  const { name } = props;
  const [isLarge, setLarge] = useState(false);
  const shown = usePicture(props);
  const id = useId();
  if (shown === 'failed')
    return (
      <p className="bg-tile rounded-box grid size-24 place-items-center p-2 text-center text-xs text-[#4a545d]">
        {`${name} is not available`}
      </p>
    );
  return (
    <>
      <button
        type="button"
        disabled={shown === undefined}
        onClick={() => setLarge(true)}
        className="bg-tile rounded-box block size-24 cursor-zoom-in overflow-hidden"
      >
        {shown === undefined ? (
          <span className="sr-only">{`${name} is being loaded`}</span>
        ) : (
          <img src={shown} alt={name} className="size-full object-cover" />
        )}
      </button>
      <Dialog
        open={isLarge}
        labelledBy={`${id}title`}
        describedBy={`${id}title`}
        onEscape={() => setLarge(false)}
      >
        <h2 id={`${id}title`} className="mb-3 text-lg font-semibold">
          {name}
        </h2>
        {isLarge && (
          <img src={shown} alt="" className="rounded-box max-h-[70vh] w-full object-contain" />
        )}
        <Button className="mt-4" onClick={() => setLarge(false)}>
          Close
        </Button>
      </Dialog>
    </>
  );
}

/** A picture as an address; undefined while it is fetched. */
function usePicture({ returnId, picture }: { returnId: string; picture: string }) {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let isLeft = false;
    const show = (address: string) => {
      if (!isLeft) setShown(address);
    };
    void download('getReturnPicture', {}, { id: returnId, picture })
      .then(dataUrlOf)
      .then(show, () => show('failed'));
    return () => void (isLeft = true);
  }, [returnId, picture]);
  return shown;
}
