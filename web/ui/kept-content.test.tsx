import { renderToReadableStream, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { keptContent } from './kept-content.tsx';

interface Shown {
  readonly name: string;
  readonly stock: number;
}

/** A component, and what it was asked to write. */
function card() {
  const written: string[] = [];
  function Card({ name, stock }: Shown) {
    written.push(`${name} ${stock}`);
    return (
      <>
        <b title={name}>{name}</b> has {stock} pieces
      </>
    );
  }
  return { Card, written };
}

test('what is the same is written twice, what differs anew, and all of it reads the same', () => {
  const { Card, written } = card();
  const content = keptContent(Card, { most: 10 });
  const list = (...all: Shown[]) =>
    renderToString(
      <ul>
        {all.map((one) => (
          <li key={one.name} {...content(one)} />
        ))}
      </ul>,
    );
  const disc = { name: 'Disc', stock: 4 };
  const pad = { name: 'Pad', stock: 7 };
  const first = list(disc, pad);
  for (let times = 0; times < 3; times += 1) expect(list({ ...disc }, { ...pad })).toBe(first);
  expect(written).toEqual(['Disc 4', 'Pad 7', 'Disc 4', 'Pad 7']);
  list({ ...disc, stock: 3 });
  expect(written.slice(4)).toEqual(['Disc 3']);
});

test('it is what the component writes among its children, with what people typed inert', async () => {
  const { Card } = card();
  const content = keptContent(Card, { most: 10 });
  const shown = { name: `"><script>alert('x')</script>&amp;`, stock: 2 };
  const once = <li className="card" {...content(shown)} />;
  const usual = (
    <li className="card">
      <Card {...shown} />
    </li>
  );
  expect(renderToString(once)).toBe(renderToString(usual));
  expect(renderToString(once)).not.toContain('<script>');
  const streamed = async (element: React.ReactElement) =>
    new Response(await renderToReadableStream(element)).text();
  expect(await streamed(once)).toBe(await streamed(usual));
});

test('those that were asked for last are kept, and none that is very long', () => {
  const { Card, written } = card();
  const content = keptContent(Card, { most: 2 });
  const of = (name: string) => content({ name, stock: 1 });
  ['a', 'a', 'b', 'b', 'a', 'c', 'c', 'a', 'b'].map(of);
  expect(written).toEqual(['a 1', 'a 1', 'b 1', 'b 1', 'c 1', 'c 1', 'b 1']);
  const long = 'x'.repeat(16_001);
  for (let times = 0; times < 3; times += 1) of(long);
  expect(written.slice(7)).toEqual([`${long} 1`, `${long} 1`, `${long} 1`]);
  of('a');
  expect(written).toHaveLength(10);
});

test('what stands in one page alone takes the place of none that is kept', () => {
  const { Card, written } = card();
  const content = keptContent(Card, { most: 2 });
  const of = (name: string) => content({ name, stock: 1 });
  ['a', 'a', 'b', 'b'].map(of);
  for (let rare = 0; rare < 10; rare += 1) of(`rare ${rare}`);
  written.length = 0;
  ['a', 'b'].map(of);
  expect(written).toEqual([]);
});

test('of as many as are kept it is known that they were written before', () => {
  const { Card, written } = card();
  const content = keptContent(Card, { most: 2 });
  const of = (name: string) => content({ name, stock: 1 });
  ['a', 'b', 'c', 'a'].map(of);
  written.length = 0;
  ['a', 'c', 'c', 'a'].map(of);
  expect(written).toEqual(['a 1', 'c 1']);
});

test('neither is what has much to go by, however little it shows', () => {
  const { Card, written } = card();
  const content = keptContent(Card, { most: 2 });
  const unread = { name: 'Disc', stock: 4, note: 'x'.repeat(16_001) };
  for (let times = 0; times < 3; times += 1) content(unread);
  expect(written).toEqual(['Disc 4', 'Disc 4', 'Disc 4']);
});
