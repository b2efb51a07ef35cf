import { contentText, formatCost, formatCount, formatDuration, visibleText } from '@toolwright/contract';
import { formatStack } from '@toolwright/logger';
import { findMarkdown } from '../markdown/read-markdown.js';
import type { RunReply } from '../protocol/requests.js';
import { noteOf } from '../timeline/note-of.js';
import { RunSteps, type StepRow } from '../timeline/run-steps.js';
import type { ModelStep, Step, ToolStep } from '../timeline/step.js';
import { escapeHtml, writeMarkdown } from './write-markdown.js';

/**
 * Writes a run as one HTML file that needs nothing else: no script, no request, also by its policy. All texts are escaped, so markup in
 * them is text.
 */
export function exportHtml({ summary, entries }: Omit<RunReply, 'more'>): string {
  const record = new RunSteps();
  record.add(entries);
  const rows = record.rows();
  const own = rows.flatMap(({ step }) => (step.run.runId === summary.runId ? step : []));
  const start = own.find((step) => step.kind === 'start');
  const end = own.findLast((step) => step.kind === 'end');
  const result = end?.kind === 'end' ? end.result : undefined;
  const input = start?.kind === 'start' ? contentText(start.event.input) : summary.input;
  const { runId, agent, model, status, startedAt, durationMs, usage, cost, recorded, toolCalls } = summary;
  const count = (value: number | undefined) => value?.toLocaleString('en-US');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Status', status],
    ['Agent', agent],
    ['Model', model],
    ['Started', new Date(startedAt).toISOString()],
    ['Time', durationMs === undefined ? undefined : formatDuration(durationMs)],
    ['Tokens in', count(usage?.inputTokens)],
    ['Tokens out', count(usage?.outputTokens)],
    ['Tokens from the record', recorded && count(recorded.inputTokens + recorded.outputTokens)],
    ['Cost', cost === undefined ? undefined : formatCost(cost)],
    ['Tool calls', count(toolCalls)],
    ['Run', runId],
  ];
  return page(input === '' ? `Run of ${agent}` : input, [
    list(facts),
    summary.partial ? '<p class="bad">The run was too long, so parts of it are missing.</p>' : '',
    ...(result?.errors ?? []).map((message) => part('Error', message, 'bad')),
    part('Ended without a result', summary.interrupted, 'bad'),
    part('Input', input),
    answer(result?.finalResponse),
    `<h2>${formatCount(rows.length, 'step')}</h2>`,
    ...rows.map((row) => stepHtml(row, rows[0]?.step.startedAt ?? 0)),
  ]);
}

function page(title: string, parts: readonly string[]): string {
  const heading = escapeHtml(visibleText(title).slice(0, 200));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${parts.filter(Boolean).join('\n')}
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 20px 0 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
dt, .soft { color: light-dark(#4e5b5b, #a3b1b1); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 4px 0 10px; padding: 10px 12px; border: 1px solid light-dark(#d5dbdb, #2c3638); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
details { border-top: 1px solid light-dark(#d5dbdb, #2c3638); border-left: 2px solid transparent; padding: 5px 0 5px 8px; }
details details { margin-left: 8px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th, td { border: 1px solid light-dark(#d5dbdb, #2c3638); padding: 3px 8px; text-align: start; }
.markdown { overflow-wrap: anywhere; }
.markdown p { white-space: pre-line; margin: 8px 0; }
.bad { color: light-dark(#b3261e, #ff9a90); }
${Array.from({ length: 8 }, (_, depth) => `.d${depth + 1} { margin-left: ${(depth + 1) * 20}px; border-left-color: light-dark(#848f90, #6f7d7f); }`).join('\n')}
`;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** @param value a text or JSON. Left out if it is undefined or empty */
function part(title: string, value: unknown, tone = ''): string {
  if (value === undefined || value === null || value === '') return '';
  return `<h2 class="${tone}">${escapeHtml(title)}</h2>\n<pre dir="auto">${escapeHtml(visibleText(textOf(value)))}</pre>`;
}

/** Shows an answer as what its Markdown means. The reply of the model keeps the text. */
function answer(text: string | undefined): string {
  const blocks = findMarkdown(text ?? '');
  if (blocks === undefined) return part('Answer', text);
  return `<h2>Answer</h2>\n<div class="markdown" dir="auto">${writeMarkdown(blocks)}</div>`;
}

function list(facts: readonly (readonly [string, string | undefined])[]): string {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  const items = known.map(
    ([name, value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(visibleText(value))}</dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function stepHtml({ step, depth }: StepRow, start: number): string {
  const { title, isBad = false, parts } = describe(step);
  const times = [
    durationOf(step),
    step.isMistimed ? '' : `+${((step.startedAt - start) / 1_000).toFixed(2)} s`,
    step.replayed ? 'from the record' : '',
  ];
  const name = escapeHtml(visibleText(title).slice(0, 300));
  return `<details class="d${Math.min(depth, 8)}">
<summary><strong${isBad ? ' class="bad"' : ''}>${name}</strong> <span class="soft">${escapeHtml([step.kind, ...times].filter(Boolean).join(' · '))}</span></summary>
${parts.filter(Boolean).join('\n')}
</details>`;
}

function durationOf(step: Step): string {
  if (step.isMistimed || (step.kind !== 'model' && step.kind !== 'tool')) return '';
  const duration = step.kind === 'tool' ? step.durationMs : (step.endedAt ?? Number.NaN) - step.startedAt;
  return duration === undefined || !(duration >= 0) ? '' : formatDuration(duration);
}

interface Described {
  readonly title: string;
  readonly isBad?: boolean;
  readonly parts: readonly string[];
}

/** Never throws, because steps in untrusted logs may be incomplete. */
function describe(step: Step): Described {
  try {
    const described = describeStep(step);
    if (!('thrown' in step) || step.thrown === undefined) return described;
    return { ...described, parts: [...described.parts, part('Stack', formatStack(step.thrown))] };
  } catch {
    return { title: step.kind, isBad: true, parts: ['<p>The record of this step is damaged.</p>'] };
  }
}

function describeStep(step: Step): Described {
  switch (step.kind) {
    case 'start':
      return { title: step.run.agent, parts: [part('Input', contentText(step.event.input))] };
    case 'model':
      return describeModel(step);
    case 'tool':
      return describeTool(step);
    case 'approval':
      return {
        title: 'Waiting for approval',
        parts: step.calls.map(({ name, arguments: text }) => part(name, text)),
      };
    case 'mark':
      return { title: noteOf(step)?.text ?? step.mark, parts: [part('Event', step.event)] };
    case 'end': {
      const { status, finalResponse, errors } = step.result;
      return {
        title: status,
        isBad: errors.length > 0,
        parts: [answer(finalResponse), ...errors.map((message) => part('Error', message, 'bad'))],
      };
    }
    default:
      return step satisfies never;
  }
}

function describeModel(step: ModelStep): Described {
  const { message, text, reasoning, retries, exchanges, usage, run, answeredBy } = step;
  return {
    title: answeredBy ?? run.model ?? 'model',
    parts: [
      part('Usage', usage),
      ...retries.map(({ attempt, reason }) => part(`Retry ${attempt}`, reason)),
      part('Reasoning', message?.reasoning ?? reasoning.join('')),
      part('Text', message === undefined ? text.join('') : message.content),
      part('Refusal', message?.refusal),
      ...(message?.tool_calls ?? []).map((call) =>
        part(`Call of ${call.function.name}`, call.function.arguments),
      ),
      ...exchanges.flatMap(({ request, reply }) => [
        part(`Request: ${request.method} ${request.url}`, request.body),
        part(`Reply: ${reply?.status ?? 'none'}`, reply?.error ?? reply?.body),
      ]),
    ],
  };
}

function describeTool({ name, arguments: text, outcome, logs }: ToolStep): Described {
  const isBad = outcome !== undefined && outcome.error !== null;
  return {
    title: name,
    isBad,
    parts: [
      part('Arguments', text),
      part(
        'Logs',
        logs
          .map(({ message, data }) => (data === undefined ? message : `${message} ${textOf(data)}`))
          .join('\n'),
      ),
      isBad ? part('Error', outcome.error, 'bad') : part('Result', outcome?.result),
      outcome === undefined ? '<p>The call has not finished.</p>' : '',
    ],
  };
}
