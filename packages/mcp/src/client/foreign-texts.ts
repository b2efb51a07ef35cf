import { isRecord, shortenText } from '@toolwright/contract';
import { sizeOf } from '../wire/size-of.js';

/** In characters: longer than any description that helps a model. */
export const MAX_DESCRIPTION = 16_384;

/** So many descriptions may all texts of the schemas of one tool be long. */
const DESCRIPTIONS_PER_SCHEMA = 16;

/** What a limit has done to a tool. */
interface LimitedTool {
  readonly tool: Readonly<Record<string, unknown>>;
  /** The texts that were cut, with their places. */
  readonly cut: readonly string[];
  /** Why the tool cannot be used. */
  readonly fault?: string | undefined;
}

/** Cuts the texts of a foreign tool that models and people read, those of its schemas in place. What cannot be cut, such as a list of values, can make a tool unusable. */
export function limitTexts(raw: Readonly<Record<string, unknown>>, max: number): LimitedTool {
  const cut: string[] = [];
  const shorten = (text: string, place: string): string => {
    if (text.length <= max) return text;
    cut.push(`${place} of ${text.length} characters`);
    // With a mark of the cut.
    return shortenText(text, Math.max(max - 1, 0));
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
    // Most schemas are shorter than one of their texts may be.
    if (sizeOf(raw[key]) > max) cutInside(raw[key], (text, word) => shorten(text, `a ${word} in its ${key}`));
  }
  const size = sizeOf(tool.inputSchema) + sizeOf(tool.outputSchema);
  const most = max * DESCRIPTIONS_PER_SCHEMA;
  const fault = size > most ? `has schemas of ${size} characters, more than ${most}` : undefined;
  return { tool, cut, fault };
}

/** In place and not recursive: a server decides how large and how deep it is. */
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

/** Keywords with values, which have to stay as they are. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'example']);
