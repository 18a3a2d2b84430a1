import { describe, expect, it } from 'vitest';
import { keepReturnPath, returnPath, safeReturnPath } from './return-path.ts';

describe('after signing in', () => {
  it.each([
    '/dashboard/my-orders',
    '/purchase/1?quantity=200#form',
    '/parts?q=brake%20disc',
    '/a//b',
    '/%2F%2Fevil.example',
  ])('one comes back to %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    undefined,
    null,
    7,
    { toString: () => '/dashboard' },
  ])('%j leads to the start page', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });

  it('nobody is sent back to a sign-in form', () => {
    expect(
      ['/login', '/register', '/forget-password', '/google-done?mode=popup'].map(safeReturnPath),
    ).toEqual(['/', '/', '/', '/']);
  });

  it('one comes back to the last page that was no sign-in form', () => {
    expect(returnPath()).toBe('/');
    keepReturnPath({ pathname: '/parts', search: '?q=brake', hash: '#top' });
    keepReturnPath({ pathname: '/login', search: '', hash: '' });
    expect(returnPath()).toBe('/parts?q=brake#top');
  });
});
