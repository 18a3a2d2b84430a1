import { imageAt } from '#contract/image-rules.ts';
import type { Suggestion } from '#web/search/suggestion-groups.ts';
import { suggestionId } from '#web/search/suggestion-id.ts';

/** Parts that may be meant, below the field, which keeps the focus. */
export function NumberOptions(props: {
  id: string;
  options: readonly Suggestion[];
  active: number;
  onTake: (option: Suggestion) => void;
}) {
  const { id, options, active, onTake } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggested parts"
      className="border-base-300 bg-base-100 rounded-box shadow-float absolute start-0 top-full z-20 mt-2 max-h-96 w-[min(32rem,calc(100vw-2rem))] overflow-y-auto border p-2"
    >
      {options.map((option, place) => (
        <div
          key={option.to}
          id={suggestionId(id, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          ref={(item) => {
            if (place === active) item?.scrollIntoView({ block: 'nearest' });
          }}
          className={`rounded-field flex min-h-13 cursor-pointer items-center gap-3 border-s-3 px-3 py-1.5 ${
            place === active
              ? 'border-primary bg-primary/9'
              : 'hover:bg-base-content/5 border-transparent'
          }`}
          // A press must not take the focus from the field, which would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
          onKeyDown={(event) => event.key === 'Enter' && onTake(option)}
        >
          <span className="bg-tile block h-9 w-12 flex-none overflow-hidden rounded-sm">
            <img
              src={imageAt(option.picture ?? '', 320)}
              alt=""
              width={48}
              height={36}
              className="size-full object-cover mix-blend-multiply"
            />
          </span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="block text-[0.9375rem]">{option.text}</span>
            <span className="quiet figures block text-sm">{option.detail}</span>
          </span>
          <span className="figures flex-none font-semibold">{option.end}</span>
        </div>
      ))}
    </div>
  );
}
