import {
  contentText,
  formatCount,
  formatDuration,
  shortenText,
  type Usage,
  visibleLine,
  wantsColor,
} from '@toolwright/contract';
import type { ModelStep, NoteStep, TimelineRun, TimelineStep, ToolStep } from '@toolwright/studio';
import type { CliIo } from '../../process/cli-io.js';

/** Longer text is truncated, because the tree is an overview. */
const MAX_TEXT = 200;

interface Line {
  readonly text: string;
  readonly below?: readonly Line[];
}

/** Formats a run as a tree of lines. */
export function printRun(
  run: TimelineRun,
  { stdout, env }: Pick<CliIo, 'stdout' | 'env'>,
  redact: (text: string) => string,
): string {
  const isColored = wantsColor(stdout, env);
  const show = (text: string): string => shortenText(visibleLine(redact(text)), MAX_TEXT);
  const paint: Style['paint'] = (color, text) =>
    isColored ? `\u001b[${CODES[color]}m${text}\u001b[0m` : text;
  return draw(runLine(run, { paint, show })).join('\n');
}

/** ANSI codes. */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

interface Style {
  readonly paint: (color: keyof typeof CODES, text: string) => string;
  readonly show: (text: string) => string;
}

function runLine(run: TimelineRun, style: Style): Line {
  const { paint, show } = style;
  const { agent, status, input, durationMs, usage, cost, answer, errors, steps, otherRuns } = run;
  const facts = [
    // A log does not show whether its program is still running.
    status === 'running' ? 'no end on record' : status,
    ...durationFacts(durationMs),
    ...describeUsage(usage),
    ...(cost === undefined ? [] : [`$${cost.toFixed(4)}`]),
    run.runId,
  ].map(show);
  const question = { text: `${paint('dim', 'input')} ${show(contentText(input))}` };
  const ends = [
    ...errors.map((error) => ({ text: paint('red', `error ${show(error)}`) })),
    ...(answer === undefined ? [] : [{ text: `${paint('dim', 'answer')} ${show(answer)}` }]),
  ];
  return {
    text: `${paint('bold', show(agent))} ${paint('dim', facts.join(' · '))}`,
    below: [
      question,
      ...steps.map((step) => stepLine(step, style)),
      ...otherRuns.map((other) => runLine(other, style)),
      ...ends,
    ],
  };
}

function stepLine(step: TimelineStep, style: Style): Line {
  switch (step.kind) {
    case 'model':
      return modelLine(step, style);
    case 'tool':
      return toolLine(step, style);
    case 'note':
      return noteLine(step, style);
    default:
      return step satisfies never;
  }
}

function modelLine({ iteration, endedAt, durationMs, usage, text, retries }: ModelStep, style: Style): Line {
  const { paint, show } = style;
  const facts = [
    ...(endedAt === undefined ? ['no reply'] : durationFacts(durationMs)),
    ...describeUsage(usage),
  ];
  return {
    text: inLine(paint('cyan', `model ${iteration}`), factsText(facts, style), show(text)),
    below: retries.map(({ reason, delayMs }) => ({
      text: paint('yellow', `retry after ${formatDuration(delayMs)}: ${show(reason)}`),
    })),
  };
}

function toolLine(step: ToolStep, style: Style): Line {
  const { paint, show } = style;
  const { name, arguments: text, durationMs, outcome, runs, calls } = step;
  const marks = (['repeated', 'early', 'denied', 'byProvider'] as const).filter((mark) => step[mark]);
  const facts = [...(outcome === undefined ? ['no result'] : durationFacts(durationMs)), ...marks];
  return {
    text: inLine(paint('green', show(name)), show(text), factsText(facts, style)),
    below: [
      ...runs.map((run) => runLine(run, style)),
      ...calls.map((call) => toolLine(call, style)),
      ...(outcome === undefined ? [] : [outcomeLine(outcome, style)]),
    ],
  };
}

function outcomeLine(outcome: NonNullable<ToolStep['outcome']>, { paint, show }: Style): Line {
  if (outcome.error !== null) return { text: paint('red', `error ${show(outcome.error)}`) };
  return { text: show(JSON.stringify(outcome.result) ?? 'null') };
}

function noteLine({ level, text }: NoteStep, { paint, show }: Style): Line {
  return { text: paint(NOTE_COLORS[level], show(text)) };
}

const NOTE_COLORS = { info: 'dim', warning: 'yellow', error: 'red' } as const;

function inLine(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function factsText(facts: readonly string[], { paint }: Style): string {
  return facts.length === 0 ? '' : paint('dim', facts.join(' · '));
}

/** Formats a duration. Empty if the duration is unknown because the clock was changed in the meantime. */
function durationFacts(durationMs: number | undefined): string[] {
  return durationMs === undefined ? [] : [formatDuration(durationMs)];
}

function describeUsage(usage: Usage | undefined): string[] {
  if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return [];
  return [`${formatCount(usage.inputTokens)} in, ${formatCount(usage.outputTokens)} out`];
}

/** Returns the lines of a tree, including its branches. */
function draw({ text, below = [] }: Line): string[] {
  const lines = [text];
  for (const [index, line] of below.entries()) {
    const isLast = index === below.length - 1;
    const [first = '', ...rest] = draw(line);
    lines.push(`${isLast ? '└─' : '├─'} ${first}`, ...rest.map((one) => `${isLast ? '  ' : '│ '} ${one}`));
  }
  return lines;
}
