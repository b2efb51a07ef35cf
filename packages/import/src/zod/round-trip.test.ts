import fc from 'fast-check';
import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

const text = fc.stringMatching(/^[a-z@*/\\`' {}]{1,12}$/).filter((one) => one.trim() === one);
const small = fc.integer({ min: 0, max: 9 });

const scalar = fc.oneof(
  fc.constantFrom(
    'z.string()',
    'z.number()',
    'z.boolean()',
    'z.number().int()',
    'z.null()',
    'z.string().email()',
  ),
  fc.tuple(small, small).map(([a, b]) => `z.string().min(${Math.min(a, b)}).max(${Math.max(a, b)})`),
  fc.tuple(small, small).map(([a, b]) => `z.number().gte(${Math.min(a, b)}).lt(${Math.max(a, b) + 1})`),
  fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((all) => `z.enum(${JSON.stringify(all)})`),
  text.map((one) => `z.literal(${JSON.stringify(one)})`),
  small.map((one) => `z.literal(${one})`),
  fc.constant('z.string().regex(/^[a-z]+-\\d{2}$/)'),
);

/** Texts of random Zod schemas, which both versions of Zod read. */
const { schema } = fc.letrec<{ schema: string; object: string }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    tie('object'),
    fc.tuple(tie('schema'), small).map(([one, most]) => `z.array(${one}).max(${most})`),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => `z.tuple([${a}, ${b}])`),
    tie('schema').map((one) => `z.record(z.string(), ${one})`),
    tie('schema').map((one) => `${one}.nullable()`),
    fc.tuple(tie('schema'), text).map(([one, note]) => `${one}.describe(${JSON.stringify(note)})`),
    fc.tuple(tie('object'), tie('object')).map(([a, b]) => `${a}.merge(${b})`),
    tie('object').map((one) => `${one}.partial()`),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'to-do', 'c d', 'type'), tie('schema'), fc.boolean()), {
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map(
      (all) =>
        `z.object({ ${all.map(([name, one, isOptional]) => `${JSON.stringify(name)}: ${one}${isOptional ? '.optional()' : ''}`).join(', ')} })`,
    ),
}));

const ISO = [
  'z.iso.date()',
  'z.iso.datetime({ offset: true })',
  'z.iso.time()',
  'z.iso.duration()',
  'z.email()',
  'z.uuid()',
  'z.int()',
  'z.url()',
  'z.ipv4()',
  'z.looseObject({ a: z.string() })',
  'z.literal([1, 2])',
];

// N3
it.each([3, 4] as const)('random schemas of Zod %d stay equal', async (version) => {
  const schemas = [...fc.sample(schema, 150), ...(version === 4 ? ISO : [])];
  const tools = schemas.map(
    (one, index) => `export const tool${index} = tool({
  description: 'Tool ${index}.',
  inputSchema: z.object({ value: ${one} }),
  execute: async (input) => JSON.stringify(input),
});
`,
  );
  const source = `import { tool } from 'ai';\nimport { z } from 'zod';\n\n${tools.join('\n')}`;
  const project = createZodProject({ 'src/tools.ts': source }, version);
  const { kept, zod, comparison } = await project.migrate({ dryRun: true });
  const of = (file: { line: number; text: string }) => `${file.text} ${source.split('\n')[file.line - 1]}`;
  expect({ kept: kept.map(of), zod, unknown: comparison?.unknown }).toEqual({
    kept: [],
    zod: [],
    unknown: [],
  });
  expect(comparison?.differences.map(of)).toEqual([]);
  expect(comparison?.equal).toBe(schemas.length);
});
