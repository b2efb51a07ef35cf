import { formatDuration } from '@toolwright/contract';
import { useMemo } from 'preact/hooks';
import type { Exchange } from '../../../src/timeline/step.js';
import { CopyButton } from '../look/copy-button.js';
import { Facts } from '../look/facts.js';
import { shortenBase64 } from '../look/shorten-base64.js';
import { JsonCode, Line, Text } from '../look/text.js';

export function WireView({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  if (exchanges.length === 0) {
    return (
      <p class="soft">
        Nothing was recorded. Studio records the wire for its own runs, and for programs that use{' '}
        <code>connectStudio()</code>.
      </p>
    );
  }
  return (
    <>
      {exchanges.map(({ request, reply }, index) => (
        <section key={request.exchange} class="stack tight" aria-label={`Request ${index + 1}`}>
          <div class="row-line">
            <span class="tag">
              <Line text={request.method} />
            </span>
            <Line text={request.url} class="mono" />
          </div>
          <Headers headers={request.headers} />
          <Body label="Request" text={request.body} omitted={request.omitted} />
          {reply === undefined ? (
            <p class="soft">No reply yet.</p>
          ) : (
            <>
              <div class="row-line numbers">
                <span class={`tag ${(reply.status ?? 500) < 400 ? 'good' : 'bad'}`}>
                  {reply.status ?? 'no reply'}
                </span>
                <span class="soft small">after {formatDuration(reply.durationMs)}</span>
              </div>
              {reply.error !== undefined && (
                <p class="bad">
                  <Text text={reply.error} />
                </p>
              )}
              <Headers headers={reply.headers} />
              <Body label="Reply" text={reply.body} omitted={reply.omitted} />
            </>
          )}
        </section>
      ))}
    </>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary class="small">Headers ({entries.length})</summary>
      <Facts class="mono" facts={entries} />
    </details>
  );
}

function Body({
  label,
  text,
  omitted = 0,
}: {
  readonly label: string;
  readonly text: string;
  readonly omitted?: number | undefined;
}) {
  return (
    <>
      <JsonCode label={label} text={useMemo(() => shortenBase64(text), [text])} />
      <div class="actions">
        <CopyButton label={`Copy ${label.toLowerCase()}`} text={() => text} />
        {omitted > 0 && (
          <span class="soft small">{omitted.toLocaleString('en-US')} characters were left out.</span>
        )}
      </div>
    </>
  );
}
