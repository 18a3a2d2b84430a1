import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { byAge } from './sort-link.tsx';
import { WorkTable } from './work-table.tsx';

/** Of each head at an address: its direction and where its link leads. */
function headsAt(
  search: string,
): Record<string, readonly [string | undefined, string | undefined]> {
  const html = renderToString(
    <MemoryRouter initialEntries={[`/list${search}`]}>
      <WorkTable
        label="List"
        rows={[{ id: '1', name: 'Brake disc' }]}
        keyOf={({ id }) => id}
        note={undefined}
        columns={[
          { head: 'Name', sort: 'name', cell: ({ name }) => name },
          { head: 'Date', sort: byAge, cell: ({ id }) => id },
          { head: 'Action', cell: () => '' },
        ]}
      />
    </MemoryRouter>,
  );
  const heads = html.split('<th ').slice(1);
  return Object.fromEntries(
    heads.map((head) => [
      /(Name|Date|Action)/.exec(head)?.[1],
      [
        /aria-sort="([a-z]+)"/.exec(head)?.[1],
        /href="([^"]*)"/.exec(head.split('</th>')[0] ?? '')?.[1]?.replaceAll('&amp;', '&'),
      ],
    ]),
  );
}

test('a list that names no order is sorted by age, newest first', () => {
  expect(headsAt('')).toEqual({
    Name: ['none', '/list?sort=name'],
    Date: ['descending', '/list?sort=oldest'],
    Action: [undefined, undefined],
  });
});

test('a head sorts upwards, then downwards, then not; filters stay and the page does not', () => {
  const filters = '?q=disc&state=unpaid';
  const name = (search: string) => headsAt(search)['Name'];
  expect(name(`${filters}&cursor=abc&from=21`)).toEqual(['none', `/list${filters}&sort=name`]);
  expect(name(`${filters}&sort=name`)).toEqual(['ascending', `/list${filters}&sort=-name`]);
  expect(name(`${filters}&sort=-name&cursor=abc&from=21`)).toEqual([
    'descending',
    `/list${filters}`,
  ]);
  expect(headsAt('?sort=oldest')['Date']).toEqual(['ascending', '/list']);
});
