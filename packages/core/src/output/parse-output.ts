import type { JsonType, ToolwrightError } from '@toolwright/contract';
import { allowedTypes } from '@toolwright/tools/validation';
import { acceptExact, fitValue } from './fit-value.js';
import { mismatch, noJson } from './invalid-output.js';
import { judge } from './judge.js';
import { type OutputSchema, type OutputTarget, readOutputSchema } from './output-schema.js';
import type { ParsedOutput } from './parsed-output.js';
import { bareText, findUnbraced } from './text/bare-text.js';
import { type Candidate, findCandidates, findNested, findSpan } from './text/find-candidates.js';
import { splitThinking } from './text/split-thinking.js';

/**
 * Reads structured output from a model's text: finds the JSON in it, repairs it, and fits it to the schema where that refuses
 * it. Valid JSON passes unchanged; what is missing and has no default is never made up.
 * @throws ToolwrightError `INVALID_OUTPUT` where there is no JSON, or none that can be used; `INVALID_CONFIG` for a broken schema
 */
export async function parseOutput<Output>(
  text: string,
  schema: OutputSchema<Output>,
): Promise<ParsedOutput<Output>> {
  const parsed = await readOutput(text, readOutputSchema(schema));
  // The schema has validated the value.
  return parsed as ParsedOutput<Output>;
}

/** {@link parseOutput} for a schema that was read before. */
export async function readOutput(text: string, target: OutputTarget): Promise<ParsedOutput> {
  const pure = parseJson(text.trim());
  const exact = pure === undefined ? undefined : await acceptExact(pure, target);
  if (exact?.ok) return { value: exact.value, warnings: [], recovered: false };
  if (typeof pure === 'string' && admits(target, CONTAINERS)) return unquote(await readOutput(pure, target));
  const { answer, thinking } = splitThinking(text);
  let failure: ToolwrightError | undefined;
  for (const place of [answer, thinking]) {
    const found = await search(place, target);
    if ('value' in found) return found;
    failure ??= found.failure;
    if (found.isFinal) break;
  }
  throw failure ?? noJson(answer || text);
}

interface NotFound {
  readonly failure: ToolwrightError | undefined;
  readonly isFinal: boolean;
}

function unquote({ value, warnings }: ParsedOutput): ParsedOutput {
  const quoted = { path: '', message: 'The answer was written as a string that holds JSON.' };
  return { value, warnings: [quoted, ...warnings], recovered: true };
}

/** Looks at what lies side by side first, then at everything as one, then into what turned out to be something else. */
async function search(text: string, target: OutputTarget): Promise<ParsedOutput | NotFound> {
  if (!admits(target, CONTAINERS)) return searchScalar(text, target);
  const candidates = findCandidates(text);
  const verdict = await judge(candidates.length > 0 ? candidates : findUnbraced(text), target);
  if (verdict.parsed) return verdict.parsed;
  if (verdict.isFinal) return verdict;
  const { parsed } = await judge(findSpan(text), target);
  const { failure } = verdict;
  const found = parsed ?? (await searchWithin(verdict.strangers, target));
  if (found !== undefined) return found;
  const scalar = admits(target, SCALARS) ? await searchScalar(text, target) : undefined;
  return scalar && 'value' in scalar ? scalar : { failure, isFinal: false };
}

async function searchWithin(
  strangers: readonly Candidate[],
  target: OutputTarget,
): Promise<ParsedOutput | undefined> {
  let level = strangers;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const verdict = await judge(level.flatMap(findNested).slice(0, MAX_NESTED), target);
    if (verdict.parsed) return verdict.parsed;
    level = verdict.strangers;
  }
  return undefined;
}

/** How far brackets in prose and foreign objects are looked into. */
const MAX_DEPTH = 4;
const MAX_NESTED = 64;

const CONTAINERS: readonly JsonType[] = ['object', 'array'];
const SCALARS: readonly JsonType[] = ['string', 'number', 'integer', 'boolean', 'null'];

function admits({ schema }: OutputTarget, types: readonly JsonType[]): boolean {
  const allowed = schema && allowedTypes(schema, schema);
  return allowed === undefined ? types === CONTAINERS : types.some((type) => allowed.has(type));
}

/** For a text that is the value itself: a number, a word of a list, a string with or without quotes. */
async function searchScalar(text: string, target: OutputTarget): Promise<ParsedOutput | NotFound> {
  const bare = bareText(text);
  if (bare === '') return { failure: undefined, isFinal: false };
  const value = parseJson(bare);
  const values = value === undefined ? [bare] : [value, bare];
  for (const one of values) {
    const fit = await acceptExact(one, target);
    if (fit?.ok) return { value: fit.value, warnings: [], recovered: false };
  }
  const fit = await fitValue(values[0], target);
  if (fit.ok) return { value: fit.value, warnings: fit.changes, recovered: true };
  return { failure: mismatch(fit.issues, target.name), isFinal: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not pure JSON, or nested beyond reason: the search copes with either.
    return undefined;
  }
}
