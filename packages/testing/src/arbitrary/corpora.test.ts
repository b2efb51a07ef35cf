// L2
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isToolwrightError, type JsonSchema, type JsonValue, type ObjectSchema } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import ts from 'typescript';
import { exportedTypes } from '../../../../bench/types/exported-types.mjs';
import { judgeByCompiler, readSpecTypes } from '../../../../tools-codegen/src/lower/mcp-spec.test.support.js';
import { generateUncached } from '../../../../tools-codegen/src/testing/generate-uncached.test.support.js';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { findUninterpretable } from '../../../tools/src/validation/is-known-schema.js';
import { SchemaChecker } from '../../../tools/src/validation/schema-checker.js';
import { argumentsOf, nearMissesOf } from './arbitrary.js';

const CODEGEN = fileURLToPath(new URL('../../../../tools-codegen', import.meta.url));
const VALUES = 6;
/** The whole corpora take more than a minute: `PRINT_COUNTS=1` reads them and prints the counts. */
const EVERY = process.env.PRINT_COUNTS ? 1 : 4;

interface Entry {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** What was generated, and what another validator or the interpreter thought of it. */
interface Account {
  schemas: number;
  valid: number;
  misses: number;
  /** Schemas that refuse nothing near. */
  withoutMisses: number;
  readonly notGenerated: string[];
  readonly wrong: string[];
  readonly values: { readonly type: string; readonly value: JsonValue }[];
}

function examine(entries: readonly Entry[]): Account {
  const account: Account = {
    schemas: 0,
    valid: 0,
    misses: 0,
    withoutMisses: 0,
    notGenerated: [],
    wrong: [],
    values: [],
  };
  for (const { name, schema } of entries) {
    account.schemas += 1;
    const accepts = validatorsOf(schema);
    const root = schema as ObjectSchema; // the arbitraries take any schema
    const sample = <T>(make: () => fc.Arbitrary<T>): readonly T[] => {
      try {
        return fc.sample(make(), { numRuns: VALUES, seed: 3 });
      } catch (error) {
        if (!isToolwrightError(error) || error.code !== 'UNSUPPORTED') throw error;
        account.notGenerated.push(error.message);
        return [];
      }
    };
    const before = account.notGenerated.length;
    for (const value of sample(() => argumentsOf(root, name))) {
      account.valid += 1;
      account.values.push({ type: name, value });
      if (!accepts.every((accept) => accept(value)))
        account.wrong.push(`valid ${name} ${JSON.stringify(value)}`);
    }
    if (account.notGenerated.length > before) continue;
    for (const miss of sample(() => nearMissesOf(root, name))) {
      account.misses += 1;
      if (accepts.some((accept) => accept(miss.arguments)))
        account.wrong.push(`near miss ${name} ${miss.path} ${miss.reason} ${JSON.stringify(miss.arguments)}`);
    }
    if (account.notGenerated.length > before) {
      account.notGenerated.length = before;
      account.withoutMisses += 1;
    }
  }
  return account;
}

function validatorsOf(schema: JsonSchema): readonly ((value: unknown) => boolean)[] {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  const compiled = ajv.compile(schema);
  const { namesInherited } = schemaTraits(schema);
  const interpreted = (value: unknown) => new SchemaChecker(schema, namesInherited).accepts(value);
  return findUninterpretable(schema).length === 0 ? [compiled, interpreted] : [compiled];
}

function counts({ schemas, valid, misses, withoutMisses, notGenerated, wrong }: Account): object {
  return { schemas, valid, misses, withoutMisses, notGenerated, wrong };
}

function print(name: string, account: Account): void {
  if (process.env.PRINT_COUNTS) process.stderr.write(`${name} ${JSON.stringify(counts(account))}\n`);
}

describe('arguments from the schemas of', () => {
  it('the Model Context Protocol fit, as the compiler says too, and near misses do not', () => {
    const types = readSpecTypes().flatMap(({ name, schema }) =>
      schema === undefined ? [] : [{ name, schema }],
    );
    const account = examine(types);
    print('MCP', account);
    expect(account.wrong).toEqual([]);
    expect(account.notGenerated).toEqual([]);
    expect(account.valid).toBeGreaterThan(800);
    expect(account.misses).toBeGreaterThan(700);
    const probes = account.values.filter((_, index) => index % 3 === 1).slice(0, 300);
    const verdicts = judgeByCompiler(probes);
    expect(probes.filter((_, index) => !verdicts[index])).toEqual([]);
    expect(probes.length).toBe(290);
  });

  it('popular packages fit', () => {
    const { dir, write } = createScratchProject({});
    mkdirSync(path.join(dir, 'node_modules/@types'), { recursive: true });
    const modules = ['estree', 'json-schema'];
    for (const name of modules)
      symlinkSync(
        path.join(CODEGEN, 'node_modules/@types', name),
        path.join(dir, 'node_modules/@types', name),
      );
    const { head, types } = exportedTypes(OPTIONS, path.join(dir, 'src/tools.ts'), modules);
    const methods = types.map(
      (type, index) =>
        `  /** Takes a value. @tool */\n  static t${index}(value: ${type}): string { return typeof value; }\n`,
    );
    write('src/tools.ts', `${head}export class Tools {\n${methods.join('')}}\n`);
    const { tools } = generateUncached({ cwd: dir });
    const account = examine(
      tools
        .filter((_, index) => index % EVERY === 0)
        .map(({ name, parameters }) => ({ name, schema: parameters })),
    );
    print('packages', account);
    expect(account.wrong).toEqual([]);
    expect(account.notGenerated).toEqual([]);
    expect(account.schemas).toBeGreaterThan(120 / EVERY);
    expect(account.misses).toBeGreaterThan(600 / EVERY);
  });

  it("codegen's own fixtures fit, or say what cannot be generated", () => {
    const root = path.join(CODEGEN, 'fixtures/tools/valid');
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const entries = folders.flatMap(({ name }) =>
      generateUncached({ cwd: path.join(root, name) }).tools.map((tool) => ({
        name: `${name}/${tool.name}`,
        schema: tool.parameters,
      })),
    );
    const account = examine(entries);
    print('fixtures', account);
    expect(account.wrong).toEqual([]);
    expect(account.notGenerated).toEqual([]);
    expect(account.valid).toBeGreaterThan(500);
  });
});

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  types: [],
};
