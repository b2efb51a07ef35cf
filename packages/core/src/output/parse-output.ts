import type { JsonType, ToolwrightError } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import { allowedTypes, isContainer } from '@toolwright/json-schema';
import { canClose } from './can-close.js';
import { acceptExact, fitValue } from './fit-value.js';
import { cutAnswer, mismatch, noJson, unreadableJson } from './invalid-output.js';
import { judge } from './judge.js';
import { mendOne } from './mend-one.js';
import { type OutputSchema, type OutputTarget, readOutputSchema } from './output-schema.js';
import type { ParsedOutput, ReadOutput } from './parsed-output.js';
import { numberSpelling } from './recover/number-spelling.js';
import { bareText, findUnbraced } from './text/bare-text.js';
import { type Candidate, findCandidates } from './text/find-candidates.js';
import { splitThinking } from './text/split-thinking.js';

/**
 * Parses structured output from model text: finds the JSON, repairs it, and fits it to the schema if necessary. Valid JSON stays
 * unchanged; missing values without a default are never invented.
 * @throws ToolwrightError `INVALID_OUTPUT` if there is no usable JSON; `INVALID_CONFIG` for an invalid schema
 */
export async function parseOutput<Output>(
  text: string,
  schema: OutputSchema<Output>,
): Promise<ParsedOutput<Output>> {
  const { value, warnings, recovered } = await readOutput(text, readOutputSchema(schema));
  // The schema validated the value.
  return { value: value as Output, warnings, recovered };
}

/** Like {@link parseOutput}, but for a compiled schema. */
export async function readOutput(text: string, given: OutputTarget): Promise<ReadOutput> {
  const target = { ...given, spell: numberSpelling(text) };
  const bare = bareText(text);
  const pure = readJson(bare);
  if (pure.ok && pure.duplicates.length === 0) {
    const exact = await acceptExact(pure.value, target);
    if (exact?.ok) return { value: exact.value, json: exact.json, warnings: [], recovered: false };
    if (typeof pure.value === 'string' && admits(target, CONTAINERS)) return unquote(pure.value, target);
  }
  const escaped = admits(target, CONTAINERS) ? findEscaped(bare) : undefined;
  if (escaped !== undefined) return unquote(escaped, target);
  // Thoughts are not part of the answer.
  const { answer } = splitThinking(text);
  const found = await search(answer, target);
  if ('value' in found) return found;
  const mended = admits(target, CONTAINERS) ? await mendOne(answer, target) : undefined;
  if (mended !== undefined) return mended;
  throw found.failure ?? noJson(answer || text);
}

interface NotFound {
  readonly failure: ToolwrightError | undefined;
}

async function unquote(inner: string, target: OutputTarget): Promise<ReadOutput> {
  const { value, json, warnings } = await readOutput(inner, target);
  const quoted = { path: '', message: 'The answer was a string that contains JSON.' };
  return { value, json, warnings: [quoted, ...warnings], recovered: true };
}

/** Decodes JSON in which every quote is escaped, as inside a string. */
function findEscaped(text: string): string | undefined {
  if (!/^[{[]\s*\\"/.test(text.slice(0, 100))) return undefined;
  const read = readJson(`"${text}"`);
  return read.ok ? String(read.value) : undefined;
}

/** Tries the outermost values in the text first, then the values nested in those that do not match. */
async function search(text: string, target: OutputTarget): Promise<ReadOutput | NotFound> {
  if (!admits(target, CONTAINERS)) return searchScalar(text, target);
  const unbraced = findUnbraced(text);
  const { found, broken } = unbraced ? { found: [unbraced], broken: undefined } : findCandidates(text);
  if (broken !== undefined) return { failure: unreadableJson(broken) };
  const open = found.find(({ value, unclosed }) => !canClose(value, unclosed, target));
  if (open !== undefined) return { failure: cutAnswer('the text ends before all brackets are closed') };
  const verdict = await judge(found, target);
  if (verdict.parsed) return verdict.parsed;
  if (verdict.isFinal) return verdict;
  const within = await searchWithin(found, target);
  if (within !== undefined) return within;
  const scalar = admits(target, SCALARS) ? await searchScalar(text, target) : undefined;
  return scalar && 'value' in scalar ? scalar : verdict;
}

/** Searches values that have nothing in common with the schema for nested objects and lists. Returns undefined if several fit. */
async function searchWithin(
  strangers: readonly Candidate[],
  target: OutputTarget,
): Promise<ReadOutput | undefined> {
  let level = strangers;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap(findNested).slice(0, MAX_NESTED);
    const verdict = await judge(level, target);
    if (verdict.parsed) return verdict.rivals === 0 ? verdict.parsed : undefined;
  }
  return undefined;
}

function findNested({ value, changes, ...place }: Candidate): Candidate[] {
  if (!isContainer(value)) return [];
  // The contents of an error member are not the answer.
  const members = Object.entries(value).filter(
    ([name, member]) => isContainer(member) && !/^errors?$/i.test(name),
  );
  const note = { path: '', message: 'The answer was found inside another object or list.' };
  const changed = changes.some(({ message }) => message === note.message) ? changes : [note, ...changes];
  return members.map(([, member]) => ({ ...place, value: member, changes: changed }));
}

/** The maximum depth to search in unrelated objects. */
const MAX_DEPTH = 4;
const MAX_NESTED = 64;

const CONTAINERS: readonly JsonType[] = ['object', 'array'];
const SCALARS: readonly JsonType[] = ['string', 'number', 'integer', 'boolean', 'null'];

function admits({ schema }: OutputTarget, types: readonly JsonType[]): boolean {
  const allowed = schema && allowedTypes(schema, schema);
  return allowed === undefined ? types === CONTAINERS : types.some((type) => allowed.has(type));
}

/** Parses text that is the value itself: a number, an enum value, or a string with or without quotes. */
async function searchScalar(text: string, target: OutputTarget): Promise<ReadOutput | NotFound> {
  const bare = bareText(text);
  if (bare === '') return { failure: undefined };
  const read = readJson(bare);
  const values = read.ok ? [read.value, bare] : [bare];
  for (const one of values) {
    const fit = await acceptExact(one, target);
    if (fit?.ok) return { value: fit.value, json: fit.json, warnings: [], recovered: false };
  }
  const fit = await fitValue(values[0], target);
  if (fit.ok) return { value: fit.value, json: fit.json, warnings: fit.changes, recovered: true };
  return { failure: mismatch(fit.issues, target.name) };
}
