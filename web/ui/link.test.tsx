import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, Link as RouterLink } from 'react-router';
import { expect, test } from 'vitest';
import { Link, type LinkProps } from './link.tsx';

/** The markup of a link on a page at /parts. */
function written(Component: (props: LinkProps) => React.ReactNode, props: LinkProps): string {
  const Stub = createRoutesStub([{ path: '/parts', Component: () => <Component {...props} /> }]);
  return renderToStaticMarkup(<Stub initialEntries={['/parts?q=disc']} />);
}

test.each<LinkProps>([
  { to: '/parts/disc-1', className: 'link', title: 'Disc', children: 'Disc' },
  { to: '/', 'aria-current': 'page', tabIndex: -1, 'aria-hidden': true },
  { to: '/parts?a=dia%3A312&q=a+b&stock=yes', preventScrollReset: true, rel: 'next' },
  { to: '/parts?a=dia%3A300..320', replace: true },
  { to: '/#parts', state: { from: 'here' } },
  { to: '?reviews=abc#reviews' },
  { to: '..' },
  { to: '//example.com/x' },
  { to: '/a//b' },
  { to: '/a/../c' },
  { to: '/a/./b' },
  { to: '/parts?' },
  { to: '/parts#' },
  { to: { pathname: '/parts', search: '?q=pad' } },
])('a link is written as the router writes it: %j', (props) => {
  const ofRouter = written((its) => <RouterLink discover="none" {...its} />, props);
  expect(attributesOf(written(Link, props))).toEqual(attributesOf(ofRouter));
});

/** The order of attributes means nothing. */
function attributesOf(html: string): string[] {
  const [tag = '', ...inside] = html.split('>');
  return [...(tag.match(/[\w-]+="[^"]*"/g) ?? []).toSorted(), ...inside];
}
