import type { ToolChange, ToolEffect } from '../../../src/protocol/requests.js';
import { program } from '../api/studio.js';
import { EditorLink } from '../look/editor-link.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { writeView } from '../runs/run-view.js';
import { usersOf } from './users-of.js';

/** Names the agents that have a tool, with a link to the runs that called it. */
export function UsedBy({ tool }: { readonly tool: string }) {
  const users = usersOf(program.value, tool);
  if (users === undefined) return null;
  if (users.length === 0) return <p class="soft small">No agent of this program has it.</p>;
  return (
    <p class="small">
      <Text text={`Used by ${new Intl.ListFormat('en').format(users)}`} /> ·{' '}
      <a href={formatRoute({ page: 'runs', query: writeView({ tool }) })}>Runs that called it</a>
    </p>
  );
}

export function Effects({ effects }: { readonly effects: readonly ToolEffect[] }) {
  return (
    <section class="card stack" aria-label="Effects">
      <h2>What its code can do</h2>
      {effects.length === 0 && <p class="soft">The code has no effects.</p>}
      <ul class="stack tight">
        {effects.map(({ effect, path, omitted }, index) => (
          <li key={index}>
            <details>
              <summary>
                <span
                  class={`tag ${effect === 'fs.write' || effect === 'process' || effect === 'eval' ? 'warn' : ''}`}
                >
                  <Line text={effect} />
                </span>
              </summary>
              <ul class="effect-path mono">
                {path.map(({ file, line, text }, step) => (
                  <li key={step}>
                    {omitted !== undefined && step === path.length / 2 && (
                      <span class="soft">… {omitted} calls … </span>
                    )}
                    <EditorLink file={file} line={line}>
                      {`${file}:${line}`}
                    </EditorLink>{' '}
                    <Text text={text} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the differences from the lock. */
export function Changes({ changes }: { readonly changes: readonly ToolChange[] }) {
  return (
    <section class="card stack" aria-label="Changes of the contract">
      <h2>Changed since the lock</h2>
      <ul class="stack tight">
        {changes.map((change, index) => (
          <li key={index} class="head">
            <span class={`tag ${change.verdict === 'breaking' ? 'bad' : 'good'}`}>
              <Line text={change.verdict} />
            </span>
            <code>
              <Text text={`${change.side} ${change.path}`} />
            </code>
            <Text text={change.message} />
          </li>
        ))}
      </ul>
    </section>
  );
}
