import type { ResourceSpec } from '@toolwright/contract';
import type { ExportBinding } from '@toolwright/program/compiler';
import { shareCodecs } from '../codecs/share-codecs.js';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { SchemaEntry } from '../signature/schema-entry.js';
import type { ToolEntry } from '../signature/tool-entry.js';
import { validatorNames } from '../validators/validator-names.js';
import { createNames } from './create-names.js';
import { HEADER } from './header.js';
import { type ImportNames, nameImports } from './import-names.js';
import type { ModuleKind } from './module-kind.js';
import { moduleSyntax } from './module-syntax.js';
import { type CodecConstants, createCodecConstants } from './print-codecs.js';
import { printManifest } from './print-manifest.js';
import type { PrintMemory } from './print-memory.js';
import { printToolType } from './print-types.js';
import { type FindReference, printKey, printString, printValue } from './print-value.js';
import { createSchemaConstants, type SchemaConstants } from './schema-constants.js';

export interface PrintOptions {
  readonly kind: ModuleKind;
  /** The module that exports the type `Manifest`, and `typedSchema` if there are schemas. */
  readonly library: string;
  readonly specifierOf: (file: string) => string;
  readonly origins: SchemaOrigins;
  /** Absolute path of the module with precompiled validators; undefined if there is no such module. */
  readonly validatorsFile: string | undefined;
  readonly memory: PrintMemory;
}

export interface PrintedEntries {
  readonly entries: readonly ToolEntry[];
  readonly resources: readonly ToolEntry[];
  readonly schemas: readonly SchemaEntry[];
}

/**
 * Prints the generated module. Equal entries in the same order give equal text. The list is `as const`, because the compiler would
 * otherwise compare every tool with every other to infer the type of the array.
 */
export function printModule(
  { entries, resources, schemas }: PrintedEntries,
  { kind, library, specifierOf, origins, validatorsFile, memory }: PrintOptions,
): string {
  const syntax = moduleSyntax(kind);
  const nameFor = createNames(syntax.taken);
  // These names are exported, so they are assigned first.
  for (const schema of schemas) nameFor(schemaConstantName(schema));
  const bound = [...entries, ...resources];
  const shared = shareCodecs([...bound, ...schemas].flatMap(({ codecs }) => codecs ?? []));
  const classes = [...shared.values()].flatMap((codecs) => Object.values(codecs.classes ?? {}));
  const bindings = [...bound.map(({ binding }) => binding), ...classes];
  const targets = nameImports(bindings, specifierOf, nameFor);
  const referenceTo = (binding: ExportBinding): string =>
    syntax.reference(
      { exportName: binding.exportName, name: targets.nameOf(binding) },
      () => binding.specifier ?? specifierOf(binding.file),
    );
  const typeBindings = schemas.map(({ binding }) => binding);
  const types = nameImports(typeBindings, specifierOf, nameFor);
  const codecs = createCodecConstants(shared, { nameFor, referenceTo, literal: syntax.literal, memory });
  const constants = createSchemaConstants(origins, nameFor, memory, syntax.literal);
  const typed = schemas.map((schema) =>
    syntax.exportSchema(
      schemaConstantName(schema),
      types.nameOf(schema.binding),
      printSchemaArguments(schema, constants, codecs),
    ),
  );
  const validators = validatorsFile === undefined ? undefined : nameFor('validators');
  const validatorsOf = validators === undefined ? [] : validatorNames(bound.map(({ spec }) => spec));
  const printed = bound.map((entry, index) => {
    const validate = validators && `${validators}.${validatorsOf[index]}`;
    const target = referenceTo(entry.binding);
    const spec = memory.print(entry.resource ?? entry.spec, constants.find, (find) => printSpec(entry, find));
    const plans = entry.codecs && codecs.ofTool(entry.codecs);
    const parts = [target, validate ?? '', spec, plans ?? ''];
    return memory.printWith(entry.resource ?? entry.spec, parts, () =>
      printTool(entry, { target, validate, spec, plans }),
    );
  });
  const list = (texts: readonly string[]): string =>
    texts.length === 0 ? '[]' : syntax.literal(`[\n${concatenate(texts)}  ]`);
  const statements = [...constants.statements, ...codecs.statements];
  const hasSchemas = schemas.length > 0;
  const imports = [
    syntax.importTypes(hasSchemas ? [MANIFEST, TYPED_SCHEMA_TYPE] : [MANIFEST], library),
    ...(hasSchemas ? [syntax.importValues([TYPED_SCHEMA], library)] : []),
    ...targets.imports.map(([specifier, names]) => syntax.importTargets(names, specifier)),
    ...types.imports.map(([specifier, names]) => syntax.importTypes(names, specifier)),
    ...(validators === undefined || validatorsFile === undefined
      ? []
      : [syntax.importAll(validators, specifierOf(validatorsFile))]),
  ];
  return [
    HEADER,
    syntax.prologue,
    ...imports.map((line) => `${line}\n`),
    '\n',
    ...(statements.length === 0 ? [] : [...statements, '\n']),
    ...(typed.length === 0 ? [] : [...typed, '\n']),
    printManifest(
      {
        types: printTypes(entries, targets, memory),
        tools: list(printed.slice(0, entries.length)),
        resources: resources.length === 0 ? undefined : list(printed.slice(entries.length)),
      },
      kind,
    ),
  ].join('');
}

const MANIFEST = { exportName: 'Manifest', name: 'Manifest' };
const TYPED_SCHEMA = { exportName: 'typedSchema', name: 'typedSchema' };
const TYPED_SCHEMA_TYPE = { exportName: 'TypedSchema', name: 'TypedSchema' };

/**
 * Prints the types by name. Tools with the same name form a union: a registry with several of them accepts the arguments of each.
 */
function printTypes(entries: readonly ToolEntry[], imports: ImportNames, memory: PrintMemory): string {
  if (entries.length === 0) return 'Record<never, never>';
  const byName = new Map<string, string[]>();
  for (const entry of entries) {
    const name = imports.nameOf(entry.binding);
    const type = memory.printWith(entry, [name], () => printToolType(entry, name));
    const types = byName.get(entry.spec.name);
    if (types === undefined) byName.set(entry.spec.name, [type]);
    else if (!types.includes(type)) types.push(type);
  }
  const members = [...byName].map(([name, types]) => `  ${printKey(name)}: ${types.join(' | ')};\n`);
  return `{\n${concatenate(members)}}`;
}

/** Concatenates texts without copying, unlike `join`: the text may be several megabytes long, and becomes part of a longer one. */
function concatenate(texts: readonly string[]): string {
  let text = '';
  for (const next of texts) text += next;
  return text;
}

const INNER = '      ';

function printSpec({ spec, resource }: ToolEntry, find: FindReference): string {
  if (resource !== undefined) return printResource(resource, find);
  const { name, description, parameters, output, annotations, proved, needsContext, was } = spec;
  const ordered = { name, description, parameters, output, annotations, proved, needsContext, was };
  return printValue(ordered, INNER, find);
}

function printResource(resource: ResourceSpec, find: FindReference): string {
  const { name, uri, description, mimeType, parameters, annotations, needsContext } = resource;
  const ordered = { name, uri, description, mimeType, parameters, annotations, needsContext };
  return printValue(ordered, INNER, find);
}

/** The printed parts of a tool, with the module's names. */
interface ToolTexts {
  readonly target: string;
  readonly validate: string | undefined;
  readonly spec: string;
  readonly plans: string | undefined;
}

function printTool({ member, call }: ToolEntry, { target, validate, spec, plans }: ToolTexts): string {
  const lines = [
    `target: () => ${target}`,
    ...(member === undefined ? [] : [`member: ${printString(member.name)}`]),
    ...(member?.static ? ['static: true'] : []),
    ...(member?.tagged ? ['tagged: true'] : []),
    `call: ${printValue(call, INNER)}`,
    ...(plans === undefined ? [] : [`codecs: ${plans}`]),
    ...(validate === undefined ? [] : [`validate: ${validate}`]),
    `spec: ${spec}`,
  ];
  return `    {\n${lines.map((line) => `${INNER}${line},\n`).join('')}    },\n`;
}

/** Returns the name of the constant that a module exports for a type with `@schema`. */
function schemaConstantName({ name }: SchemaEntry): string {
  return `${name}Schema`;
}

/** Prints the arguments of `typedSchema`. */
function printSchemaArguments(
  { name, schema, codecs }: SchemaEntry,
  { find }: SchemaConstants,
  plans: CodecConstants,
): string {
  const values = [printString(name), printValue(schema, '', find)];
  if (codecs !== undefined) values.push(plans.ofSchema(codecs));
  return values.join(', ');
}
