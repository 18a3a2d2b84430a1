import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Import, ImportState } from '#contract/imports.ts';
import { noCounts, sampleImport } from '#test/sample-import.ts';
import { CheckedImport, reasonNotToApply } from './checked-import.tsx';
import { FinishedImport } from './finished-import.tsx';
import { changeInPercent } from './guards.tsx';
import { ImportSteps } from './import-steps.tsx';
import { stateWords } from './import-words.ts';
import { ImportsTable } from './imports-table.tsx';
import { quarterInWords, RunningImport } from './running-import.tsx';

function render(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** What is read, without the markup. */
function textOf(element: ReactNode): string {
  return render(element)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
}

const found = { rows: 1000, added: 900, changed: 50, same: 40, archived: 0, refused: 10 };
const checked: Import = { ...sampleImport, state: 'checked', found };
const loaded = (of: Import) => ({ import: of, faults: [], examples: [] });

test('each state marks one step as the present one, and done ones as done', () => {
  for (const state of Object.keys(stateWords) as ImportState[]) {
    const html = render(<ImportSteps state={state} />);
    expect(html.match(/aria-current="step"/g), state).toHaveLength(1);
  }
  const steps = (state: Import['state']) => textOf(<ImportSteps state={state} />);
  expect(steps('checked')).toBe(' File , done Columns , done 3 Check 4 Apply ');
  expect(steps('applied')).toBe(' File , done Columns , done Check , done Apply , done ');
  expect(render(<ImportSteps state="checked" toColumns="?show=columns" />)).toMatch(
    /<a[^>]*href="[^"]*\?show=columns"[^>]*>Columns</,
  );
  expect(steps('failed')).toBe(' 1 File 2 Columns 3 Check 4 Apply ');
});

test('a checked import shows counts that add up, and names how many parts it will write', () => {
  const text = textOf(<CheckedImport loaded={loaded(checked)} />);
  for (const shown of ['1,000', '900', '50', '40', '10', 'Apply to 950 parts'])
    expect(text).toContain(shown);
  expect(text).toContain('This will add 900 parts and change 50 parts.');
});

test('a checked import is applied as the check that is shown', () => {
  const html = render(<CheckedImport loaded={loaded({ ...checked, check: 3 })} />);
  expect(html).toContain('<input type="hidden" name="check" value="3"/>');
});

test('an import is applied only when each question is ticked', () => {
  const guards = (['price', 'stock'] as const).map((guard) => ({ guard, count: 3, examples: [] }));
  const reason = (...ticked: string[]) => reasonNotToApply(true, guards, new Set(ticked));
  expect(reason()).toBe('2 questions are not ticked yet.');
  expect(reason('price')).toBe('One question is not ticked yet.');
  expect(reason('price', 'stock')).toBeUndefined();
  expect(reasonNotToApply(false, [], new Set())).toBe(
    'There is nothing to apply: no part would change.',
  );
});

test('a file of which every part is the same so far can be applied: the night may change them', () => {
  const same = { ...checked, found: { ...noCounts, rows: 5, same: 5 } };
  const shown = <CheckedImport loaded={loaded(same)} />;
  expect(render(shown)).toMatch(/<button[^>]*type="submit"/);
  expect(textOf(shown)).toContain('the same so far 5');
  expect(textOf(shown)).toContain('No part would change so far.');
  expect(textOf(shown)).not.toContain('There is nothing to apply');
});

test('an import that says that parts are the same so far says what becomes of them', () => {
  expect(textOf(<CheckedImport loaded={loaded(checked)} />)).toContain(
    'Parts that are the same so far are set, too, if orders or edits change them before.',
  );
  const none = { ...checked, found: { ...found, same: 0 } };
  expect(textOf(<CheckedImport loaded={loaded(none)} />)).not.toContain('so far are set');
});

test('a file of which no row can be used offers no button that would apply it', () => {
  const wrong = { ...checked, found: { ...noCounts, rows: 5, refused: 5 } };
  expect(render(<CheckedImport loaded={loaded(wrong)} />)).not.toContain('type="submit"');
});

test('running work is shown with how far it is, and said in four quarters', () => {
  const running: Import = { ...checked, state: 'applying', progress: { done: 300, of: 950 } };
  const html = render(
    <RunningImport found={running} step="applying" isLost={false} onAsk={() => {}} />,
  );
  expect(html).toContain('300 of 950 parts');
  expect(html).toMatch(
    /<progress[^>]*max="950"[^>]*value="300"|<progress[^>]*value="300"[^>]*max="950"/,
  );
  const said = [0, 100, 240, 499, 500, 949, 950].map((done) => quarterInWords('Begun', done, 950));
  expect(new Set(said)).toEqual(
    new Set(['Begun.', '25 percent done.', '50 percent done.', '75 percent done.']),
  );
  expect(quarterInWords('Begun', 5, null)).toBe('Begun.');
});

test('pictures that are being taken are counted before the parts', () => {
  const pictures = { archive: null, of: 40, done: 12, lacking: 0 };
  const text = (state: ImportState, done: number) =>
    textOf(
      <RunningImport
        found={{ ...checked, state, pictures: { ...pictures, done } }}
        step={state as 'applying'}
        isLost={false}
        onAsk={() => {}}
      />,
    );
  expect(text('applying', 12)).toContain('12 of 40 pictures');
  expect(text('applying', 40)).toContain('parts');
  expect(text('checking', 0)).not.toContain('pictures');
});

test('a check that only misses pictures says that the parts go in without them', () => {
  const fault = { row: 2, column: 'Bild', value: 'a.jpg', reason: 'No.', step: 'check' } as const;
  const text = (refused: number, lacking: number) => {
    const of = {
      ...checked,
      found: { ...found, refused },
      pictures: { ...checked.pictures, lacking },
    };
    return textOf(<CheckedImport loaded={{ ...loaded(of), faults: [fault] }} />);
  };
  expect(text(0, 1)).toMatch(/1 picture cannot be had The parts go in without these pictures\./);
  expect(text(2, 3)).toMatch(
    /2 rows cannot be used and 3 pictures cannot be had The rows are left out; the others go in\. The parts/,
  );
});

test('while the shop does not answer the page says so and offers Retry', () => {
  const lost = (isLost: boolean) =>
    textOf(<RunningImport found={checked} step="checking" isLost={isLost} onAsk={() => {}} />);
  expect(lost(true)).toMatch(/The shop does not answer.*Retry/);
  expect(lost(false)).not.toContain('Retry');
});

test('an undoing cannot be stopped', () => {
  const stop = (step: 'applying' | 'undoing') =>
    render(<RunningImport found={checked} step={step} isLost={false} onAsk={() => {}} />);
  expect(stop('applying')).toContain('<button');
  expect(stop('undoing')).not.toContain('<button');
});

test('an applied import can be undone while it is among the last five', () => {
  const applied: Import = { ...checked, state: 'applied', done: found };
  const text = (of: Import) => textOf(<FinishedImport loaded={loaded(of)} />);
  expect(text({ ...applied, undoable: true })).toContain('Undo this import');
  expect(text(applied)).toContain('Only the last 5 imports can be undone.');
  expect(text({ ...applied, state: 'undone' })).not.toContain('can be undone');
  expect(text({ ...applied, done: { ...noCounts, same: 5 }, undoable: true })).not.toContain(
    'Undo',
  );
});

test('an applied import counts the rows that the check refused, and those that it refused itself', () => {
  const fault = { row: 2, column: 'Price', value: '9', reason: 'No.', step: 'apply' } as const;
  const text = (refused: number) => {
    const of: Import = {
      ...checked,
      state: 'applied',
      found: { ...found, refused: 0 },
      done: { ...found, refused },
    };
    return textOf(<FinishedImport loaded={{ ...loaded(of), faults: [fault] }} />);
  };
  expect(text(3)).toContain('3 rows could not be used Mend them');
  expect(text(1)).toContain('1 row could not be used Mend them');
});

test('an import that was stopped says what it did and what it left', () => {
  const stopped: Import = { ...checked, state: 'stopped', done: { ...noCounts, added: 100 } };
  expect(textOf(<FinishedImport loaded={loaded(stopped)} />)).toContain(
    '100 parts added. 890 parts of the file were left as they were.',
  );
  // Of those that were the same, ten had changed since.
  const half = { ...stopped, done: { ...noCounts, added: 900, changed: 60, same: 10 } };
  expect(textOf(<FinishedImport loaded={loaded(half)} />)).toContain(
    '20 parts of the file were left as they were.',
  );
  const failed = { ...stopped, failure: 'The shop could not go on with it.' };
  expect(textOf(<FinishedImport loaded={loaded(failed)} />)).toContain(
    'The shop could not go on with it. 100 parts added.',
  );
});

test('a file of stock changes is not to be uploaded again as a whole while its changes are booked', () => {
  const columns = [{ header: 'Delivered', field: 'stockChange', samples: ['50'] }];
  const done = { ...noCounts, changed: 100 };
  const fault = { row: 2, column: 'Price', value: 'x', reason: 'No.', step: 'check' } as const;
  const text = (of: Partial<Import>) =>
    textOf(
      <FinishedImport
        loaded={{ ...loaded({ ...checked, columns, done, ...of }), faults: [fault] }}
      />,
    );
  expect(text({ state: 'stopped', undoable: true })).toContain(
    'were left as they were. Undo this import first, then upload the file again: a stock change that is booked already would be booked twice.',
  );
  expect(text({ state: 'stopped' })).toContain(
    'Upload only the rows that are left: a stock change',
  );
  expect(text({ state: 'applied' })).toContain(
    'Import only the mended rows: the stock changes of the others would be booked twice.',
  );
  expect(text({ state: 'stopped', done: noCounts })).toContain(
    'Upload the file again to go on: what is done already counts as the same.',
  );
  expect(text({ state: 'applied', columns: [] })).toContain(
    'Mend them in the file and import it again.',
  );
});

test('what could not be taken back is named with its reason', () => {
  const undone: Import = { ...checked, state: 'undone', notUndone: 1 };
  const fault = {
    row: 7,
    column: 'Part number',
    value: 'BD-7',
    reason: 'It was changed.',
    step: 'undo',
  } as const;
  const text = textOf(<FinishedImport loaded={{ ...loaded(undone), faults: [fault] }} />);
  expect(text).toContain('1 part could not be taken back');
  expect(text).toMatch(/Row 7 Part number BD-7 It was changed\./);
});

test('changes of numbers are said in percent too, others are not', () => {
  const pairs = [
    ['$23.00', '$32.50'],
    ['18000', '900'],
    ['$1200.00', '$1200.00'],
    ['0', '5'],
    ['on sale', 'deleted'],
  ] as const;
  expect(pairs.map(([before, after]) => changeInPercent(before, after))).toEqual([
    ' (+41 %)',
    ' (−95 %)',
    ' (0 %)',
    '',
    '',
  ]);
});

test('the list says what came of each import', () => {
  const failed: Import = { ...sampleImport, state: 'failed', failure: 'It ends in a quoted cell.' };
  const applied: Import = { ...checked, state: 'applied', done: found };
  const undone: Import = { ...checked, state: 'undone', notUndone: 2 };
  const imports = [failed, checked, applied, undone].map((one, at) => ({
    ...one,
    _id: String(at),
  }));
  const text = textOf(<ImportsTable imports={imports} />);
  for (const shown of [
    'It ends in a quoted cell.',
    'Would add 900 parts and change 50 parts',
    '900 parts added and 50 parts changed',
    '2 could not be taken back',
  ])
    expect(text).toContain(shown);
});
