import { useEffect, type RefObject } from 'react';

/** `/` anywhere on the page goes to the search field, unless somebody types or the field waits out of sight. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping() || document.querySelector('dialog[open]')) return;
      if (!field.current?.checkVisibility({ visibilityProperty: true })) return;
      event.preventDefault();
      field.current.focus();
      field.current.select();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [field]);
}

function isTyping(): boolean {
  const at = document.activeElement;
  return (
    at instanceof HTMLElement &&
    (at.isContentEditable || at.matches('input, textarea, select, [role="combobox"]'))
  );
}
