import { useEffect, useState } from 'react';
import type { PartType } from '#contract/part-lists.ts';
import { call } from '#web/api/call.ts';

let asked: Promise<readonly PartType[]> | undefined;

/** All part types, asked for once: they change with a release of the shop only. */
export function partTypes(): Promise<readonly PartType[]> {
  asked ??= call('listPartTypes', {}).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** A part type by its id: undefined while it is not there, 'failed' when it cannot be had. */
export function usePartType(id: string, first: PartType | null): PartType | 'failed' | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly type: PartType | 'failed' }>();
  useEffect(() => {
    if (id === '' || id === first?.id) return undefined;
    let left = false;
    const show = (type: PartType | 'failed') => left || setFound({ id, type });
    partTypes().then(
      (types) => show(types.find((type) => type.id === id) ?? 'failed'),
      () => show('failed'),
    );
    return () => void (left = true);
  }, [id, first]);
  if (id === '') return undefined;
  if (id === first?.id) return first;
  return found?.id === id ? found.type : undefined;
}
