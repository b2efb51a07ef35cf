import { isRecord, type JsonValue } from '@toolwright/contract';
import { parseBody } from './read-wire-messages.js';

/** What a request asks of a model, apart from its messages. */
export interface WireSettings {
  /** The short ones, for example `temperature 0.2`. */
  readonly short: readonly string[];
  /** Objects, lists and long texts. */
  readonly others: { readonly [name: string]: JsonValue };
  /** The names of the offered tools. A tool of the provider without a name has its type. */
  readonly tools: readonly string[];
}

const MESSAGES = ['messages', 'input', 'contents'] as const;
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  ...MESSAGES,
  ...['system', 'instructions', 'systemInstruction', 'system_instruction'],
  ...['tools', 'model', 'stream', 'stream_options', 'generationConfig'],
]);
const LONGEST = 80;

/** Reads the settings from a request body in the format of OpenAI (chat and responses), Anthropic or Gemini. */
export function readWireSettings(body: string): WireSettings | undefined {
  // Only in valid JSON does the search for numbers take linear time.
  if (!isRecord(parseBody(body))) return undefined;
  const parsed: Record<string, JsonValue> = JSON.parse(body.replace(STRING_OR_NUMBER, keepDigits));
  if (!MESSAGES.some((name) => Object.hasOwn(parsed, name))) return undefined;
  const { tools, generationConfig } = parsed;
  const settings = [
    ...Object.entries(isRecord(generationConfig) ? generationConfig : {}),
    ...Object.entries(parsed).filter(([name]) => !SHOWN_ELSEWHERE.has(name)),
  ].map(([name, value]) => ({
    name,
    value,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  const isShort = ({ value, text }: (typeof settings)[number]) =>
    (value === null || typeof value !== 'object') && text.length <= LONGEST;
  return {
    short: settings.filter(isShort).map(({ name, text }) => `${name} ${text}`),
    others: Object.fromEntries(
      settings.filter((setting) => !isShort(setting)).map(({ name, value }) => [name, value]),
    ),
    tools: Array.isArray(tools) ? tools.flatMap(namesOf) : [],
  };
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Makes a string of a number that would be shown with other digits than were sent. */
function keepDigits(token: string): string {
  return token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`;
}

function namesOf(tool: unknown): readonly string[] {
  if (!isRecord(tool)) return [];
  const { function: inner, functionDeclarations, name, type } = tool;
  if (Array.isArray(functionDeclarations)) return functionDeclarations.flatMap(namesOf);
  if (isRecord(inner)) return namesOf(inner);
  const found = [name, type, ...Object.keys(tool)].find((each) => typeof each === 'string');
  return typeof found === 'string' ? [found] : [];
}
