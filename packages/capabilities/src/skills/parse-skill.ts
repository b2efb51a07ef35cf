import { errorMessage, isRecord, shortenLine } from '@toolwright/contract';
import {
  constructFromEvents,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  getScalarValue,
  parseEvents,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import type { Skill, SkillProblem } from './skill.js';

/** What a `SKILL.md` holds. */
export interface ParsedSkill {
  /** Undefined if the skill cannot be offered. */
  readonly fields: Omit<Skill, 'folder' | 'scripts'> | undefined;
  readonly problems: readonly FormatProblem[];
}

type FormatProblem = Omit<SkillProblem, 'path'>;

/** The longest front matter, in characters. The format's own limits add up to far less. */
const MAX_FRONT = 8_000;
export const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;
const MAX_DEPTH = 20;
const MARK = '---';
const NAME = /^[a-z\d]+(-[a-z\d]+)*$/;
const KNOWN = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/**
 * Reads the front matter of a `SKILL.md`. Its format is that of https://agentskills.io/specification. As there, all values are texts.
 * @param text the file, or its beginning
 * @param folderName the name that the skill must have
 */
export function parseSkill(text: string, folderName: string): ParsedSkill {
  const bounds = findFrontMatter(text);
  if (bounds === undefined) {
    const reason = /^\ufeff?---\s*\n/.test(text)
      ? `The front matter has no end: a second line '---' must follow within ${MAX_FRONT} characters.`
      : `The file must begin with front matter: '---', fields such as 'name: ${folderName}', and '---'.`;
    return { fields: undefined, problems: [skip(reason, 1)] };
  }
  if (bounds.end - bounds.start > MAX_FRONT)
    return {
      fields: undefined,
      problems: [skip(`The front matter is longer than ${MAX_FRONT} characters.`, 1)],
    };
  const read = readYaml(text.slice(bounds.start, bounds.end));
  if ('problem' in read) return { fields: undefined, problems: [read.problem] };
  return checkFields(read, folderName);
}

/** Where the text after the front matter begins. */
export function bodyStart(text: string): number {
  return findFrontMatter(text)?.body ?? 0;
}

/** Finds the lines between the first two lines `---`. Byte order marks, spaces after the dashes and CRLF are allowed. */
function findFrontMatter(
  text: string,
): { readonly start: number; readonly end: number; readonly body: number } | undefined {
  const first = text.startsWith('\ufeff') ? 1 : 0;
  let start: number | undefined;
  for (let at = first; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    // Only short lines can be the mark, so long lines are not copied.
    const isMark = text.startsWith(MARK, at) && text.slice(at + MARK.length, end).trim() === '';
    if (start === undefined && !isMark) return undefined;
    if (start !== undefined && isMark) return { start, end: at, body: Math.min(end + 1, text.length) };
    start ??= end + 1;
    at = end + 1;
  }
  return undefined;
}

interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lines: (key: string) => number | undefined;
  /** The fields whose values lacked quotes. */
  readonly quoted: readonly string[];
}

/** A value with a colon that YAML only allows in quotes, on one line: `description: Use it when: …`. */
const UNQUOTED = /^([\w-]+): +(?![\s'"[\]{}|>&*!#%@`])(.*:(?: .*)?)$/gm;

function readYaml(
  front: string,
  quoted: readonly string[] = [],
): FrontMatter | { readonly problem: FormatProblem } {
  const lineOf = (offset: number | undefined): number | undefined =>
    offset === undefined ? undefined : front.slice(0, offset).split('\n').length + 1;
  try {
    const events = parseEvents(front, { maxDepth: MAX_DEPTH });
    // Aliases are refused: a few lines of them can stand for gigabytes.
    const options = { source: front, schema: FAILSAFE_SCHEMA, maxAliases: 0 };
    const [fields, ...others] = constructFromEvents(events, options);
    if (others.length > 0) return { problem: skip('The front matter must be one document.', 2) };
    if (!isRecord(fields))
      return { problem: skip("The front matter must be fields such as 'name: pdf'.", 2) };
    const keys = new Map(topKeys(events).map((key) => [getScalarValue(front, key), key.valueStart]));
    return { fields, lines: (key) => lineOf(keys.get(key)), quoted };
  } catch (error) {
    const lacking: string[] = [];
    const text = front.replace(UNQUOTED, (_, key: string, value: string) => {
      lacking.push(key);
      return `${key}: ${JSON.stringify(value)}`;
    });
    const again = quoted.length === 0 && lacking.length > 0 && readYaml(text, lacking);
    if (again && 'fields' in again) return again;
    const { reason, mark } = error instanceof YAMLException ? error : { reason: errorMessage(error) };
    const line = mark === undefined ? 2 : mark.line + 2;
    return { problem: skip(`The front matter is not YAML: ${shortenLine(reason, 200)}.`, line) };
  }
}

/** Returns the keys of the outermost mapping. */
function topKeys(events: readonly Event[]): ScalarEvent[] {
  const keys: ScalarEvent[] = [];
  let depth = 0;
  let count = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      depth -= 1;
      continue;
    }
    // In the document and its mapping, keys and values alternate.
    if (depth === 2 && count++ % 2 === 0 && event.type === EVENT_ID.SCALAR) keys.push(event);
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) depth += 1;
  }
  return keys;
}

function checkFields({ fields, lines, quoted }: FrontMatter, folderName: string): ParsedSkill {
  const problems: FormatProblem[] = [];
  const note = (key: string, reason: string, isSkipped = false): void => {
    problems.push({ line: lines(key) ?? 1, reason: `'${shortenLine(key, MAX_NAME)}' ${reason}`, isSkipped });
  };
  const text = (key: string, max: number, isRequired = false): string => {
    const value = Object.hasOwn(fields, key) ? fields[key] : isRequired ? '' : undefined;
    const trimmed = typeof value === 'string' ? value.trim() : '';
    // Lengths count characters, as in the reference implementation.
    const { length } = [...trimmed];
    if (length > max) note(key, `must have at most ${max} characters and has ${length}.`);
    if (length === 0 && value !== undefined) note(key, 'must be a text that is not empty.', isRequired);
    return trimmed;
  };
  for (const key of quoted) note(key, 'has a colon, so it must be in quotes.');
  const name = text('name', MAX_NAME, true);
  if (name !== '' && !NAME.test(name))
    note('name', `must be 1 to ${MAX_NAME} lowercase letters, digits and single hyphens between them.`, true);
  else if (name !== '' && name !== folderName)
    note('name', `must equal the name of the folder, '${folderName}', and is '${name}'.`);
  const description = text('description', MAX_DESCRIPTION, true);
  const license = text('license', MAX_FRONT);
  const compatibility = text('compatibility', MAX_COMPATIBILITY);
  const metadata = 'metadata' in fields && readMetadata(fields.metadata, note);
  const allowedTools = 'allowed-tools' in fields && readTools(fields['allowed-tools'], note);
  for (const key of Object.keys(fields))
    if (!KNOWN.includes(key)) note(key, 'is not a field of the format. It is ignored.');
  if (problems.some(({ isSkipped }) => isSkipped)) return { fields: undefined, problems };
  const optional = {
    ...(license && { license }),
    ...(compatibility && { compatibility }),
    ...(metadata && { metadata }),
    ...(allowedTools && { allowedTools }),
  };
  return { fields: { name, description, ...optional }, problems };
}

type Note = (key: string, reason: string) => void;

function readMetadata(value: unknown, note: Note): Readonly<Record<string, string>> | undefined {
  const isTexts = isRecord(value) && Object.values(value).every((one) => typeof one === 'string');
  if (!isTexts) note('metadata', "must be fields with texts, such as 'author: ada'.");
  return isTexts ? (value as Readonly<Record<string, string>>) : undefined; // checked above
}

/** The format wants a text; some clients write a list. */
function readTools(value: unknown, note: Note): string | undefined {
  if (typeof value === 'string') return value.trim();
  note('allowed-tools', "must be a text with spaces between the tools, such as 'Read Grep'.");
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(' ') : undefined;
}

function skip(reason: string, line: number | undefined): FormatProblem {
  return { line, reason, isSkipped: true };
}
