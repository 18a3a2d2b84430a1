import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { filledContent } from './filled-content.tsx';

interface Shown {
  readonly texts: {
    readonly name: string;
    readonly page: string;
    readonly price: string;
    readonly reason?: string | undefined;
  };
  readonly short: boolean;
}

/** A component, and how often it wrote. */
function card() {
  const written: string[] = [];
  function Card({ texts, short }: Shown) {
    written.push(texts.name);
    return (
      <>
        <a href={texts.page} title={`${texts.name}: ${texts.price}`}>
          {texts.name}
        </a>
        {texts.reason !== undefined && <p>{texts.reason}</p>}
        <b className={short ? 'short' : 'plenty'}>{`${texts.price} / pice`}</b>
      </>
    );
  }
  return { Card, written: () => written.length };
}

const disc: Shown = {
  texts: { name: 'Brake disc', page: '/parts/brake-disc-1', price: '$4.00' },
  short: false,
};

/** The same with other texts. */
function other(texts: Partial<Shown['texts']>): Shown {
  return { ...disc, texts: { ...disc.texts, ...texts } };
}

test('those that differ in their texts are written once, and read as if each were written', () => {
  const { Card, written } = card();
  const content = filledContent(Card, { most: 10 });
  const all: Shown[] = [
    disc,
    other({ name: 'Oil filter', page: '/parts/oil-filter-2', price: '$107.50' }),
    other({ name: '', price: '' }),
    other({ name: `"><script>alert('x')</script> & <b>&amp;</b>`, price: '/~0~ $& $1' }),
    other({ name: 'ø 312 × 28 – €', price: 'İ' }),
  ];
  const filled = all.map((its) => renderToString(<li {...content(its)} />));
  expect(written()).toBe(1);
  const usual = all.map((its) =>
    renderToString(
      <li>
        <Card {...its} />
      </li>,
    ),
  );
  expect(filled).toEqual(usual);
  expect(filled.join('')).not.toContain('<script>');
});

test('those that differ in anything else, or in which texts they have, are forms of their own', () => {
  const { Card, written } = card();
  const content = filledContent(Card, { most: 10 });
  const all: Shown[] = [disc, { ...disc, short: true }, other({ reason: 'OE number 8A0' })];
  for (let times = 0; times < 2; times += 1)
    for (const its of all)
      expect(renderToString(<li {...content(its)} />)).toBe(
        renderToString(
          <li>
            <Card {...its} />
          </li>,
        ),
      );
  expect(written()).toBe(all.length + 2 * all.length);
  content(other({ reason: undefined }));
  expect(written()).toBe(3 * all.length);
});

test('the form that was used the longest ago is forgotten', () => {
  const { Card, written } = card();
  const content = filledContent(Card, { most: 2 });
  const [first, second, third] = [
    disc,
    { ...disc, short: true },
    other({ reason: 'Replaces BD-3055' }),
  ] as const;
  for (const its of [first, second, first, third, first]) content(its);
  expect(written()).toBe(3);
  content(second);
  expect(written()).toBe(4);
});
