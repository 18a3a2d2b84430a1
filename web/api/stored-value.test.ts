import { afterEach, expect, test, vi } from 'vitest';
import { storedValue } from './stored-value.ts';

afterEach(() => vi.unstubAllGlobals());

const upperCase = (raw: string | null) => ({ text: raw?.toUpperCase() ?? 'NONE' });

function storage(texts: Map<string, string>) {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

test('is what its text says, the same object while that is the same', () => {
  const texts = new Map([['a', 'golf']]);
  vi.stubGlobal('localStorage', storage(texts));
  const stored = storedValue('a', upperCase);
  expect(stored.read()).toEqual({ text: 'GOLF' });
  expect(stored.read()).toBe(stored.read());
  texts.set('a', 'jetta');
  expect(stored.read()).toEqual({ text: 'JETTA' });
  stored.write('passat');
  expect([texts.get('a'), stored.read()]).toEqual(['passat', { text: 'PASSAT' }]);
  stored.write(null);
  expect([texts.has('a'), stored.read()]).toEqual([false, { text: 'NONE' }]);
});

test('lasts as long as the page where storage is forbidden or full', () => {
  const texts = new Map([['a', 'golf']]);
  const full = () => {
    throw new Error('full');
  };
  vi.stubGlobal('localStorage', { ...storage(texts), setItem: full, removeItem: full });
  const stored = storedValue('a', upperCase);
  stored.write('jetta');
  expect([texts.get('a'), stored.read()]).toEqual(['golf', { text: 'JETTA' }]);
  stored.write(null);
  expect([texts.get('a'), stored.read()]).toEqual(['golf', { text: 'NONE' }]);
  // There is room again.
  vi.stubGlobal('localStorage', storage(texts));
  stored.write('passat');
  expect([texts.get('a'), stored.read()]).toEqual(['passat', { text: 'PASSAT' }]);
});
