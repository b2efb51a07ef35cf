import type { JsonSchema } from '@toolwright/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Diagnostic } from './diagnostic.js';
import { diagnosticRules } from './rules.js';
import { formatSarif } from './sarif.js';

const text: JsonSchema = { type: 'string', minLength: 1 };
const place: JsonSchema = { type: 'integer', minimum: 1 };

function object(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function array(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/**
 * What SARIF 2.1.0 says of the objects that we write, with the sections of
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
const level: JsonSchema = { type: 'string', enum: ['none', 'note', 'warning', 'error'] }; // 3.27.10
const message = object({ text }, 'text'); // 3.11.8, 3.12.3
const region = object({ startLine: place, startColumn: place, endColumn: place }, 'startLine'); // 3.30.5
const artifactLocation = object({ uri: { type: 'string', format: 'uri-reference' } }, 'uri'); // 3.4.3
const physicalLocation = object({ artifactLocation, region }, 'artifactLocation'); // 3.29.3
const result = object(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message,
    locations: array(object({ physicalLocation }, 'physicalLocation')),
  },
  'ruleId', // 3.27.5
  'message', // 3.27.11
);
const rule = object(
  {
    id: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: object({ level }),
  },
  'id', // 3.49.3
);
const driver = object({ name: text, rules: array(rule) }, 'name'); // 3.19.8
const run = object(
  {
    tool: object({ driver }, 'driver'), // 3.18.2
    columnKind: { type: 'string', enum: ['utf16CodeUnits', 'unicodeCodePoints'] }, // 3.14.17
    results: array(result),
  },
  'tool', // 3.14.6
  'results', // 3.14.23, of a run that found nothing too
);
const log = object(
  {
    $schema: { type: 'string', format: 'uri' },
    version: { type: 'string', const: '2.1.0' },
    runs: array(run),
  },
  'version', // 3.13.2
  'runs', // 3.13.4
);

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(log);

const everyCode = Object.entries(diagnosticRules).map(([code, { severity, fix }], index): Diagnostic => {
  const base = { code: code as keyof typeof diagnosticRules, severity, message: 'It is so.', hint: fix };
  if (index % 3 === 0) return base;
  const file = 'src/a file, ünusual.ts';
  return index % 3 === 1 ? { ...base, file, line: 1 } : { ...base, file, line: 2, column: 3, length: 4 };
});

describe('the SARIF log', () => {
  it.each([
    ['without results', []],
    ['with every code', everyCode],
  ])('%s has all that the specification requires', (_name, diagnostics) => {
    const parsed: unknown = JSON.parse(formatSarif(diagnostics, { projectDir: '/p', cwd: '/p' }));
    expect([validate(parsed), validate.errors]).toEqual([true, null]);
  });

  it('points each result to its rule', () => {
    const { runs } = JSON.parse(formatSarif(everyCode, { projectDir: '/p', cwd: '/p' }));
    const [{ tool, results }] = runs;
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
