/**
 * Steps that each answer the whole list, one after the other: of two at once, the list of the older could come last, or that of
 * the newer be read before the older was done.
 */
export function inTurn<Answer>() {
  let before: Promise<void> = Promise.resolve();
  let whose = {};
  return {
    /** For another account: earlier steps count no more. */
    startAnew(): void {
      whose = {};
      before = Promise.resolve();
    },

    take(
      step: () => Promise<Answer>,
      took: (answer: Answer) => void,
      failed: (error: unknown) => void,
    ): void {
      const mine = whose;
      const run = async () => {
        if (mine !== whose) return;
        try {
          const answer = await step();
          if (mine === whose) took(answer);
        } catch (error) {
          if (mine === whose) failed(error);
        }
      };
      before = before.then(run, run);
    },
  };
}
