import { lazy, Suspense, useEffect, useId, useRef, type FocusEvent } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { searchIn } from '#contract/search-text-rules.ts';
import { mayBecomeVin, vinAmong } from '#contract/vin-rules.ts';
import { paths } from '#web/paths.ts';
import { useSearchKey } from './search-key.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useMyVehicle } from '#web/vehicle/my-vehicle.ts';
import { openChooser } from '#web/vehicle/open-chooser.ts';
import { noteTyped } from '#web/vehicle/typed-vehicle.ts';
import { vehicleEntries } from '#web/vehicle/vehicle-address.ts';
import { inSight } from './suggest-state.ts';
import { suggestionId } from './suggestion-id.ts';
import { keysOf, useSuggestions, type Suggest } from './use-suggestions.ts';

/** What only somebody who types needs is loaded then; what cannot be loaded is as when the shop cannot be asked. */
const loadList = () => import('./suggestions.tsx');
const suggestFromShop: Suggest = async (text, signal) => {
  const [{ suggestFromShop: ask }] = await Promise.all([
    import('./suggest-from-shop.ts'),
    loadList(),
  ]);
  return ask(text, signal);
};

const Suggestions = lazy(async () => ({ default: (await loadList()).Suggestions }));

const looks = {
  header: {
    label: 'Parts',
    input:
      'h-11 rounded-field border border-white/40 bg-white/10 text-white placeholder:text-white/75 focus:border-white focus:bg-white focus:text-[#1c2126] focus:placeholder:text-[#53575c] pe-10',
    icon: 'text-white/85 group-focus-within:text-[#1c2126]',
  },
  hero: {
    label: 'Parts, from the home page',
    input:
      'h-13 rounded-s-field border border-white bg-white text-[#1c2126] placeholder:text-[#53575c] pe-3',
    icon: 'text-[#1c2126]',
  },
} as const;

/**
 * The one search box of the shop, in the header of every page and in the hero of the home page: a plain GET form, which
 * suggests while somebody types once the page's scripts run.
 */
export function SearchBox({ look }: { look: keyof typeof looks }) {
  const list = useId();
  const navigate = useNavigate();
  const { state, dispatch } = useSuggestions(suggestFromShop);
  const { field, setTyping, words, view } = useSearchOfPage();
  useSearchKey(field);
  const close = () => dispatch({ kind: 'closed' });
  const goOn = () => {
    setTyping(false);
    close();
  };
  const groups = state.open ? (state.found?.groups ?? []) : [];
  const shown = inSight(state) > 0;
  const follow = (place: number) => {
    const chosen = groups.flatMap(({ options }) => options)[place];
    goOn();
    if (chosen) void navigate(chosen.to);
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  return (
    <Form
      role="search"
      aria-label={looks[look].label}
      action={paths.parts}
      onSubmit={(event) => {
        goOn();
        if (isVinPosted(field.current)) event.preventDefault();
        // On a phone the keyboard goes, so that the list can be seen.
        field.current?.blur();
      }}
      onBlur={left}
      className="group relative flex w-full"
    >
      <Icon
        name="search"
        className={`pointer-events-none absolute start-3.5 top-1/2 size-5 -translate-y-1/2 ${looks[look].icon}`}
      />
      <input
        ref={field}
        name="q"
        type="search"
        role="combobox"
        aria-label="Search parts"
        placeholder="Part, number or vehicle"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        defaultValue={words}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={state.active < 0 ? undefined : suggestionId(list, state.active)}
        aria-keyshortcuts="/"
        onChange={({ currentTarget: { value } }) => {
          setTyping(true);
          // A VIN is in no address, not even in that of suggestions, nor is its beginning.
          dispatch({ kind: 'typed', text: mayBecomeVin(value) ? '' : value });
        }}
        onKeyDown={keysOf(state, dispatch, follow)}
        className={`search-field w-full min-w-0 ps-11 text-base ${looks[look].input}`}
      />
      <Kept view={view} />
      {look === 'hero' && (
        <button
          type="submit"
          className="btn btn-primary rounded-e-field h-13 flex-none rounded-s-none px-6 text-base font-semibold shadow-none"
        >
          Search
        </button>
      )}
      {look === 'header' && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute end-2.5 top-1/2 grid h-6 min-w-6 -translate-y-1/2 place-items-center rounded-sm border border-white/30 text-xs text-white/85 group-focus-within:hidden max-lg:hidden noscript:hidden"
        >
          /
        </kbd>
      )}
      {shown && (
        <Suspense>
          <Suggestions id={list} groups={groups} active={state.active} onFollow={goOn} />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {state.open && state.found ? countedInWords(inSight(state)) : ''}
      </p>
    </Form>
  );
}

/** What stays beside the words: how the list is shown, and the remembered vehicle, whose parts come first. */
function Kept({ view }: { view: 'table' | undefined }) {
  const mine = useMyVehicle();
  const kept = [
    ...(view === undefined ? [] : [['view', view] as const]),
    ...(mine ? [...vehicleEntries(mine), ['fit', 'first'] as const] : []),
  ];
  return kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** Posts what may be a VIN instead of searching for it; anything else is noted, because it may name a vehicle. */
function isVinPosted(field: HTMLInputElement | null): boolean {
  const vin = vinAmong(field?.value ?? '');
  if (field === null || vin === undefined) {
    noteTyped(field?.value ?? '');
    return false;
  }
  field.value = '';
  openChooser(vin);
  return true;
}

function countedInWords(count: number): string {
  if (count === 0) return 'No suggestions. Enter searches all parts.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

/**
 * The field shows the words of the list in sight, also after Back; what is typed before the scripts run is kept, and what somebody
 * is typing while a page is loading, until they go on with it (`setTyping`). The next list is seen as this one is.
 */
function useSearchOfPage() {
  const { pathname, search, key } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  const isTyped = useRef(false);
  const setTyping = (is: boolean) => {
    isTyped.current = is;
  };
  // As the server reads it, so that both draw the same.
  const wanted = pathname === paths.parts ? searchIn(new URLSearchParams(search)) : undefined;
  const words = wanted?.q ?? '';
  useEffect(() => {
    const isTyping = isTyped.current && document.activeElement === field.current;
    const kept = isFirst.current || isTyping;
    isFirst.current = false;
    if (field.current && !kept) field.current.value = words;
    // By the key, because a suggestion that is followed may lead to a list of the same words, or to the one in sight.
  }, [words, key]);
  return { field, setTyping, words, view: wanted?.view };
}
