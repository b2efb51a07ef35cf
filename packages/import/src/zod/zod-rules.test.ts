import { previewTools } from '@toolwright/codegen/edits';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import fc from 'fast-check';
import { z } from 'zod';
import { z as z3 } from 'zod-3';
import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

/** Values that the registry takes, or refuses, otherwise than Zod. The page docs/migrate.md lists them. */
const DIFFERENCES: Readonly<Record<string, RegExp>> = {
  email: /[!#$%&*/=?^`{|}~]|\.[a-z]$|\.[a-z]*\d[a-z\d]*$/i,
  // Zod 3 takes date-times without seconds.
  seconds: /T\d\d:\d\dZ$/,
  // Characters that a URI must escape, and `http://` alone.
  url: /[^\x21-\x7e]|%(?![\da-f]{2})|[<>"{}|\\^`[\]]|^[^:]*:\/*$|#.*#/i,
  uuid: /^urn:uuid:|^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  datetime: /[tz ]|:60|[+-]\d{4}$|[+-]00:?00$|T\d\d:\d\d(Z|[+-])|[+-]2[4-9]/,
};

const BOTH = {
  'z.string().email()': 'email',
  'z.string().url()': 'url',
  'z.string().uuid()': 'uuid',
  'z.string().datetime()': 'seconds',
  'z.string().datetime({ local: true })': '',
  'z.string().datetime({ offset: true })': 'datetime',
  'z.string().datetime(OPTIONS)': '',
  'z.string().datetime({ ...OPTIONS })': '',
  'z.string().date("no date")': '',
  'z.string().date()': '',
  'z.string().time()': '',
  'z.string().duration()': '',
  'z.string().regex(/^[^a]$/)': '',
  'z.string().regex(/^.{2}$/)': '',
  'z.string().regex(/^\\S+$/)': '',
  'z.string().regex(/\\p{2}-a/)': '',
  'z.string().regex(/^[a-z\\d]+-\\d{2}$/)': '',
  'z.string().startsWith("P")': '',
  'z.string().includes("T1")': '',
  'z.string().includes("T1", { position: 2 })': '',
  'z.string().endsWith("Z")': '',
  'z.string().date().email()': '',
  'z.number().multipleOf(2).multipleOf(3)': '',
  'z.number().multipleOf(0.1)': '',
  'z.number().multipleOf(3)': '',
  'z.number().min(3).max(2)': '',
  'z.number().gt(1).lte(1.5)': '',
  'z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.number() })])': '',
  'z.array(z.number()).min(2).max(1)': '',
} as const;

const FOUR = {
  'z.email({ pattern: z.regexes.unicodeEmail })': '',
  'z.ipv4()': '',
  'z.ipv6()': '',
  'z.iso.time()': '',
  'z.iso.duration()': '',
  'z.xor([z.number().min(2), z.number().max(4)])': '',
} as const;

const OPTIONS = 'const OPTIONS = { local: true };';

const TEXTS = [
  ...[
    'a@b.co',
    'a..b@c.de',
    'ä@b.de',
    'a!b@c.de',
    'http://a',
    'http://ä.de/ü',
    'http://a/%zz',
    ' http://a',
    'x',
  ],
  ...['123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-02d3-a456-426614174000'],
  ...['urn:uuid:123e4567-e89b-12d3-a456-426614174000', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00'],
  ...[
    '2020-01-01T00:00Z',
    '2020-01-01t00:00:00z',
    '2020-01-01T00:00:00',
    '2020-01-01T23:59:60Z',
    '2020-02-29',
  ],
  ...[
    '2021-02-29',
    '12:00:00',
    '12:00',
    '12:00:00Z',
    '12:00:00.5',
    '24:00:00',
    'P1D',
    'PT0.5S',
    'P1W',
    'P1Y2M',
  ],
  ...[
    'P1M1DT1H2M3S',
    'P',
    'PT',
    '-P1D',
    'P1.5D',
    'P1W1D',
    '1.2.3.4',
    '01.2.3.4',
    '::1',
    '::ffff:1.2.3.4',
    '😀',
    'ab',
  ],
  ...['p{2}-a', 'ab-12', '1::2::3', 'fe80::1%eth0'],
];

const value = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...TEXTS),
      fc.nat(50),
      fc.constantFrom('', '1', ':', '-', 'Z', 'T', '.', 'é', '+'),
      fc.boolean(),
    )
    .map(
      ([text, at, added, isReplaced]) => text.slice(0, at) + added + text.slice(at + (isReplaced ? 1 : 0)),
    ),
  fc.constantFrom(...TEXTS),
  fc.constantFrom(0.1, 0.3, 0.7, 1.1, 0.15, 3, 2.5, 2, 1.5, 1, 9, -3),
  fc.constantFrom<unknown>({ a: 'x' }, { a: 'x', b: 1 }, { b: 1 }, [], [1], [1, 2]),
);

// N3
it.each([
  [3, z3, BOTH],
  [4, z, { ...BOTH, ...FOUR }],
] as const)('a migrated rule of Zod %d accepts the same values', async (version, zod, rules) => {
  const expressions = Object.keys(rules);
  const tools = expressions.map(
    (one, index) =>
      `export const tool${index} = tool({ description: 'x', inputSchema: z.object({ v: ${one} }), execute: async ({ v }) => v });`,
  );
  const source = `import { tool } from 'ai';\nimport { z } from 'zod';\n${OPTIONS}\n${tools.join('\n')}\n`;
  const project = createZodProject({ 'src/tools.ts': source }, version);
  const { kept, lost } = await project.migrate({ verify: false });
  expect({ kept, lost }).toEqual({ kept: [], lost: [] });
  const text = project.read();
  const specs = previewTools({ cwd: project.folder }, new Map()).tools;
  const values = fc.sample(value, { numRuns: 1_500, seed: 1 });
  const differing: string[] = [];
  for (const [index, expression] of expressions.entries()) {
    const spec = specs.find(({ name }) => name === `tool${index}`);
    if (spec === undefined) throw new Error(`codegen does not find the tool of ${expression}`);
    const schema: z.ZodType = new Function('z', `${OPTIONS} return z.object({ v: ${expression} });`)(zod);
    const isKept = text.includes(`tool${index}Schema.parseAsync(`);
    const execute = async (args: unknown): Promise<unknown> => (isKept ? schema.parse(args) : args);
    const registry = new ToolRegistry().register(
      new FunctionTool({ name: 'rule', description: '', parameters: spec.parameters, execute }),
    );
    const rule = rules[expression as keyof typeof rules]; // of `rules`
    for (const v of values) {
      const old = schema.safeParse({ v });
      const { result, error } = await registry.execute('rule', { v });
      const isSame =
        old.success === (error === null) &&
        (!old.success || JSON.stringify(old.data) === JSON.stringify(result));
      const isKnown = rule !== '' && typeof v === 'string' && DIFFERENCES[rule]?.test(v);
      if (!isSame && !isKnown) differing.push(`${expression}: ${JSON.stringify(v)} ${old.success}`);
    }
  }
  expect([...new Set(differing)]).toEqual([]);
});
