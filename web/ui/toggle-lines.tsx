import { Icon } from './icon.tsx';

interface Toggled {
  /** What it opens, such as 'Lines of list UB-…'. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The button that opens a list to its lines, and closes it. */
export function ToggleLines({ label, isOpen, onToggle }: Toggled) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={label}
      onClick={onToggle}
      className="control hover:bg-base-200 grid size-12 flex-none place-items-center rounded-md border"
    >
      <Icon name="down" className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  );
}
