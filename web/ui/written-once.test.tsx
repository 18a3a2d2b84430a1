import { renderToReadableStream, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { writtenOnce } from './written-once.tsx';

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

test('what is the same is written once, and what differs anew', () => {
  const { Card, written } = card();
  const content = writtenOnce(Card, { most: 10 });
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
  expect(list({ ...disc }, { ...pad })).toBe(first);
  expect(written).toEqual(['Disc 4', 'Pad 7']);
  list({ ...disc, stock: 3 });
  expect(written).toEqual(['Disc 4', 'Pad 7', 'Disc 3']);
});

test('it is what the component writes among its children, with what people typed inert', async () => {
  const { Card } = card();
  const content = writtenOnce(Card, { most: 10 });
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
  const content = writtenOnce(Card, { most: 2 });
  const of = (name: string) => content({ name, stock: 1 });
  ['a', 'b', 'a', 'c', 'a', 'b'].map(of);
  expect(written).toEqual(['a 1', 'b 1', 'c 1', 'b 1']);
  const long = 'x'.repeat(16_001);
  of(long);
  of(long);
  expect(written.slice(4)).toEqual([`${long} 1`, `${long} 1`]);
  of('b');
  expect(written).toHaveLength(6);
});

test('neither is what has much to go by, however little it shows', () => {
  const { Card, written } = card();
  const content = writtenOnce(Card, { most: 2 });
  const unread = { name: 'Disc', stock: 4, note: 'x'.repeat(16_001) };
  content(unread);
  content(unread);
  expect(written).toEqual(['Disc 4', 'Disc 4']);
});
