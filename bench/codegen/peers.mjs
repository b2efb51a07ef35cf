import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerFile } from '../peers.mjs';
import { nodeCommand } from './contestant.mjs';
import { parametersName } from './project/parameter-types.mjs';

export const BASELINE = 'tsc-6';
export const EMPTY = 'node';

const EMPTY_SCRIPT = fileURLToPath(new URL('../import/empty-script.mjs', import.meta.url));
const noEmit = ['--noEmit', '-p', 'tsconfig.json'];
const wholeProject = [
  '--tsconfig',
  'tsconfig.json',
  '--path',
  'src/**/*.ts',
  '--type',
  '*',
  '--out',
  'schema.json',
];
const wholeProgram = [
  'tsconfig.json',
  '*',
  '--required',
  '--noExtraProps',
  '--strictNullChecks',
  '--out',
  'schema.json',
];

const oneSchemaFile = {
  form: 'types',
  output: (folder) => readFileSync(join(folder, 'schema.json'), 'utf8'),
  named: parametersName,
};

/** @type {import('./contestant.mjs').Contestant[]} */
export const peers = [
  {
    id: EMPTY,
    title: 'Node.js without a program',
    anyProject: true,
    usage: '`node empty-script.mjs`',
    command: (folder) => nodeCommand(EMPTY_SCRIPT, [], folder),
  },
  {
    id: BASELINE,
    title: 'tsc 6.0 `--noEmit`',
    form: 'positional',
    anyProject: true,
    usage: '`tsc --noEmit -p tsconfig.json`',
    command: (folder) => nodeCommand(peerFile('typescript-6', 'bin/tsc'), noEmit, folder),
  },
  {
    id: 'tsc-7',
    title: 'tsc 7.0 `--noEmit`',
    form: 'positional',
    anyProject: true,
    usage: '`tsc --noEmit -p tsconfig.json`',
    command: (folder) => ({
      ...nodeCommand(peerFile('typescript-7', 'bin/tsc'), noEmit, folder),
      native: true,
    }),
  },
  {
    ...oneSchemaFile,
    id: 'ts-json-schema-generator',
    title: 'ts-json-schema-generator',
    usage: `\`ts-json-schema-generator ${quoted(wholeProject)}\``,
    command: (folder) => schemaGenerator(wholeProject, folder),
  },
  {
    ...oneSchemaFile,
    id: 'ts-json-schema-generator-unchecked',
    title: 'ts-json-schema-generator `--no-type-check`',
    usage: 'the same with `--no-type-check`',
    command: (folder) => schemaGenerator([...wholeProject, '--no-type-check'], folder),
  },
  {
    ...oneSchemaFile,
    id: 'typescript-json-schema',
    title: 'typescript-json-schema',
    usage: `\`typescript-json-schema ${quoted(wholeProgram)}\``,
    command: (folder) =>
      nodeCommand(peerFile('typescript-json-schema', 'bin/typescript-json-schema'), wholeProgram, folder),
  },
  {
    id: 'typia',
    title: 'typia with ts-patch',
    form: 'typia',
    usage: '`tsc -p tsconfig.json`, which also checks types and writes JavaScript with validators',
    command: (folder) => nodeCommand(peerFile('typescript', 'bin/tsc'), ['-p', 'tsconfig.json'], folder),
    output: (folder) => textOf(join(folder, 'dist', 'tools')),
  },
];

function schemaGenerator(args, folder) {
  return nodeCommand(peerFile('ts-json-schema-generator', 'bin/ts-json-schema-generator.js'), args, folder);
}

function textOf(folder) {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** As a person would type it: text that a shell would expand is in quotes. */
function quoted(args) {
  return args.map((arg) => (arg.includes('*') ? `'${arg}'` : arg)).join(' ');
}
