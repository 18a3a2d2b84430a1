import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { acknowledged, byId, hasNoVin, Id, line, Moment } from './fields.ts';
import { ListLine, WrittenLines } from './order-list.ts';

/** Not that of another of the customer's lists, in capitals or not. */
const name = line(64);
/** The same as it is sent to be kept. */
const newName = name.check(hasNoVin);

/** A list that a customer keeps by name; `lines` counts them. */
export const SavedList = z.object({ _id: Id, name, lines: z.number(), updatedAt: Moment });
export type SavedList = z.infer<typeof SavedList>;

/** A line as it was when the list was saved. */
const SavedLine = z.extend(ListLine, {
  /** The part that the line meant then, and its price by the piece in dollars; null where it meant none, or several. */
  meant: z.nullable(z.object({ productId: Id, productName: z.string(), price: z.number() })),
});
export type SavedLine = z.infer<typeof SavedLine>;

/** A list with its lines. */
export const SavedListInFull = z.extend(SavedList, { lines: z.array(SavedLine) });

/** Lists that customers keep by name, to order them again. */
export const savedListCalls = {
  listSavedLists: {
    method: 'GET',
    path: '/my-lists',
    summary: 'The lists that the caller keeps by name, in the order of their names; 100 at most.',
    access: 'customer',
    answer: z.array(SavedList),
  },
  getSavedList: {
    method: 'GET',
    path: '/my-lists/{id}',
    summary: 'A list with its lines, and what they meant and cost when it was saved.',
    access: 'customer',
    params: byId,
    answer: SavedListInFull,
    errors: ['list_not_found'],
  },
  putSavedList: {
    method: 'PUT',
    path: '/my-lists/{id}',
    summary: 'Keep a list by name, or replace it, under an id that the client chooses.',
    access: 'customer',
    price: 20,
    params: byId,
    body: z.object({ name: newName, lines: WrittenLines.check(z.minLength(1)) }),
    ...acknowledged,
    errors: ['name_taken', 'too_many_lists'],
  },
  renameSavedList: {
    method: 'PATCH',
    path: '/my-lists/{id}',
    summary: 'Give a list another name.',
    access: 'customer',
    params: byId,
    body: z.object({ name: newName }),
    ...acknowledged,
    errors: ['list_not_found', 'name_taken'],
  },
  deleteSavedList: {
    method: 'DELETE',
    path: '/my-lists/{id}',
    summary: 'Forget a list; also when there is none.',
    access: 'customer',
    params: byId,
    ...acknowledged,
  },
} as const satisfies Record<string, Endpoint>;
