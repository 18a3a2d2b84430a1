import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { BackInStock } from './back-in-stock.tsx';

const part = {
  _id: '6f1c2d3e-0000-4000-8000-000000000001',
  name: 'Disc <b>310</b>',
  partNumber: null,
};

test.each([
  [false, '>Tell me when back</a>'],
  [true, 'aria-label="Tell me when back: Disc &lt;b&gt;310&lt;/b&gt;"'],
])(
  'guests are led to the login, in a row of a list (%s) by a link that names the part',
  (small, words) => {
    const Stub = createRoutesStub([
      { path: '/', Component: () => <BackInStock part={part} small={small} /> },
    ]);
    const page = renderToStaticMarkup(<Stub />);
    expect(page).toContain('href="/login"');
    expect(page).toContain(words);
    expect(page.includes('aria-label')).toBe(small);
  },
);
