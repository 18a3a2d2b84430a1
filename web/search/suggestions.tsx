import { imageAt } from '#contract/image-rules.ts';
import { useColorScheme } from '#web/ui/color-scheme.ts';
import type { Suggestion, SuggestionGroup } from './suggestion-groups.ts';
import { suggestionId } from './suggestion-id.ts';
import { Link } from '#web/ui/link.tsx';

/** The suggestions below a search box; the focus stays in the field. */
export function Suggestions(props: {
  id: string;
  groups: readonly SuggestionGroup[];
  active: number;
  onFollow: () => void;
}) {
  const { id, groups, active, onFollow } = props;
  const scheme = useColorScheme();
  const starts = startsOf(groups);
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      data-theme={scheme}
      className="border-base-300 bg-base-100 text-base-content shadow-float absolute top-full z-40 max-lg:-inset-x-4 max-lg:mt-2.5 max-lg:md:-inset-x-6 lg:start-0 max-h-[calc(100dvh-8rem)] overflow-y-auto overscroll-contain border p-2 lg:grid lg:grid-cols-2 text-start lg:rounded-box max-lg:border-x-0 lg:mt-2 lg:w-160 lg:max-h-[calc(100dvh-6rem)]"
    >
      {groups.map(({ label, options, half }, group) => (
        <div
          key={label}
          role="group"
          aria-labelledby={`${id}-group-${group}`}
          className={half ? 'min-w-0' : 'min-w-0 lg:col-span-2'}
        >
          <p
            id={`${id}-group-${group}`}
            role="presentation"
            className="quiet border-s-3 border-transparent px-3 pt-2 pb-1 text-xs font-semibold"
          >
            {label}
          </p>
          {options.map((option, index) => {
            const place = (starts[group] ?? 0) + index;
            return (
              <Option
                key={option.to}
                id={suggestionId(id, place)}
                option={option}
                active={place === active}
                onFollow={onFollow}
              />
            );
          })}
        </div>
      ))}
      <p
        aria-hidden="true"
        className="quiet border-s-3 border-transparent px-3 pt-2 pb-1 text-xs max-lg:hidden lg:col-span-2"
      >
        <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close
      </p>
    </div>
  );
}

/** The place of each group's first option. */
function startsOf(groups: readonly SuggestionGroup[]): readonly number[] {
  let next = 0;
  return groups.map(({ options }) => {
    const start = next;
    next += options.length;
    return start;
  });
}

function Option(props: { id: string; option: Suggestion; active: boolean; onFollow: () => void }) {
  const { id, active, onFollow } = props;
  const { to, text, detail, picture, end } = props.option;
  return (
    <Link
      to={to}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      ref={(item) => {
        if (active) item?.scrollIntoView({ block: 'nearest' });
      }}
      className={`rounded-field flex items-center gap-3 border-s-3 px-3 py-1.5 ${
        picture === undefined ? 'min-h-11 lg:min-h-9' : 'min-h-15 lg:min-h-13'
      } ${active ? 'border-primary bg-primary/9' : 'hover:bg-base-content/5 border-transparent'}`}
      // A press must not take the focus from the field, which would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFollow}
    >
      {picture !== undefined && (
        <span className="bg-tile block h-9 w-12 flex-none overflow-hidden rounded-sm">
          <img
            src={imageAt(picture, 320)}
            alt=""
            width={48}
            height={36}
            className="size-full object-cover mix-blend-multiply"
          />
        </span>
      )}
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="block text-[0.9375rem] lg:truncate">{text}</span>
        {detail !== undefined && detail !== '' && (
          <span className="quiet figures block text-sm lg:truncate">{detail}</span>
        )}
      </span>
      {end !== undefined && (
        <span
          className={`figures flex-none ${picture === undefined ? 'quiet text-sm' : 'font-semibold'}`}
        >
          {end}
        </span>
      )}
    </Link>
  );
}
