import { useState } from 'react';
import { currentSession } from '#web/session/session.ts';
import { storedDraft, type Draft } from '#web/ui/stored-draft.ts';

const fields = ['address', 'phone', 'poNumber', 'note'] as const;

/** What a customer typed of where a list goes. */
type ListDraft = Draft<(typeof fields)[number]>;

/**
 * What was typed in the dialog that orders a list. It is in the tab's session storage until the list is ordered, because the dialog is
 * left to mend lines, and another one begins with the address of the last order; by the customer's e-mail, as the order form's.
 */
export function useListDraft(email: string) {
  const [stored] = useState(() => draftOf(email));
  const [draft, setDraft] = useState(stored.read);
  return {
    draft,
    type(change: ListDraft) {
      const next = { ...draft, ...change };
      setDraft(next);
      stored.write(next);
    },
  };
}

/** The list is ordered, and its customer is told so. */
export function endListDraft(): void {
  draftOf(currentSession()?.email ?? '').remove();
}

const draftOf = (email: string) => storedDraft(`list-draft:${email}`, fields);
