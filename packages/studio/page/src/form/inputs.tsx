import { isRecord, type JsonValue, visibleLine } from '@toolwright/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Text } from '../look/text.js';
import type { Field } from './field.js';
import { readNumber } from './number-text.js';
import { readJsonText } from './read-json-text.js';

export interface InputProps {
  readonly id: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  /** Whether the text is hidden until the user shows it. */
  readonly isSecret?: boolean;
  readonly field: Field;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** A text input. An empty field has no value, unless the user chooses the empty string. */
export function TextInput(props: InputProps) {
  const { field, value, onChange, isSecret = false } = props;
  const [isShown, setShown] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const isHidden = isSecret && !isShown;
  const isLong = (field.kind === 'text' && field.isLong) || text.includes('\n');
  const isWholeNumber = field.kind === 'text' && field.isWholeNumber;
  const attributes = {
    ...common(props),
    ...(isWholeNumber && { inputMode: 'numeric' as const, class: 'numbers short' }),
    value: text,
    placeholder: value === '' ? 'empty text' : placeholder(field),
  };
  const change = (text: string) => onChange(text === '' ? undefined : text);
  return (
    <div class="input-row">
      {isLong ? (
        <textarea
          rows={4}
          class={isHidden ? 'hidden-letters' : undefined}
          {...attributes}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : isHidden ? (
        <input type="password" {...attributes} onInput={({ currentTarget }) => change(currentTarget.value)} />
      ) : (
        <input type="text" {...attributes} onInput={({ currentTarget }) => change(currentTarget.value)} />
      )}
      {isSecret && (
        <button type="button" class="quiet" aria-controls={props.id} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span class="hidden-text"> the entered text</span>
        </button>
      )}
      <TextTools {...props} />
    </div>
  );
}

function TextTools({ field, value, onChange, id }: InputProps) {
  const format = field.kind === 'text' ? field.format : undefined;
  const now = new Date().toISOString();
  if (format === 'date-time' || format === 'date' || format === 'time') {
    const text = { 'date-time': now, date: now.slice(0, 10), time: now.slice(11) }[format];
    return (
      <>
        {format !== 'time' && <DatePicker id={id} format={format} value={value} onChange={onChange} />}
        <button type="button" onClick={() => onChange(text)}>
          {format === 'date' ? 'Today' : 'Now'}
        </button>
      </>
    );
  }
  // An empty text is no number.
  if (field.kind === 'text' && field.isWholeNumber) return null;
  if (value === undefined) {
    return (
      <button
        type="button"
        class="quiet empty-text"
        title="Send an empty string"
        onClick={() => onChange('')}
      >
        ""<span class="hidden-text"> Send an empty string</span>
      </button>
    );
  }
  return value === '' ? (
    <button type="button" class="quiet" onClick={() => onChange(undefined)}>
      Leave out
    </button>
  ) : null;
}

interface DatePickerProps extends Pick<InputProps, 'id' | 'value' | 'onChange'> {
  readonly format: 'date' | 'date-time';
}

/** The browser's date picker, next to the text input. */
function DatePicker({ id, format, value, onChange }: DatePickerProps) {
  const isDate = format === 'date';
  const shown = typeof value === 'string' ? localForm(value, isDate) : '';
  const pick = (text: string) => {
    if (text === '') return;
    onChange(isDate ? text : new Date(text).toISOString());
  };
  return (
    <input
      class="picker"
      type={isDate ? 'date' : 'datetime-local'}
      id={`${id}-picker`}
      aria-label="Calendar"
      value={shown}
      onChange={({ currentTarget }) => pick(currentTarget.value)}
    />
  );
}

function localForm(text: string, isDate: boolean): string {
  if (isDate) return text;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A number input. Any other text is kept unchanged. */
export function NumberInput(props: InputProps) {
  const { value, onChange, field } = props;
  const [text, setText] = useState(shownNumber(value));
  // If the value was set by something else, e.g. an example or the JSON view, it replaces the typed text.
  const isOwn = readNumber(text) === value;
  return (
    <input
      {...common(props)}
      type="text"
      inputMode="decimal"
      class="numbers short"
      value={isOwn ? text : shownNumber(value)}
      placeholder={placeholder(field)}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readNumber(currentTarget.value));
      }}
    />
  );
}

function shownNumber(value: JsonValue | undefined): string {
  return value === undefined ? '' : String(value);
}

export function BooleanInput(props: InputProps) {
  const options = [true, false].map((value) => ({ value, label: String(value) }));
  return <ChoiceInput {...props} field={{ ...props.field, kind: 'choice', options }} />;
}

export function ChoiceInput(props: InputProps) {
  const { field, value, onChange } = props;
  if (field.kind !== 'choice') return null;
  const index = field.options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value));
  const isOther = value !== undefined && index === -1;
  const unset = field.default === undefined ? 'choose…' : `default: ${JSON.stringify(field.default)}`;
  const description = field.options[index]?.description;
  return (
    <>
      <select
        {...common(props)}
        value={isOther ? 'other' : String(index)}
        onChange={({ currentTarget }) => onChange(field.options[Number(currentTarget.value)]?.value)}
      >
        <option value="-1">
          {visibleLine(props.isRequired || field.default !== undefined ? unset : 'not set')}
        </option>
        {field.options.map((option, each) => (
          <option key={option.label} value={String(each)}>
            {visibleLine(option.label)}
          </option>
        ))}
        {isOther && <option value="other">{visibleLine(JSON.stringify(value))}</option>}
      </select>
      {description !== undefined && (
        <div class="field-help">
          <Text text={description} />
        </div>
      )}
    </>
  );
}

export function NullInput({ id, value, onChange }: InputProps) {
  return (
    <label class="check">
      <input
        id={id}
        type="checkbox"
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : undefined)}
      />
      null
    </label>
  );
}

/** A JSON input. While the text is invalid, the last valid value is kept and an error is shown. */
export function JsonInput(props: InputProps) {
  const { value, onChange } = props;
  const [text, setText] = useState(() => shownJson(value));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const own = useRef(value);
  useEffect(() => {
    if (JSON.stringify(own.current) === JSON.stringify(value)) return;
    own.current = value;
    setText(shownJson(value));
    setProblem(undefined);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    const read = next.trim() === '' ? { ok: true as const, value: undefined } : readJsonText(next);
    setProblem(read.ok ? undefined : read.message);
    if (!read.ok) return;
    own.current = read.value;
    onChange(read.value);
  };
  return (
    <>
      <textarea
        {...common(props)}
        class="code"
        rows={isRecord(value) || Array.isArray(value) ? 5 : 2}
        value={text}
        placeholder='JSON, such as "text", 12 or {"name": 1}'
        spellcheck={false}
        aria-invalid={props.isInvalid || problem !== undefined}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <div class="field-help bad" aria-live="polite">
        {problem}
      </div>
    </>
  );
}

function shownJson(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

function common({ id, describedBy, isInvalid, isRequired, isSecret }: InputProps) {
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
    'aria-required': isRequired,
    // Prevents browsers from filling in saved passwords.
    autocomplete: isSecret ? 'new-password' : 'off',
  };
}

function placeholder(field: Field): string {
  if (field.default !== undefined) return `default: ${JSON.stringify(field.default)}`;
  if (field.kind !== 'text') return '';
  if (field.format === 'date-time') return '2026-11-26T09:00:00Z';
  if (field.format === 'date') return '2026-11-26';
  return '';
}
