import { imageAt } from '#contract/image-rules.ts';
import {
  choicesOf,
  sentOf,
  type Choice,
  type ComboboxEvent,
  type ComboboxState,
} from './combobox-state.ts';
import { ControlFrame, useControl, type FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';
import { useCombobox, type ComboboxUse } from './use-combobox.ts';

/** A text field that searches its choices as one types. Where no free text may stay, it can be cleared. */
export function Combobox(
  props: FieldFrame &
    ComboboxUse & {
      /** Said where nothing is found. */
      none?: string;
      disabled?: boolean;
      maxLength?: number | undefined;
    },
) {
  const { label, name, error, help, optional, free, disabled, maxLength } = props;
  const { state, dispatch, field, onKeyDown } = useCombobox(props);
  const { frame, control } = useControl(
    { label, name, error, help, optional },
    'input h-11 disabled:text-quiet',
  );
  const choices = choicesOf(state);
  const list = `${control.id}list`;
  const clearable = !free && !disabled && state.chosen !== undefined;
  return (
    <ControlFrame {...frame}>
      <div className="relative">
        <input
          {...control}
          ref={free ? field : undefined}
          name={free ? name : undefined}
          className={`${control.className} ${clearable ? 'pe-11' : ''}`}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={choices.length > 0 ? list : undefined}
          aria-activedescendant={state.active < 0 ? undefined : `${list}${state.active}`}
          value={state.text}
          disabled={disabled}
          maxLength={maxLength}
          onChange={({ currentTarget }) => dispatch({ kind: 'typed', text: currentTarget.value })}
          onClick={() => dispatch({ kind: 'opened' })}
          onBlur={() => dispatch({ kind: 'left' })}
          onKeyDown={onKeyDown}
        />
        {!free && (
          <input ref={field} type="hidden" name={name} value={sentOf(state)} disabled={disabled} />
        )}
        {clearable && (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            className="text-quiet hover:text-base-content absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center"
            onClick={(event) => {
              dispatch({ kind: 'cleared' });
              event.currentTarget.parentElement?.querySelector('input')?.focus();
            }}
          >
            <Icon name="close" className="size-4" />
          </button>
        )}
        {state.open && (
          <Popup state={state} id={list} label={label} none={props.none} dispatch={dispatch} />
        )}
        <p role="status" className="sr-only">
          {(state.open || state.left) && sentenceOf(state, props.none)}
        </p>
      </div>
      {state.left && (
        <div className="quiet text-sm">
          <Unanswered state={state} dispatch={dispatch} />
        </div>
      )}
    </ControlFrame>
  );
}

/** What is found, below the field; the focus stays in the field. */
function Popup(props: {
  state: ComboboxState;
  id: string;
  label: string;
  none: string | undefined;
  dispatch: (event: ComboboxEvent) => void;
}) {
  const { state, id, label, none, dispatch } = props;
  const choices = choicesOf(state);
  const box =
    'rounded-field border-base-300 bg-base-100 shadow-float absolute inset-x-0 top-full z-20 mt-1 border';
  if (choices.length === 0)
    return (
      <div className={`${box} quiet px-3 py-3 text-sm`}>
        <Unanswered state={state} none={none} dispatch={dispatch} />
      </div>
    );
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={`${box} max-h-80 overflow-y-auto overscroll-contain py-1`}
    >
      {choices.map((choice, index) => (
        <Option
          key={choice.value}
          id={`${id}${index}`}
          choice={choice}
          active={index === state.active}
          onChoose={() => dispatch({ kind: 'chosen', choice })}
        />
      ))}
    </div>
  );
}

/** What is said instead of choices; a search that failed can be done again. The status says the sentence to screen readers. */
function Unanswered(props: {
  state: ComboboxState;
  none?: string | undefined;
  dispatch: (event: ComboboxEvent) => void;
}) {
  const { state, none, dispatch } = props;
  return (
    <>
      <span aria-hidden="true">{sentenceOf(state, none)}</span>
      {state.found === 'failed' && (
        <button
          type="button"
          className="link ms-2 min-h-6 font-semibold"
          // A press must not take the focus from the field, which would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => dispatch({ kind: 'retried' })}
        >
          Try again
        </button>
      )}
    </>
  );
}

function Option(props: { id: string; choice: Choice; active: boolean; onChoose: () => void }) {
  const { id, active, onChoose } = props;
  const { text, detail, picture } = props.choice;
  return (
    // The keys are those of the field (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      tabIndex={-1}
      role="option"
      aria-selected={active}
      ref={(item) => {
        if (active) item?.scrollIntoView({ block: 'nearest' });
      }}
      className={`flex min-h-11 cursor-pointer items-center gap-3 border-s-3 px-3 py-1.5 ${
        active ? 'border-primary bg-primary/9' : 'hover:bg-base-content/5 border-transparent'
      }`}
      // A press must not take the focus from the field, which would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {picture !== undefined && (
        <img
          src={imageAt(picture, 320)}
          alt=""
          width={40}
          height={40}
          className="bg-tile size-10 flex-none rounded-sm object-cover"
        />
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block">{text}</span>
        {detail !== undefined && detail !== '' && (
          <span className="quiet figures block text-sm">{detail}</span>
        )}
      </span>
    </div>
  );
}

function sentenceOf({ found }: ComboboxState, none = 'Nothing found.'): string {
  if (found === 'waiting') return 'Searching…';
  if (found === 'failed') return 'The choices are not available right now.';
  if (found.length === 0) return none;
  return found.length === 1 ? '1 result' : `${found.length} results`;
}
