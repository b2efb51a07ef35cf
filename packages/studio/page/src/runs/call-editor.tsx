import { useId } from 'preact/hooks';
import { Text } from '../look/text.js';
import { type EditedCall, problemOf } from './edited-call.js';

interface CallEditorProps {
  readonly number: number;
  readonly call: EditedCall;
  /** The names to suggest. */
  readonly tools: readonly string[];
  readonly onChange: (call: EditedCall) => void;
  readonly onRemove: () => void;
}

export function CallEditor({ number, call, tools, onChange, onRemove }: CallEditorProps) {
  const id = useId();
  const problem = problemOf(call);
  return (
    <fieldset class="stack tight">
      <legend>Call {number}</legend>
      <div class="row-line">
        <label class="hidden-text" for={`${id}-name`}>
          Tool of call {number}
        </label>
        <input
          id={`${id}-name`}
          class="mono grow"
          list={`${id}-tools`}
          placeholder="Tool"
          spellcheck={false}
          value={call.name}
          aria-invalid={problem?.name !== undefined}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => onChange({ ...call, name: currentTarget.value })}
        />
        <datalist id={`${id}-tools`}>
          {tools.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="button" aria-label={`Remove call ${number}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      <label class="hidden-text" for={`${id}-arguments`}>
        Arguments of call {number} as JSON
      </label>
      <textarea
        id={`${id}-arguments`}
        class="code"
        rows={4}
        spellcheck={false}
        value={call.text}
        aria-invalid={problem?.text !== undefined}
        aria-describedby={`${id}-problem`}
        onInput={({ currentTarget }) => onChange({ ...call, text: currentTarget.value })}
      />
      <div id={`${id}-problem`} class="field-help bad" aria-live="polite">
        <Text text={[problem?.name, problem?.text].filter(Boolean).join(' ')} />
      </div>
    </fieldset>
  );
}
