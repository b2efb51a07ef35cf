import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { validatorOptions } from '@toolwright/json-schema';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../../packages/program/src/testing/shared-files.js';
import { projectDisk } from '../../incremental/update-project.js';
import { readProject } from '../../reading/read-project.js';
import { typeCheck } from '../type-check.test.support.js';
import { createRandom } from './random.test.support.js';
import {
  asJudged,
  type TypeFile,
  type WrittenType,
  writeFile,
  writeTypes,
} from './write-types.test.support.js';

/** A value about which the compiler and the schema disagree. */
export interface Disagreement {
  readonly type: string;
  readonly declarations: string;
  readonly schema: JsonSchema;
  readonly value: JsonValue;
  /** Who accepts it. */
  readonly accepts: 'compiler' | 'schema';
}

export interface Judgement {
  readonly types: number;
  /** Types with a schema. */
  readonly lowered: number;
  /** Types without, by the code of the diagnostic. */
  readonly refused: Readonly<Record<string, number>>;
  readonly values: number;
  readonly accepted: number;
  readonly disagreements: readonly Disagreement[];
  /** Diagnostics that should not be there: a generated type that the compiler refuses. */
  readonly invalid: readonly string[];
}

const TYPES_IN_A_FILE = 40;

/** Makes random types, and asks the compiler and AJV about values of each. */
export function judgeTypes(count: number, seed: number): Judgement {
  const random = createRandom(seed);
  return judge(
    Array.from({ length: Math.ceil(count / TYPES_IN_A_FILE) }, (_, index) =>
      writeTypes(`types${index}`, Math.min(TYPES_IN_A_FILE, count - index * TYPES_IN_A_FILE), random),
    ),
  );
}

/** The same for one type, as it is written, and these values. */
export function judgeWritten(text: string, values: readonly JsonValue[]): Judgement {
  return judge([writeFile('types0', [{ text, values }], [])]);
}

function judge(files: readonly TypeFile[]): Judgement {
  const { dir } = createScratchProject({
    ...Object.fromEntries(files.map(({ name, text }) => [`src/${name}.ts`, text])),
    'tsconfig.json': JSON.stringify({
      extends: BASE_CONFIG,
      include: ['src'],
      compilerOptions: { lib: ['es2023', 'dom'] },
    }),
  });
  const { readings, syntaxErrors } = readProject(
    { cwd: dir },
    { disk: projectDisk({ cwd: dir }), ...sharedFiles('types') },
  ).project;
  const { refusals, invalid } = compile(`${dir}/tsconfig.json`, files);
  const entries = readings.flatMap(({ schemas }) => schemas.map(({ entry }) => entry));
  const schemas = new Map(entries.map(({ name, schema }) => [name, schema]));
  const verdicts = files.flatMap((file) =>
    file.types.flatMap((type) => judgeType(file, type, schemas.get(type.name), refusals)),
  );
  return {
    types: files.reduce((sum, { types }) => sum + types.length, 0),
    lowered: schemas.size,
    refused: countCodes(readings.flatMap(({ diagnostics }) => diagnostics)),
    values: verdicts.length,
    accepted: verdicts.filter(({ compiles }) => compiles).length,
    disagreements: verdicts.flatMap(({ disagreement }) => disagreement ?? []),
    invalid: [...syntaxErrors.map(({ message }) => message), ...invalid],
  };
}

interface Verdict {
  readonly compiles: boolean;
  readonly disagreement: Disagreement | undefined;
}

function judgeType(
  file: TypeFile,
  { text, samples }: WrittenType,
  schema: JsonSchema | undefined,
  refusals: ReadonlySet<string>,
): Verdict[] {
  if (schema === undefined) return [];
  const accepts = createValidator(schema);
  return samples.map(({ value, line }) => {
    const compiles = !refusals.has(`${file.name}:${line}`);
    if (compiles === accepts(value)) return { compiles, disagreement: undefined };
    const declarations = file.declarationsOf(text);
    const who = compiles ? 'compiler' : 'schema';
    return { compiles, disagreement: { type: text, declarations, schema, value, accepts: who } };
  });
}

function countCodes(diagnostics: readonly Diagnostic[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, severity } of diagnostics)
    if (severity === 'error') counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** The lines of values that the compiler refuses. */
function compile(config: string, files: readonly TypeFile[]): { refusals: Set<string>; invalid: string[] } {
  const refusals = new Set<string>();
  const invalid: string[] = [];
  const texts = new Map(files.map((file) => [`/judged/${file.name}.ts`, asJudged(file)]));
  for (const finding of typeCheck(config, texts)) {
    const [, name, line] = /^(\w+)\.ts\((\d+)\)/.exec(finding) ?? [];
    const file = files.find((candidate) => candidate.name === name);
    if (Number(line) > (file?.firstSample ?? 0)) refusals.add(`${name}:${line}`);
    else invalid.push(`${finding} ${texts.get(`/judged/${name}.ts`)?.split('\n')[Number(line) - 1]}`);
  }
  return { refusals, invalid };
}

/** As the registry validates. */
export function createValidator(schema: JsonSchema): (value: JsonValue) => boolean {
  const ajv = new Ajv2020(validatorOptions(schema));
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}
