import { afterEach, expect, test, vi } from 'vitest';
import { askVin } from './ask-vin.ts';

const vin = '1HGCM82633A004352';
const answer = { vehicles: [], hasCheckDigit: true };
const shopAnswers = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
afterEach(() => vi.unstubAllGlobals());

test('a VIN is answered, or refused with a sentence', async () => {
  const { signal } = new AbortController();
  shopAnswers(200, answer);
  expect(await askVin(vin, signal)).toEqual({ kind: 'answered', answer });
  shopAnswers(422, { error: 'invalid_input', message: 'This is no VIN.' });
  expect(await askVin(vin, signal)).toEqual({ kind: 'refused', message: 'This is no VIN.' });
});

test('what comes for a VIN after another was asked about says nothing, neither an answer nor a failure', async () => {
  for (const outcome of [() => Response.json(answer), () => Promise.reject(new Error('ended'))]) {
    const older = new AbortController();
    vi.stubGlobal('fetch', async () => {
      older.abort();
      return outcome();
    });
    expect(await askVin(vin, older.signal)).toBeUndefined();
  }
});
