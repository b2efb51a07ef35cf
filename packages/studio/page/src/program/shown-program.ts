import { formatCount, isRecord } from '@toolwright/contract';
import type { RunSteps } from '../../../src/timeline/run-steps.js';
import type { ToolStep } from '../../../src/timeline/step.js';
import { parseBody } from '../runs/read-wire-messages.js';

/** A call that a program may make; see `ProgramPlan` of `@toolwright/code-mode`. */
export interface PlannedCall {
  readonly name: string;
  /** Whether the call may run more than once. */
  readonly isRepeated: boolean;
  readonly line: number;
}

/** A program, as the arguments of a call contain it. */
export interface ShownProgram {
  readonly code: string;
  /** The calls that it may make, if the arguments name them. */
  readonly plan?: readonly PlannedCall[];
  /** Set if it may call any tool. */
  readonly mayCallAny?: true;
}

/**
 * Reads a program from the arguments of a call: `{ code }`, or `{ code, calls, mayCallAny }` of a program that waits for its approval. Returns
 * undefined for other arguments, and for those with any other member, which the page would not show.
 */
export function findProgram(text: string): ShownProgram | undefined {
  if (typeof text !== 'string' || !text.includes('"code"')) return undefined;
  const args = parseBody(text);
  if (!isRecord(args)) return undefined;
  const { code, calls, mayCallAny, ...others } = args;
  if (typeof code !== 'string' || Object.keys(others).length > 0) return undefined;
  if (calls === undefined) return mayCallAny === undefined ? { code } : undefined;
  if (!Array.isArray(calls) || !calls.every(isPlanned)) return undefined;
  if (mayCallAny !== undefined && mayCallAny !== true) return undefined;
  return { code, plan: calls, ...(mayCallAny && { mayCallAny }) };
}

/** Returns the beginning of a program for one line, without reading all of it. Undefined if the arguments do not begin with one. */
export function codeStart(text: string): string | undefined {
  const [, code] = /^\{"code":"((?:[^"\\]|\\["\\/bfnrt])*)/.exec(text.slice(0, 200)) ?? [];
  if (code === undefined) return undefined;
  try {
    const start: unknown = JSON.parse(`"${code}"`);
    return typeof start === 'string' ? start.trim().replaceAll(/\s+/g, ' ') : undefined;
  } catch {
    return undefined; // not JSON
  }
}

function isPlanned(value: unknown): value is PlannedCall {
  if (!isRecord(value)) return false;
  const { name, isRepeated, line, ...others } = value;
  return (
    typeof name === 'string' &&
    typeof isRepeated === 'boolean' &&
    typeof line === 'number' &&
    Object.keys(others).length === 0
  );
}

/** A mistake that the check of a program found. */
export interface ShownProblem {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The check names fewer; the error itself has all. */
const MOST_PROBLEMS = 50;

/** Reads the mistakes from the error of a program that was not run. */
export function problemsIn(error: string): readonly ShownProblem[] {
  if (!error.startsWith('The program was not run. ')) return [];
  return error.split('\n\n', MOST_PROBLEMS).flatMap((block) => {
    const [, line, column, message] = /^Line (\d{1,9}):(\d{1,9}): (.*)$/s.exec(block) ?? [];
    // The last two lines repeat the line of the program, and point at the column.
    return message === undefined
      ? []
      : [
          {
            line: Number(line),
            column: Number(column),
            message: message.split('\n').slice(0, -2).join('\n'),
          },
        ];
  });
}

const MOST_NAMES = 4;

/** Sums up the calls that a tool made: `12 calls: listOrders ×4, refund ×8`. */
export function callsText(inner: readonly ToolStep[]): string {
  const counts = new Map<string, number>();
  for (const { name } of inner) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  const more = names.length > MOST_NAMES ? ', …' : '';
  return `${formatCount(inner.length, 'call')}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/** Returns the lines of a program that may have made a call. Empty if nobody was asked about the program, because only then its plan is known. */
export function linesOf({ name, parent }: ToolStep): readonly number[] {
  const plans = parent?.inner.flatMap((call) => findProgram(call.arguments)?.plan ?? []) ?? [];
  return [...new Set(plans.flatMap((call) => (call.name === name ? call.line : [])))];
}

/** How many runs can wait in one another. */
const MOST_LEVELS = 8;

/** Returns the call whose tool makes a waiting call: its id is the beginning of the other, below those of sub-agents. */
export function makerOf(record: RunSteps, callId: string): ToolStep | undefined {
  const names = callId.split('/', MOST_LEVELS);
  for (let start = 0; start < names.length - 1; start += 1) {
    const id = names.slice(start, -1).join('/');
    for (const branch of record.branches()) {
      const call = branch.calls.get(id);
      if (call !== undefined) return call;
    }
  }
  return undefined;
}

/** Returns the declarations that a program was checked against, from the request before its call. */
export function findTypes(record: RunSteps, { id, name, run }: ToolStep): string | undefined {
  const steps = record.branches().find((branch) => branch.run.runId === run.runId)?.steps ?? [];
  const asked = steps.findLast((step) => step.kind === 'model' && step.id < id && step.exchanges.length > 0);
  const body = asked?.kind === 'model' ? asked.exchanges.at(-1)?.request.body : undefined;
  const request = body === undefined ? undefined : parseBody(body);
  const tools = isRecord(request) && Array.isArray(request.tools) ? request.tools : [];
  const description = tools.map((tool) => descriptionIn(tool, name)).find((found) => found !== undefined);
  // The fence is longer than any within the declarations.
  const [opening = '', fence = ''] = /^(`{3,})ts\n/m.exec(description ?? '') ?? [];
  const start = (description?.indexOf(opening) ?? 0) + opening.length;
  const end = description?.lastIndexOf(fence) ?? -1;
  return fence === '' || end < start ? undefined : description?.slice(start, end);
}

/** Returns the description of a tool in a request of OpenAI (chat and responses), Anthropic or Gemini. */
function descriptionIn(tool: unknown, wanted: string): string | undefined {
  if (!isRecord(tool)) return undefined;
  const { name, description, function: inner, functionDeclarations: several } = tool;
  if (name === wanted && typeof description === 'string') return description;
  const others: readonly unknown[] = Array.isArray(several) ? several : [inner];
  const found = others.find((one) => isRecord(one) && one.name === wanted);
  return isRecord(found) && typeof found.description === 'string' ? found.description : undefined;
}
