import { visibleLine, visibleText } from '@toolwright/contract';
import { useMemo, useState } from 'preact/hooks';
import { indentJson } from './indent-json.js';

/** Longer text is shown in chunks of this length, because browsers are slow to lay out a million characters. */
const PART = 20_000;

/** Shows untrusted text without markup. Makes characters visible that hide or reorder text. */
export function Text({ text: given, class: name = '' }: { readonly text: string; readonly class?: string }) {
  const text = asText(given);
  const [shown, setShown] = useState(PART);
  const rest = text.length - shown;
  return (
    <>
      <span class={`text ${name}`} dir="auto">
        {visibleText(text.slice(0, shown))}
      </span>
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 5 * PART)}>
          Show more ({rest.toLocaleString('en-US')} characters)
        </button>
      )}
    </>
  );
}

/** Shows the start of untrusted text on one line. */
export function Line({ text: given, class: name = '' }: { readonly text: string; readonly class?: string }) {
  const text = asText(given);
  return (
    <span class={`one-line ${name}`} dir="auto">
      {visibleLine(text.slice(0, 300))}
    </span>
  );
}

/** Shows code or text in a monospace font. */
export function Code({ text: given, label }: { readonly text: string; readonly label: string }) {
  const text = asText(given);
  const [shown, setShown] = useState(PART);
  const rest = text.length - shown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <figure class="code-block" tabIndex={0} aria-label={label}>
      {visibleText(text.slice(0, shown))}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 5 * PART)}>
          Show more ({rest.toLocaleString('en-US')} characters)
        </button>
      )}
    </figure>
  );
}

/** Shows indented JSON. Text that is not JSON is shown unchanged. */
export function JsonCode({ text, label }: { readonly text: string; readonly label: string }) {
  const indented = useMemo(() => indentJson(text), [text]);
  return <Code label={label} text={indented || '(empty)'} />;
}

/** Converts a value to a string, because untrusted logs may contain other values instead of strings. */
function asText(text: unknown): string {
  return typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
}
