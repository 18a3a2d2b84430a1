import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { DemoPart } from './catalogue.ts';
import type { DemoPerson } from './people.ts';

export type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** A moment before the first start. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - Math.round(days * dayMs));
}

/** Parts keep their address from machine to machine: the id is made from brand and part number (RFC 9562, version 8). */
export function partId(part: DemoPart): string {
  const hash = createHash('sha256').update(`${part.brand} ${part.partNumber}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export function brandRows(parts: readonly DemoPart[]): Row<'brands'>[] {
  const names = new Set(parts.map(({ brand }) => brand));
  return [...names].map((name) => ({ name, name_key: partNumberKey(name) }));
}

export function partRows(parts: readonly DemoPart[], now: Date): Row<'parts'>[] {
  const ids = new Map(parts.map((part) => [part.partNumber, partId(part)]));
  return parts.map((part) => ({
    ...partRow(part, now),
    replaced_by: part.replacedBy === undefined ? null : (ids.get(part.replacedBy) ?? null),
  }));
}

function partRow(part: DemoPart, now: Date): Row<'parts'> {
  const created = daysBefore(now, part.ageInDays);
  return {
    id: partId(part),
    name: part.name,
    brand: part.brand,
    part_number: part.partNumber,
    part_number_key: partNumberKey(part.partNumber),
    category_id: part.categoryId,
    type_id: part.partTypeId,
    attributes: JSON.stringify(part.attributes),
    image_alt: part.imageAlt,
    description: part.description,
    image: part.image,
    price_cents: part.priceCents,
    order_quantity: part.orderQuantity,
    quantity_step: part.quantityStep ?? null,
    largest_order: part.largestOrder ?? null,
    pack_label: part.packLabel ?? null,
    price_breaks: JSON.stringify(part.priceBreaks ?? []),
    in_stock: part.inStock,
    created_at: created,
    updated_at: created,
    archived_at: null,
  };
}

export function numberRows(part: DemoPart): Row<'part_numbers'>[] {
  return part.numbers.map((one) => ({
    part_id: partId(part),
    ...one,
    number_key: partNumberKey(one.number),
  }));
}

export function pictureRows(part: DemoPart): Row<'part_pictures'>[] {
  return part.pictures.map((one, index) => ({
    part_id: partId(part),
    position: index + 1,
    ...one,
  }));
}

export function fitmentRows(part: DemoPart): Row<'fitments'>[] {
  return part.fitments.map(({ yearFrom, yearTo, ...one }) => ({
    part_id: partId(part),
    ...one,
    year_from: yearFrom,
    year_to: yearTo,
  }));
}

/** Who somebody is to the identity service; people without a sign-in are known to nobody but this shop. */
export interface SignIn {
  issuer: string;
  subject: string;
}

export function userRow(person: DemoPerson, signIn: SignIn | undefined, now: Date): Row<'users'> {
  const created = daysBefore(now, person.joinedDaysAgo);
  const id = newId(created);
  return {
    id,
    ...(signIn ?? { issuer: 'demo', subject: id }),
    email: person.email,
    email_verified: true,
    name: person.name,
    role: person.account === 'admin' ? 'admin' : null,
    phone: person.phone,
    address: person.address,
    created_at: created,
    updated_at: created,
    replaced_at: null,
  };
}
