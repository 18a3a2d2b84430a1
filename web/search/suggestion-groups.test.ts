import { expect, test } from 'vitest';
import { nothingSuggested, nothingUnderstood } from '#contract/nothing-searched.ts';
import type { Suggestions } from '#contract/search.ts';
import { groupsOf } from './suggestion-groups.ts';

const plain = { ...nothingUnderstood, readAs: 'brake disc' };
const none: Suggestions = { ...nothingSuggested, understood: plain };
const id = '6f1c2d3e-0000-4000-8000-000000000001';

test('nothing is suggested where nothing is found', () => {
  expect(groupsOf('xyz', none)).toEqual([]);
});

test('suggests parts with price and the reason of the match, shelves with counts, brands, numbers, and everything', () => {
  const match = { kind: 'oe', number: '8A0 319 812', maker: 'Volkswagen' } as const;
  const groups = groupsOf('brkae disc golf', {
    parts: [
      {
        _id: id,
        name: 'Brake disc',
        partNumber: 'BD-3122',
        brand: 'Brakkenfeld',
        image: '/pictures/brake-disc.webp',
        imageAlt: '',
        price: 42,
        match,
      },
    ],
    categories: [{ id: 'brakes', name: 'Braking', parts: 1054 }],
    types: [{ id: 'brake-disc', name: 'Brake disc', parts: 14, category: 'brakes' }],
    brands: [{ name: 'Brakkenfeld' }],
    numbers: [match],
    total: { count: 500, more: true },
    understood: {
      ...plain,
      corrected: [{ typed: 'brkae', as: 'brake' }],
      readAs: 'brake disc golf',
      types: [{ id: 'brake-disc', name: 'Brake disc' }],
      vehicle: { make: 'Volkswagen', model: 'Golf', year: 2015, engine: null },
    },
  });
  expect(groups).toEqual([
    {
      label: 'Showing brake disc golf',
      options: [
        {
          to: '/parts?q=brkae+disc+golf&exact=yes',
          text: 'Search for “brkae disc golf” instead',
        },
      ],
    },
    {
      label: 'Parts',
      options: [
        {
          to: `/parts/brake-disc-${id}`,
          text: 'Brake disc',
          detail: 'BD-3122 · Brakkenfeld · OE number 8A0 319 812 (Volkswagen)',
          picture: '/pictures/brake-disc.webp',
          end: '$42.00',
          part: { _id: id, name: 'Brake disc', partNumber: 'BD-3122' },
        },
      ],
    },
    {
      label: 'In categories',
      half: true,
      options: [
        { to: '/parts?type=brake-disc', text: 'Brake disc', end: '14' },
        { to: '/parts?category=brakes', text: 'Braking', end: '1,054' },
      ],
    },
    {
      label: 'Brands',
      half: true,
      options: [{ to: '/parts?brand=Brakkenfeld', text: 'Brakkenfeld' }],
    },
    {
      label: 'Numbers',
      options: [
        {
          to: '/parts?q=8A0+319+812',
          text: '8A0 319 812',
          detail: 'OE number 8A0 319 812 (Volkswagen)',
        },
      ],
    },
    {
      label: 'Brake disc · Volkswagen Golf 2015',
      options: [{ to: '/parts?q=brkae+disc+golf', text: 'Show all', end: '500+ parts' }],
    },
  ]);
});

test('of every list that is suggested, what fits the remembered vehicle comes first', () => {
  const groups = groupsOf(
    'brkae',
    {
      ...none,
      categories: [{ id: 'brakes', name: 'Braking', parts: 1054 }],
      types: [{ id: 'brake-disc', name: 'Brake disc', parts: 14, category: 'brakes' }],
      brands: [{ name: 'Brakkenfeld' }],
      numbers: [{ kind: 'own', number: 'BD-3122', maker: '' }],
      total: { count: 500, more: true },
      understood: { ...plain, corrected: [{ typed: 'brkae', as: 'brake' }] },
    },
    { make: 'Volkswagen', model: 'Golf', year: 2015 },
  );
  const golf = 'make=Volkswagen&model=Golf&year=2015&fit=first';
  expect(groups.flatMap(({ options }) => options.map(({ to }) => to))).toEqual([
    `/parts?q=brkae&exact=yes&${golf}`,
    `/parts?type=brake-disc&${golf}`,
    `/parts?category=brakes&${golf}`,
    `/parts?brand=Brakkenfeld&${golf}`,
    `/parts?q=BD-3122&${golf}`,
    `/parts?q=brkae&${golf}`,
  ]);
});
