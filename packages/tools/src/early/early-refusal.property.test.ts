import type { EarlyRefusal, JsonSchema, ObjectSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { arbitrarySample } from '../../../json-schema/src/arbitrary-schema.test.support.js';
import { FunctionTool, ToolRegistry } from '../index.js';
import { arbitrarySchema, arbitraryValue } from '../validation/arbitrary-schema.test.fixture.js';

/** A call as a model may write it, and other texts that begin with the same pieces. */
interface Written {
  readonly schema: ObjectSchema;
  readonly text: string;
  readonly cuts: readonly number[];
  readonly others: readonly (readonly [string, unknown])[];
}

const NAMES = ['formerly', 'a', 'b', 'value', 'name', 'kind', 'x-1', 'constructor', '__proto__'];
const others = fc.array(fc.tuple(fc.constantFrom(...NAMES), arbitraryValue), { maxLength: 3 });
const cuts = fc.array(fc.nat(400), { minLength: 10, maxLength: 40 });

/** Values of the schema, some of them in the forms that calls are repaired from, some of them wrong. */
const likely: fc.Arbitrary<Written> = arbitrarySample('open').chain(({ schema, value }) =>
  fc.record({
    schema: fc.constant(schema),
    text: fc
      .tuple(fc.infiniteStream(fc.nat(40)), fc.infiniteStream(arbitraryValue), fc.constantFrom(0, 0, 1))
      .map(([dice, values, space]) => JSON.stringify(mutate(value, dice, values), null, space)),
    cuts,
    others,
  }),
);

/** Schemas with all keywords, also contradictory ones. */
const unlikely: fc.Arbitrary<Written> = fc.record({
  schema: arbitrarySchema.map(toRoot),
  text: others.map((members) => JSON.stringify(Object.fromEntries(members))),
  cuts,
  others,
});

function toRoot(schema: JsonSchema): ObjectSchema {
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

/** Changes some parts of a value. */
function mutate(value: unknown, dice: Iterator<number>, values: Iterator<unknown>): unknown {
  const thrown = dice.next().value;
  if (thrown === 0) return values.next().value;
  if (thrown === 1) return JSON.stringify(value);
  if (thrown === 2) return null;
  if (Array.isArray(value)) return value.map((item) => mutate(item, dice, values));
  if (typeof value !== 'object' || value === null) return value;
  // At the root, some arguments get the former name.
  const isFormer = dice.next().value === 3;
  const members = Object.entries(value).map(([key, member], index): [string, unknown] => [
    index === 0 && isFormer ? FORMER : dice.next().value === 0 ? `${key}_more` : key,
    mutate(member, dice, values),
  ]);
  return Object.fromEntries(members);
}

const FORMER = 'formerly';

function toolOf(parameters: ObjectSchema): ToolRegistry | undefined {
  const [present] = Object.keys(parameters.properties);
  // F6: one argument had another name.
  const isRenamed = present !== undefined && !Object.hasOwn(parameters.properties, FORMER);
  const was = isRenamed ? { tool: ['ran'], parameters: { [FORMER]: present } } : {};
  const tool = new FunctionTool({ name: 'run', description: 'Runs.', parameters, was, fn: () => 'ran' });
  try {
    return new ToolRegistry().register(tool);
  } catch {
    // AJV refuses some of the random schemas.
    return undefined;
  }
}

/** Pushes the text in pieces, up to a refusal. */
function follow(registry: ToolRegistry, { text, cuts }: Pick<Written, 'text' | 'cuts'>) {
  const watch = registry.watchArguments('run');
  const ends = [...new Set([...cuts.map((cut) => cut % text.length), text.length])].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    const refusal = watch?.push(text.slice(start, end));
    start = end;
    if (refusal !== undefined) return { refusal, prefix: text.slice(0, end) };
  }
  return undefined;
}

/** The end of a text that closes what a prefix has opened; undefined within a string or before a value. */
function closersOf(prefix: string): string[] | undefined {
  const closers: string[] = [];
  for (let index = 0; index < prefix.length; index += 1) {
    const character = prefix[index];
    if (character === '"') {
      const rest = /^"(?:[^"\\]|\\.)*"/.exec(prefix.slice(index));
      if (rest === null) return undefined;
      index += rest[0].length - 1;
    } else if (character === '{' || character === '[') closers.push(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') closers.pop();
  }
  return /[\d"\]}el]\s*$/.test(prefix) ? closers.reverse() : undefined;
}

/** Another text with the same beginning, in which each open object gets other members. */
function continueOtherwise(prefix: string, others: Written['others']): string | undefined {
  const closers = closersOf(prefix);
  if (closers === undefined) return undefined;
  const added = closers.map((closer, index) => {
    const members = others.filter((_, place) => place % closers.length === index);
    const written = members.map(([name, value]) =>
      closer === '}' ? `,${JSON.stringify(name)}:${JSON.stringify(value)}` : `,${JSON.stringify(value)}`,
    );
    return written.join('') + closer;
  });
  return prefix + added.join('');
}

/** Sentences that the tool gives instead of a list of all that is wrong. */
const OTHER_KIND =
  /not valid JSON|twice with different|former name|nested too deeply|would lose digits|And \d+ more\.$/;

function expectCertain(error: string | null, { error: early }: EarlyRefusal): void {
  expect(error).not.toBeNull();
  if (error === null || OTHER_KIND.test(error)) return;
  const said = early.replace("Invalid arguments for 'run': ", '').replace(/ And \d+ more\.$/, '');
  expect(error).toContain(said);
}

// H5
describe('a refusal of arguments that are still written', () => {
  it('is that of the complete call, whatever text follows, and no valid call is refused', async () => {
    const counts = { valid: 0, wrong: 0, early: 0, same: 0 };
    const property = fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: likely }, unlikely),
      async (written) => {
        const registry = toolOf(written.schema);
        if (registry === undefined) return;
        const { error } = await registry.execute('run', written.text);
        counts[error === null ? 'valid' : 'wrong'] += 1;
        const found = follow(registry, written);
        if (found === undefined) return;
        const { refusal, prefix } = found;
        expectCertain(error, refusal);
        counts.early += 1;
        if (error === refusal.error) counts.same += 1;
        expect(JSON.parse(refusal.arguments)).toBeInstanceOf(Object);
        const other = continueOtherwise(prefix, written.others);
        if (other !== undefined) expectCertain((await registry.execute('run', other)).error, refusal);
      },
    );
    const numRuns = cases(200, 3_000);
    await fc.assert(property, { numRuns });
    // Otherwise the property says little.
    expect(counts.valid).toBeGreaterThan(numRuns / 6);
    expect(counts.early).toBeGreaterThan(numRuns / 15);
    expect(counts.same).toBeGreaterThan(numRuns / 30);
  });

  it('of text that is not JSON is that of the complete text, also beside secrets', async () => {
    const registry = toolOf({ type: 'object', properties: {}, required: [] });
    const words = fc.constantFrom(
      '"',
      '{',
      'key',
      '":"',
      ' = ',
      'sk-',
      'a1b2c3d4',
      '\\n',
      'x'.repeat(70),
      '</a>',
      '<password>',
      '\n',
    );
    const wordsOf = (minLength: number, maxLength: number) =>
      fc.array(words, { minLength, maxLength }).map((list) => list.join(''));
    let early = 0;
    const property = fc.asyncProperty(
      wordsOf(0, 8),
      wordsOf(250, 300),
      wordsOf(0, 9),
      cuts,
      async (begin, middle, end, at) => {
        const beginning = `{"a":"${begin}" ${middle}`;
        const found =
          registry && follow(registry, { text: `${beginning}${middle}`, cuts: at.map((cut) => cut * 9) });
        if (registry === undefined || found === undefined) return;
        early += 1;
        for (const text of [`${found.prefix}${end}`, `${found.prefix}"}`, `${found.prefix}${middle}`]) {
          expect((await registry.execute('run', text)).error).toBe(found.refusal.error);
        }
      },
    );
    const numRuns = cases(100, 1_000);
    await fc.assert(property, { numRuns });
    expect(early).toBeGreaterThan(numRuns / 2);
  });
});
