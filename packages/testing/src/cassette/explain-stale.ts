import { isRecord, type JsonValue, shortenText, ToolwrightError } from '@toolwright/contract';
import { canonicalJson, deepEqual } from '@toolwright/json';
import type { Exchange, RecordedRequest } from './exchange.js';

const MAX_SHOWN = 5;
/** Bounds the work on long conversations. */
const MAX_DIFFERENCES = 200;
const MAX_TEXT = 60;

/** The error for a request that the cassette does not have: says how it differs from the nearest recorded one. */
export function staleCassette(
  file: string,
  request: RecordedRequest,
  exchanges: readonly Exchange[],
): ToolwrightError {
  return new ToolwrightError('STALE_CASSETTE', `The cassette ${file} ${whatIsMissing(request, exchanges)}`, {
    blame: 'developer',
    hint: 'If the change is meant, record the conversation again: TOOLWRIGHT_RECORD=all.',
  });
}

function whatIsMissing(request: RecordedRequest, exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return 'has no recorded request.';
  const same = exchanges.filter((one) => deepEqual(one.request, request)).length;
  if (same > 0)
    return `has this request ${same === 1 ? 'once' : `${same} times`}, and it was made once more. To reuse the last reply, pass { repeat: true }.`;
  const compared = exchanges.map((one) => differences(one.request, request));
  const least = Math.min(...compared.map(({ length }) => length));
  const index = compared.findIndex(({ length }) => length === least);
  const found = compared[index] ?? [];
  const lines = found.slice(0, MAX_SHOWN).map((line) => `\n  ${line}`);
  const more = found.length > MAX_SHOWN ? `\n  … ${found.length - MAX_SHOWN} more` : '';
  return `has no such request. Differences from the nearest one, request ${index + 1}:${lines.join('')}${more}`;
}

function differences(before: RecordedRequest, after: RecordedRequest): readonly string[] {
  const found: string[] = [];
  if (before.path !== after.path) found.push(`path: ${change(before.path, after.path)}`);
  if (!isRecord(before.body) || !isRecord(after.body)) {
    if (!deepEqual(before.body, after.body)) found.push(`body: ${change(before.body, after.body)}`);
    return found;
  }
  for (const name of new Set([...Object.keys(before.body), ...Object.keys(after.body)].sort())) {
    const [old, now] = [before.body[name], after.body[name]] as (JsonValue | undefined)[]; // parts of JSON
    if (deepEqual(old, now)) continue;
    if (MESSAGES.has(name)) compareMessages(asList(old), asList(now), found);
    else if (name === 'tools') compareTools(asList(old), asList(now), found);
    else compare(old, now, SYSTEM.has(name) ? 'system prompt' : `setting ${name}`, found);
  }
  return found;
}

const MESSAGES: ReadonlySet<string> = new Set(['messages', 'input', 'contents']);
const SYSTEM: ReadonlySet<string> = new Set(['system', 'instructions', 'systemInstruction']);

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as JsonValue]; // of a readonly list, nothing is left
}

function compareMessages(before: readonly JsonValue[], after: readonly JsonValue[], found: string[]): void {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [old, now] = [before[index], after[index]];
    if (deepEqual(old, now)) continue;
    const { role, type } = isRecord(now ?? old) ? ((now ?? old) as Record<string, unknown>) : {};
    const where = `message ${index + 1} (${String(role ?? type ?? 'user')})`;
    if (old === undefined) found.push(`${where} is new: ${shown(now)}`);
    else if (now === undefined) found.push(`${where} is missing: ${shown(old)}`);
    else compare(old, now, where, found);
  }
}

function compareTools(before: readonly JsonValue[], after: readonly JsonValue[], found: string[]): void {
  const [old, now] = [byName(before), byName(after)];
  const count = found.length;
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    if (!now.has(name)) found.push(`tool '${name}' is missing`);
    else if (!old.has(name)) found.push(`tool '${name}' is new`);
    else compare(old.get(name), now.get(name), `tool '${name}'`, found);
  }
  if (found.length === count) found.push('the tools are in another order');
}

/** Tools of all protocols by name. Gemini has lists of them. */
function byName(tools: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  const all = tools.flatMap((tool) =>
    isRecord(tool) && Array.isArray(tool.functionDeclarations)
      ? (tool.functionDeclarations as JsonValue[])
      : [tool],
  );
  return new Map(
    all.map((tool, index) => {
      const description = isRecord(tool) && isRecord(tool.function) ? tool.function : tool;
      const name = isRecord(description) ? (description.name ?? description.type) : undefined;
      return [String(name ?? index + 1), tool];
    }),
  );
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  where: string,
  found: string[],
): void {
  if (found.length >= MAX_DIFFERENCES || deepEqual(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++)
      compare(before[index], after[index], `${where}[${index}]`, found);
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name] as JsonValue, after[name] as JsonValue, join(where, name), found);
  } else found.push(`${where}: ${change(before, after)}`);
}

function join(where: string, name: string): string {
  return where.endsWith(')') || where.endsWith("'") ? `${where} ${name}` : `${where}.${name}`;
}

function change(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (typeof before !== 'string' || typeof after !== 'string')
    return `recorded ${shown(before)}, now ${shown(after)}`;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  // A little of what both have shows the place.
  const start = same > MAX_TEXT / 2 ? same - 15 : 0;
  const part = (text: string): string => shown((start > 0 ? '…' : '') + text.slice(start));
  return `recorded ${part(before)}, now ${part(after)}`;
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : shortenText(canonicalJson(value), MAX_TEXT);
}
