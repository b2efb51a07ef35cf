import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { createCollector, formatDiagnostics, typeRules } from '@toolwright/program/diagnostics';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  createTypeProgram,
  findInput,
} from '../../../packages/program/src/testing/type-program.test.fixture.js';
import { findUnaccounted } from '../account/type-account.test.support.js';
import { emitSchema } from '../emit/schema.js';
import { createLowering } from './lowering.js';

const root = fileURLToPath(new URL('../../fixtures/types', import.meta.url));
const valid = readdirSync(path.join(root, 'valid'));
const invalid = readdirSync(path.join(root, 'invalid'));
const folders = [
  ...valid.map((name) => path.join(root, 'valid', name)),
  ...invalid.map((name) => path.join(root, 'invalid', name)),
];
const compiler = createTypeProgram(folders.map((folder) => path.join(folder, 'input.ts')));

/** Runs each case with its own lowering, so that cases do not depend on each other. */
function run(folder: string): {
  schema: JsonSchema | undefined;
  printed: string;
  unaccounted: readonly string[];
} {
  const file = path.join(folder, 'input.ts');
  const collector = createCollector((name) => path.relative(folder, name));
  const lowering = createLowering(compiler, collector.report);
  const position = readFileSync(file, 'utf8').includes(' Output') ? 'output' : 'input';
  const { type, node } = findInput(compiler, file, position === 'input' ? 'Input' : 'Output');
  const lowered = lowering.lowerType(type, node, position);
  const printed = formatDiagnostics(collector.diagnostics(), { cwd: folder, projectDir: folder });
  const schema = lowered && emitSchema(lowered, lowering.definitions);
  const messages = collector.diagnostics().map(({ message }) => message);
  const unaccounted = schema && position === 'input' ? findUnaccounted(compiler, type, schema, messages) : [];
  return { schema, printed, unaccounted };
}

function readText(folder: string, name: string): string {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
}

/** `UPDATE_FIXTURES=1` writes the printed text: read the diff before you commit it. */
function updateText(folder: string, printed: string): void {
  if (process.env.UPDATE_FIXTURES !== '1' || printed === '') return;
  writeFileSync(path.join(folder, 'diagnostic.txt'), `${printed}\n`);
}

/** Property names in order, which deep equality does not compare. */
function propertyOrder(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(propertyOrder);
  if (typeof schema !== 'object' || schema === null) return null;
  return Object.entries(schema)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) =>
      key === 'properties'
        ? Object.entries(value).map(([name, inner]) => [name, propertyOrder(inner)])
        : [key, propertyOrder(value)],
    );
}

function createAjv(): Ajv2020 {
  // Tuples with optional elements cannot satisfy `strictTuples`; everything else is as strict as AJV can be.
  const ajv = new Ajv2020({ strict: true, strictTuples: false });
  addFormats.default(ajv);
  return ajv;
}

describe('a type that JSON can carry', () => {
  it.each(valid)('%s', (name) => {
    const folder = path.join(root, 'valid', name);
    const { schema, printed, unaccounted } = run(folder);
    updateText(folder, printed);
    expect(printed).toBe(readText(folder, 'diagnostic.txt'));
    expect(unaccounted).toEqual([]);
    const expected: JsonSchema = JSON.parse(readText(folder, 'schema.json'));
    expect(schema).toEqual(expected);
    expect(propertyOrder(schema)).toEqual(propertyOrder(expected));

    const validate = createAjv().compile(JSON.parse(JSON.stringify(schema)));
    const values: { accepted: JsonValue[]; rejected: JsonValue[] } = JSON.parse(
      readText(folder, 'values.json'),
    );
    expect(values.accepted.filter((value) => !validate(value))).toEqual([]);
    expect(values.rejected.filter((value) => validate(value))).toEqual([]);
  });
});

describe('a type that JSON cannot carry', () => {
  it.each(invalid)('%s', (name) => {
    const folder = path.join(root, 'invalid', name);
    const { schema, printed } = run(folder);
    expect(schema).toBeUndefined();
    updateText(folder, printed);
    expect(printed).toBe(readText(folder, 'diagnostic.txt'));
  });
});

it('has a fixture for every code about types', () => {
  // Tested with a dependency in module-kinds.test.ts, in fixtures/tools, and in codec-ambiguity.test.ts.
  const elsewhere = ['TW2023', 'TW2035', 'TW2042'];
  const printed = folders.map((folder) => readText(folder, 'diagnostic.txt')).join();
  expect(Object.keys(typeRules).filter((code) => !printed.includes(code))).toEqual(elsewhere);
});
