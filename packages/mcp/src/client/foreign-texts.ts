import { isRecord, shortenText } from '@toolwright/contract';
import { sizeOf } from '../wire/size-of.js';

/** The default maximum length in characters. No useful description is longer. */
export const MAX_DESCRIPTION = 16_384;

/** A tool's schemas may be this many times as long as a description. */
const DESCRIPTIONS_PER_SCHEMA = 16;

interface LimitedTool {
  readonly tool: Readonly<Record<string, unknown>>;
  /** The locations of truncated strings. */
  readonly cut: readonly string[];
  /** The reason the tool cannot be used. */
  readonly fault?: string | undefined;
}

/**
 * Truncates the strings of a server's tool that models and people read. Strings in schemas are changed in place. A tool that is still too
 * long, for example because of its enum values, is unusable.
 */
export function limitTexts(raw: Readonly<Record<string, unknown>>, max: number): LimitedTool {
  const cut: string[] = [];
  const shorten = (text: string, place: string): string => {
    if (text.length <= max) return text;
    cut.push(`${place} of ${text.length} characters`);
    return shortenText(text, Math.max(max - 1, 0)); // one character is reserved for the ellipsis
  };
  const tool: Record<string, unknown> = { ...raw };
  for (const key of ['title', 'description'])
    if (typeof tool[key] === 'string') tool[key] = shorten(tool[key], `the ${key}`);
  if (isRecord(raw.annotations) && typeof raw.annotations.title === 'string')
    tool.annotations = {
      ...raw.annotations,
      title: shorten(raw.annotations.title, 'the title in its annotations'),
    };
  for (const key of ['inputSchema', 'outputSchema']) {
    // Most schemas are shorter than the limit for a single string.
    if (sizeOf(raw[key]) > max) cutInside(raw[key], (text, word) => shorten(text, `a ${word} in its ${key}`));
  }
  const size = sizeOf(tool.inputSchema) + sizeOf(tool.outputSchema);
  const most = max * DESCRIPTIONS_PER_SCHEMA;
  const fault = size > most ? `has schemas of ${size} characters, more than ${most}` : undefined;
  return { tool, cut, fault };
}

/** Truncates strings in place. Iterative, because a server can send schemas of any depth. */
function cutInside(schema: unknown, shorten: (text: string, word: string) => string): void {
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (TEXTS.has(key) && typeof member === 'string') Reflect.set(value, key, shorten(member, key));
      else if (!DATA.has(key)) open.push(member);
    }
  }
}

const TEXTS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** Keywords whose values are data and must not be changed. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'example']);
