import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

/** An account's vehicles at a shop that answers when it is told to. */
function garage() {
  let kept = ['A', 'B', 'C'];
  const waiting: (() => void)[] = [];
  const shown: unknown[] = [];
  const steps = inTurn<readonly string[]>();
  const remove = (name: string) => async () => {
    await new Promise<void>((answer) => waiting.push(answer));
    if (!kept.includes(name)) throw new Error(`no ${name}`);
    kept = kept.filter((one) => one !== name);
    return kept;
  };
  return {
    shown,
    steps,
    asked: () => waiting.length,
    press: (name: string) =>
      steps.take(
        remove(name),
        (vehicles) => shown.push(vehicles),
        (error) => shown.push(String(error)),
      ),
    /** Answers one of the requests that wait, and waits for what follows. */
    async answer(at = 0) {
      waiting.splice(at, 1)[0]?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('a step begins when the one before has its answer, so that no older list is shown last', async () => {
  const { press, answer, asked, shown } = garage();
  press('A');
  press('B');
  await answer(9);
  expect(asked()).toBe(1);
  await answer();
  expect(shown).toEqual([['B', 'C']]);
  await answer();
  expect(shown).toEqual([['B', 'C'], ['C']]);
});

it('a step that fails is told, and the next one is done', async () => {
  const { press, answer, shown } = garage();
  press('X');
  press('B');
  await answer(9);
  await answer();
  await answer();
  expect(shown).toEqual(['Error: no X', ['A', 'C']]);
});

it('what another account began is not shown, and what it had not begun is not done', async () => {
  const { press, answer, asked, shown, steps } = garage();
  press('A');
  press('B');
  await answer(9);
  steps.startAnew();
  press('C');
  await answer(9);
  expect(asked()).toBe(2);
  await answer(1);
  await answer();
  expect([shown, asked()]).toEqual([[['A', 'B']], 0]);
});
