import { MANIFEST_VERSION } from '@toolwright/contract';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { SchemaEntry } from '../signature/schema-entry.js';
import type { ToolEntry } from '../signature/tool-entry.js';
import { validatorNames } from '../validators/validator-names.js';
import { createNames } from './create-names.js';
import { HEADER } from './header.js';
import { type ImportNames, nameImports } from './import-names.js';
import type { PrintMemory } from './print-memory.js';
import { printSchema, schemaConstantName } from './print-schemas.js';
import { printToolType } from './print-types.js';
import { type FindReference, printKey, printString, printValue } from './print-value.js';
import { createSchemaConstants } from './schema-constants.js';

export interface PrintOptions {
  /** The module that exports the type `Manifest`, and `typedSchema` where there are schemas. */
  readonly library: string;
  readonly specifierOf: (file: string) => string;
  /** Where the schemas of the entries come from. */
  readonly origins: SchemaOrigins;
  /** Absolute path of the module of precompiled validators; undefined where there is none. */
  readonly validatorsFile: string | undefined;
  readonly memory: PrintMemory;
}

/**
 * Prints the generated module. The entries come in the order in which they are listed; equal entries give equal text.
 * The list is `as const`: the compiler would otherwise compare every tool with every other to find the type of the array.
 */
export function printModule(
  entries: readonly ToolEntry[],
  schemas: readonly SchemaEntry[],
  { library, specifierOf, origins, validatorsFile, memory }: PrintOptions,
): string {
  const nameFor = createNames();
  // These names are seen from outside, so they come first.
  for (const schema of schemas) nameFor(schemaConstantName(schema));
  const bindings = entries.map(({ binding }) => binding);
  const imports = nameImports(bindings, specifierOf, nameFor);
  const typeBindings = schemas.map(({ binding }) => binding);
  const types = nameImports(typeBindings, specifierOf, nameFor, 'import type');
  const constants = createSchemaConstants(origins, nameFor, memory);
  const typed = schemas.map((schema) => printSchema(schema, types.nameOf(schema.binding), constants));
  const validators = validatorsFile === undefined ? undefined : nameFor('validators');
  const validatorsOf = validators === undefined ? [] : validatorNames(entries.map(({ spec }) => spec.name));
  const tools = entries.map((entry, index) => {
    const validate = validators && `${validators}.${validatorsOf[index]}`;
    const target = imports.nameOf(entry.binding);
    const spec = memory.print(entry.spec, constants.find, (find) => printSpec(entry, find));
    const parts = [target, validate ?? '', spec];
    return memory.printWith(entry.spec, parts, () => printTool(entry, { target, validate, spec }));
  });
  return [
    HEADER,
    `import type { Manifest } from ${printString(library)};\n`,
    ...(schemas.length === 0 ? [] : [`import { typedSchema } from ${printString(library)};\n`]),
    ...[...imports.statements, ...types.statements].map((line) => `${line}\n`),
    ...(validatorsFile === undefined
      ? []
      : [`import * as ${validators} from ${printString(specifierOf(validatorsFile))};\n`]),
    '\n',
    ...(constants.statements.length === 0 ? [] : [...constants.statements, '\n']),
    ...(typed.length === 0 ? [] : [...typed, '\n']),
    'export const manifest: Manifest<',
    ...printTypes(entries, imports, memory),
    '> = {\n',
    `  version: ${MANIFEST_VERSION},\n`,
    ...(tools.length === 0 ? ['  tools: [],\n'] : ['  tools: [\n', ...tools, '  ] as const,\n']),
    '};\n',
  ].join('');
}

/** Tools of one name share a line: a registry that holds several takes the arguments of any. */
function printTypes(entries: readonly ToolEntry[], imports: ImportNames, memory: PrintMemory): string[] {
  if (entries.length === 0) return ['Record<never, never>'];
  const byName = new Map<string, string[]>();
  for (const entry of entries) {
    const name = imports.nameOf(entry.binding);
    const type = memory.printWith(entry, [name], () => printToolType(entry, name));
    const types = byName.get(entry.spec.name);
    if (types === undefined) byName.set(entry.spec.name, [type]);
    else if (!types.includes(type)) types.push(type);
  }
  return ['{\n', ...[...byName].map(([name, types]) => `  ${printKey(name)}: ${types.join(' | ')};\n`), '}'];
}

const INNER = '      ';

function printSpec({ spec }: ToolEntry, find: FindReference): string {
  const { name, description, parameters, output, annotations, source } = spec;
  const ordered = { name, description, parameters, output, annotations, source };
  return printValue(ordered, INNER, find);
}

/** Texts within a tool, by the names of the module. */
interface ToolTexts {
  readonly target: string;
  readonly validate: string | undefined;
  readonly spec: string;
}

function printTool({ member, call, codecs }: ToolEntry, { target, validate, spec }: ToolTexts): string {
  const lines = [
    `target: () => ${target}`,
    ...(member === undefined ? [] : [`member: ${printString(member.name)}`]),
    ...(member?.static ? ['static: true'] : []),
    `call: ${printValue(call, INNER)}`,
    ...(codecs === undefined ? [] : [`codecs: ${printValue(codecs, INNER)}`]),
    ...(validate === undefined ? [] : [`validate: ${validate}`]),
    `spec: ${spec}`,
  ];
  return `    {\n${lines.map((line) => `${INNER}${line},\n`).join('')}    },\n`;
}
