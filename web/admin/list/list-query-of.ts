import { vinAmong } from '#contract/vin-rules.ts';

/** What a list's form puts into the address; a VIN among the words is not, and is answered apart. */
export function listQueryOf(form: FormData): { query: URLSearchParams; vin: string | undefined } {
  const query = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === 'string' && value.trim() !== '') query.set(name, value.trim());
  }
  const vin = vinAmong(query.get('q') ?? '');
  if (vin !== undefined) query.delete('q');
  return { query, vin };
}
