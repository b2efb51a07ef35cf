import { isRecord } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';

/** The members of events in which providers send a text in pieces. */
const PIECES: ReadonlySet<string> = new Set([
  ...[
    'content',
    'text',
    'delta',
    'arguments',
    'partial_json',
    'thinking',
    'reasoning',
    'reasoning_content',
    'refusal',
  ],
]);
/** The members that tell to which text a piece belongs. */
const NUMBERS = ['index', 'output_index', 'content_index', 'item_id'];
const MAX_DEPTH = 20;

interface Piece {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly text: string;
}

interface Line {
  readonly start: string;
  readonly event: unknown;
  readonly end: string;
}

/**
 * Masks secrets that a stream delivers in pieces, which no search in single events finds. A text with such a secret moves to the event of its
 * first piece. Other bodies stay the same.
 */
export function redactPieces(body: readonly string[], redaction: Redaction): readonly string[] {
  const lines = body.map(readLine);
  const texts = new Map<string, Piece[]>();
  for (const line of lines) if (line !== undefined) collect(line.event, '', texts, 0);
  let isChanged = false;
  for (const pieces of texts.values()) {
    if (pieces.length < 2) continue;
    const whole = pieces.map(({ text }) => text).join('');
    const masked = redaction.redactBody(whole);
    if (masked === whole) continue;
    isChanged = true;
    for (const [index, { holder, name }] of pieces.entries()) holder[name] = index === 0 ? masked : '';
  }
  if (!isChanged) return body;
  return lines.map((line, index) =>
    line === undefined ? (body[index] ?? '') : line.start + JSON.stringify(line.event) + line.end,
  );
}

function readLine(text: string): Line | undefined {
  const [, start = '', json = '', end = ''] = /^(data: ?)?(\{.*\})(\s*)$/s.exec(text) ?? [];
  try {
    return json === '' ? undefined : { start, event: JSON.parse(json), end };
  } catch {
    return undefined; // no event
  }
}

function collect(value: unknown, path: string, texts: Map<string, Piece[]>, depth: number): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}/${index}`, texts, depth + 1);
    return;
  }
  if (!isRecord(value)) return;
  const holder = value as Record<string, unknown>; // parsed here, so it may change
  const own =
    path + NUMBERS.map((name) => (name in holder ? `${name}=${String(holder[name])}` : '')).join('');
  for (const [name, member] of Object.entries(holder)) {
    if (typeof member !== 'string') collect(member, `${own}/${name}`, texts, depth + 1);
    else if (PIECES.has(name)) {
      const key = `${own}/${name}/${String(holder.type ?? '')}`;
      const pieces = texts.get(key) ?? [];
      texts.set(key, pieces);
      pieces.push({ holder, name, text: member });
    }
  }
}
