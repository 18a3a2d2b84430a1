import type { ToldOrder } from './store.ts';

/** By what a customer books orders, each once; empty when there is nothing, or nothing that may be told. */
export function poNumbersOf(orders: readonly Pick<ToldOrder, 'po_number'>[]): string {
  const numbers = orders.map(({ po_number }) => po_number).filter((number) => number !== '');
  return [...new Set(numbers)].join(', ');
}

/** The fact that tells it. */
export function poNumberFact(poNumbers: string): readonly [label: string, value: string] {
  return ['Your PO number', poNumbers];
}
