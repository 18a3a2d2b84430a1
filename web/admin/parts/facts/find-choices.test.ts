import { expect, test } from 'vitest';
import type { PartType } from '#contract/part-lists.ts';
import { matchingTypes } from './find-choices.ts';

const type = (name: string, categoryName: string, ...otherNames: string[]): PartType => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  category: categoryName.toLowerCase(),
  categoryName,
  fit: 'vehicle',
  weight: null,
  otherNames,
  attributes: [],
});
const types = [
  type('Wheel brake cylinder', 'Braking', 'Radbremszylinder'),
  type('Brake disc', 'Braking', 'Brake rotor', 'Bremsscheibe'),
  type('Oil filter', 'Filters', 'Ölfilter'),
];
const found = (typed: string) =>
  matchingTypes(types, typed).map(({ text, detail }) => `${text} (${detail})`);

test.each([
  ['', ['Wheel brake cylinder (Braking)', 'Brake disc (Braking)', 'Oil filter (Filters)']],
  ['brake', ['Brake disc (Braking)', 'Wheel brake cylinder (Braking)']],
  ['DISC brake', ['Brake disc (Braking)']],
  ['rotor', ['Brake disc (Brake rotor · Braking)']],
  ['scheibe', ['Brake disc (Bremsscheibe · Braking)']],
  ['olfilter', ['Oil filter (Ölfilter · Filters)']],
  ['filters oil', ['Oil filter (Filters)']],
  ['clutch', []],
])(
  '%j finds part types by name, other names in both languages and category: %j',
  (typed, names) => {
    expect(found(typed)).toEqual(names);
  },
);
