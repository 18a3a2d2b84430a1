import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { usePictures, type Pictures } from '#web/admin/parts/use-pictures.ts';
import { PicturesGroup } from './pictures-group.tsx';

/** The group as it is shown when so many chosen pictures found no room. */
function Group({ leftOut }: { leftOut: number }) {
  const pictures: Pictures = { ...usePictures({}), leftOut };
  return <PicturesGroup pictures={pictures} errors={undefined} />;
}

test('chosen pictures for which a product has no room are told, not left out in silence', () => {
  const html = (leftOut: number) => renderToStaticMarkup(<Group leftOut={leftOut} />);
  expect(html(3)).toContain(
    '3 pictures were not added: a product has at most 12 more than the first.',
  );
  expect(html(1)).toContain('1 picture was not added:');
  expect(html(0)).not.toContain('not added');
});
