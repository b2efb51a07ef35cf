import { isToolwrightError } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { cases, thorough } from '../../../../scripts/thorough.mjs';
import { type Mutation, type MutationKind, mutate } from './mutations.test.support.js';
import { parseOutput } from './parse-output.js';

const COUNT = cases(800, 20_000);

type Outcome = 'exact' | 'warned' | 'refused' | 'wrong';

// E10
it(`invents nothing in ${COUNT} damaged answers`, async () => {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (let seed = 0; seed < COUNT; seed += 1) {
    const mutation = mutate(seed);
    const { outcome, value } = await judge(mutation);
    if (outcome === 'wrong')
      wrong.push(`${mutation.kind} ${seed}: ${mutation.text} → ${JSON.stringify(value)}`);
    for (const key of [outcome, `${mutation.kind} ${outcome}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (thorough) process.stdout.write(report(counts));
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(share(counts, 'exact') + share(counts, 'warned')).toBeGreaterThan(0.55);
});

async function judge(mutation: Mutation): Promise<{ readonly outcome: Outcome; readonly value?: unknown }> {
  try {
    const { value, warnings } = await parseOutput(mutation.text, mutation.schema);
    if (!isSaid(value, mutation)) return { outcome: 'wrong', value };
    return { outcome: warnings.length > 0 ? 'warned' : 'exact' };
  } catch (error) {
    if (isToolwrightError(error) && error.code === 'INVALID_OUTPUT') return { outcome: 'refused' };
    throw error;
  }
}

/** Whether the text says the value: it is the intended one, or the damaged text is itself JSON with nothing lost. */
function isSaid(value: unknown, { kind, text, value: meant }: Mutation): boolean {
  const written = canonicalJson(value);
  if (kind === 'duplicateKey')
    return isJson(text) && canonicalJson(JSON.parse(text)) === canonicalJson(meant);
  if (written === canonicalJson(meant)) return true;
  if (isJson(text)) return isPartOf(value, JSON.parse(text));
  // If two records were merged, every character of every value must still be there, and no other.
  return kind === 'mergeRecords' && squash(text) === squash(JSON.stringify(value));
}

/** Whether a value is contained in another one; a member that the schema does not have may be missing. */
function isPartOf(value: unknown, whole: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(value) && (!Array.isArray(whole) || whole.length !== value.length)) return false;
  return Object.entries(value).every(([key, member]) => isPartOf(member, Reflect.get(whole, key)));
}

function squash(json: string): string {
  return json.replace(/["{}[\],:\s]/g, '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // asks for a new answer
  }
}

function report(counts: ReadonlyMap<string, number>): string {
  const kinds = [...new Set(Array.from({ length: 8 }, (_, seed) => mutate(seed).kind))];
  const line = (name: string, kind?: MutationKind): string => {
    const outcomes: Outcome[] = ['exact', 'warned', 'refused', 'wrong'];
    const total = COUNT / (kind === undefined ? 1 : 8);
    const shares = outcomes.map((one) => {
      const count = counts.get(kind === undefined ? one : `${kind} ${one}`) ?? 0;
      return `${one} ${((count / total) * 100).toFixed(1)} %`;
    });
    return `${name}: ${shares.join(', ')}\n`;
  };
  return line(`${COUNT} mutations`) + kinds.map((kind) => line(`  ${kind}`, kind)).join('');
}

function share(counts: ReadonlyMap<string, number>, outcome: Outcome): number {
  return (counts.get(outcome) ?? 0) / COUNT;
}
