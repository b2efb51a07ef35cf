import { errorMessage, isRecord, shortenLine } from '@toolwright/contract';
import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import type { FormatProblem, SkillFields } from './skill.js';

/** What a `SKILL.md` holds. */
export interface ParsedSkill {
  /** Undefined if the skill cannot be offered. */
  readonly fields: SkillFields | undefined;
  readonly problems: readonly FormatProblem[];
}

/** The longest front matter, in characters. The format's own limits add up to far less. */
const MAX_FRONT = 16_000;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;
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
    const reason = `The file must begin with front matter: '---', fields such as 'name: ${folderName}', and '---'.`;
    return { fields: undefined, problems: [skip(reason, 1)] };
  }
  if (bounds.end - bounds.start > MAX_FRONT)
    return {
      fields: undefined,
      problems: [skip(`The front matter is longer than ${MAX_FRONT} characters.`, 1)],
    };
  const read = readYaml(text.slice(bounds.start, bounds.end));
  if ('problem' in read) return { fields: undefined, problems: [read.problem] };
  return checkFields(read.fields, read.lines, folderName);
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

type Lines = (key: string) => number | undefined;

function readYaml(
  front: string,
):
  | { readonly fields: Readonly<Record<string, unknown>>; readonly lines: Lines }
  | { readonly problem: FormatProblem } {
  const counter = new LineCounter();
  const lineOf = (offset: number | undefined): number | undefined =>
    offset === undefined ? undefined : counter.linePos(offset).line + 1;
  try {
    const document = parseDocument(front, {
      schema: 'failsafe',
      lineCounter: counter,
      // The library compares each key with all others.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
    const [error] = document.errors;
    if (error !== undefined)
      return { problem: skip(`The front matter is not YAML: ${error.message}`, lineOf(error.pos[0])) };
    const { contents } = document;
    if (!isMap(contents)) return { problem: skip("The front matter must be fields such as 'name: pdf'.", 2) };
    const twice = findRepeated(contents);
    if (twice !== undefined)
      return { problem: skip(`The field '${twice.key}' occurs twice.`, lineOf(twice.offset)) };
    // Aliases are refused: a few lines of them can stand for gigabytes.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    const fields = isRecord(value) ? value : {};
    const offsets = new Map(keysOf(contents).map(({ key, offset }) => [key, offset]));
    return { fields, lines: (key) => lineOf(offsets.get(key)) };
  } catch (error) {
    // Nested too deeply, or an alias.
    return { problem: skip(`The front matter cannot be read: ${shortenLine(errorMessage(error), 200)}`, 2) };
  }
}

interface Key {
  readonly key: string;
  readonly offset: number | undefined;
}

function keysOf({ items }: YAMLMap): Key[] {
  return items.flatMap(({ key }) =>
    isScalar(key) ? [{ key: String(key.value), offset: key.range?.[0] }] : [],
  );
}

/** Finds a key that occurs twice among the fields, or in one of them. */
function findRepeated(fields: YAMLMap): Key | undefined {
  for (const map of [fields, ...fields.items.flatMap(({ value }) => (isMap(value) ? [value] : []))]) {
    const seen = new Set<string>();
    for (const one of keysOf(map)) {
      if (seen.has(one.key)) return one;
      seen.add(one.key);
    }
  }
  return undefined;
}

function checkFields(
  fields: Readonly<Record<string, unknown>>,
  lines: Lines,
  folderName: string,
): ParsedSkill {
  const problems: FormatProblem[] = [];
  const refuse = (key: string, reason: string): void => {
    problems.push(skip(`'${key}' ${reason}`, lines(key) ?? 1));
  };
  const name = checkText(fields, 'name', MAX_NAME, refuse);
  if (name !== undefined && !NAME.test(name))
    refuse('name', `must have only lowercase letters, digits and single hyphens between them: '${name}'.`);
  else if (name !== undefined && name !== folderName)
    refuse('name', `must equal the name of the folder, '${folderName}', and is '${name}'.`);
  const description = checkText(fields, 'description', MAX_DESCRIPTION, refuse);
  const optional = {
    license: 'license' in fields ? checkText(fields, 'license', MAX_FRONT, refuse) : undefined,
    compatibility:
      'compatibility' in fields ? checkText(fields, 'compatibility', MAX_COMPATIBILITY, refuse) : undefined,
    metadata: 'metadata' in fields ? checkMetadata(fields.metadata, refuse) : undefined,
    allowedTools: 'allowed-tools' in fields ? readTools(fields['allowed-tools'], refuse) : undefined,
  };
  const isWhole = name !== undefined && description !== undefined && problems.length === 0;
  for (const key of Object.keys(fields))
    if (!KNOWN.includes(key))
      problems.push({
        line: lines(key),
        reason: `'${shortenLine(key, MAX_NAME)}' is no field of the format. It is ignored.`,
        isSkipped: false,
      });
  if (!isWhole) return { fields: undefined, problems };
  const known = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { fields: { name, description, ...Object.fromEntries(known) }, problems };
}

type Refuse = (key: string, reason: string) => void;

function checkText(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  max: number,
  refuse: Refuse,
): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  const text = typeof value === 'string' ? value.trim() : undefined;
  // Lengths count characters, as in the reference implementation.
  const length = text === undefined ? 0 : [...text].length;
  if (text !== undefined && length > 0 && length <= max) return text;
  refuse(
    key,
    length > max
      ? `must have at most ${max} characters and has ${length}.`
      : 'must be a text that is not empty.',
  );
  return undefined;
}

function checkMetadata(value: unknown, refuse: Refuse): Readonly<Record<string, string>> | undefined {
  const isTexts = isRecord(value) && Object.values(value).every((one) => typeof one === 'string');
  if (!isTexts) refuse('metadata', "must be fields with texts, such as 'author: ada'.");
  return isTexts ? (value as Readonly<Record<string, string>>) : undefined; // checked above
}

/** The format wants a text; some clients write a list. */
function readTools(value: unknown, refuse: Refuse): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' ');
  refuse('allowed-tools', "must be a text with spaces between the tools, such as 'Read Grep'.");
  return undefined;
}

function skip(reason: string, line: number | undefined): FormatProblem {
  return { line, reason, isSkipped: true };
}
