import { formatDuration } from '@toolwright/contract';
import { useMemo, useState } from 'preact/hooks';
import type { RunSummary } from '../../../src/protocol/requests.js';
import type { RunSteps } from '../../../src/timeline/run-steps.js';
import type { Exchange, ModelStep } from '../../../src/timeline/step.js';
import { Part } from '../look/blocks.js';
import { CopyButton } from '../look/copy-button.js';
import { type Fact, Facts, usageFacts } from '../look/facts.js';
import { ContentView } from '../look/result/result-view.js';
import { TextResult } from '../look/result/text-result.js';
import { shortenBase64 } from '../look/shorten-base64.js';
import { Code, JsonCode, Line, Text } from '../look/text.js';
import { BranchReply } from './branch-reply.js';
import { ModelSettings } from './model-settings.js';
import { readWireMessages } from './read-wire-messages.js';
import { WireView } from './wire-view.js';

interface ModelDetailsProps {
  readonly step: ModelStep;
  readonly record: RunSteps;
  readonly summary: RunSummary;
}

type Tab = 'reply' | 'messages' | 'wire';

export function ModelDetails(props: ModelDetailsProps) {
  const { step } = props;
  const [tab, setTab] = useState<Tab>('reply');
  const tabs: readonly (readonly [Tab, string])[] = [
    ['reply', 'Reply'],
    ['messages', step.messages === undefined ? 'Messages' : `Messages (${step.messages})`],
    ['wire', `Wire (${step.exchanges.length})`],
  ];
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.stopPropagation();
    const at = tabs.findIndex(([name]) => name === tab);
    const next = tabs[(at + by + tabs.length) % tabs.length]?.[0] ?? 'reply';
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Request to the model" onKeyDown={move}>
        {tabs.map(([name, label]) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls="model-panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id="model-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} class="stack">
        {tab === 'reply' && <Reply {...props} />}
        {tab === 'messages' && <Messages exchanges={step.exchanges} />}
        {tab === 'wire' && <WireView exchanges={step.exchanges} />}
      </div>
    </>
  );
}

function Reply({ step, record, summary }: ModelDetailsProps) {
  const { message: assistant, reasoning, retries } = step;
  const thoughts = reasoning.join('') || assistant?.reasoning || '';
  const text = assistant?.content ?? (assistant === undefined ? step.text.join('') : '');
  const reply = record.replyNumber(step);
  return (
    <>
      <Facts facts={factsOf(step)} />
      <ModelSettings step={step} />
      {retries.map(({ attempt, delayMs, reason }) => (
        <p key={attempt} class="soft small">
          <span class="tag warn">retry {attempt}</span> after {formatDuration(delayMs)}:{' '}
          <Text text={reason} />
        </p>
      ))}
      {thoughts !== '' && (
        <details open={assistant === undefined}>
          <summary>Reasoning</summary>
          <Code label="Reasoning" text={thoughts} />
        </details>
      )}
      <Part title="Text">
        <div class="card reply-text">
          {text === '' ? (
            <span class="soft">{step.endedAt === undefined ? 'Nothing yet.' : 'No text.'}</span>
          ) : (
            <TextResult text={text} label="Text" isProse />
          )}
        </div>
      </Part>
      {assistant?.refusal && (
        <Part title="Refusal">
          <Text text={assistant.refusal} />
        </Part>
      )}
      {assistant?.tool_calls?.map((call) => (
        <Part key={call.id} title={`Call to ${call.function.name}`}>
          <JsonCode label={`Arguments of ${call.function.name}`} text={call.function.arguments} />
        </Part>
      ))}
      {assistant !== undefined &&
        reply !== undefined &&
        step.run.runId === summary.runId &&
        summary.controllable && (
          <BranchReply
            runId={summary.runId}
            agent={summary.agent}
            step={reply}
            text={assistant.content ?? ''}
            calls={assistant.tool_calls ?? []}
          />
        )}
    </>
  );
}

function factsOf({ usage, rawFinishReason, answeredBy, run }: ModelStep): readonly Fact[] {
  const model = answeredBy ?? [run.provider, run.model].filter(Boolean).join('/');
  return [['Model', model || undefined], ...usageFacts(usage), ['Ended with', rawFinishReason || undefined]];
}

const KNOWN_ROLES = new Set(['system', 'user', 'assistant', 'model', 'tool', 'function_call_output']);

/** Shows the sent messages, read from the body of the last request. */
function Messages({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const body = exchanges.at(-1)?.request.body;
  const messages = useMemo(() => (body === undefined ? undefined : readWireMessages(body)), [body]);
  if (messages === undefined) {
    return (
      <p class="soft">
        The messages cannot be shown, because the request was not recorded, is too long to be recorded as a
        whole, or has an unknown format. See “Wire”.
      </p>
    );
  }
  return (
    <>
      {messages.map(({ role, text, media }, index) => (
        <div key={index} class="message">
          <div class="row-line">
            <span class={`tag role-${KNOWN_ROLES.has(role) ? role : 'other'}`}>
              <Line text={role} />
            </span>
            <span class="push">
              <CopyButton label="Copy" text={() => text} />
            </span>
          </div>
          <Text text={shortenBase64(text)} class={text.startsWith('{') ? 'mono' : ''} />
          {media !== undefined && <ContentView parts={media} label={`Message ${index + 1}`} />}
        </div>
      ))}
    </>
  );
}
