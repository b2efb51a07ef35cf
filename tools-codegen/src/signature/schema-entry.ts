import type { CodecPlan, JsonSchema } from '@toolwright/contract';
import { compareText } from '../compare-text.js';
import type { CodegenContext } from '../context.js';
import type { ExportBinding } from '../discover/exports.js';
import type { SchemaSite } from '../discover/schema-sites.js';
import { emitCodecs } from '../emit/codec-plan.js';
import type { SchemaEmitter } from '../emit/schema.js';
import type { Lowering } from '../lower/lowering.js';

/** A typed schema as the generated module exports it. */
export interface SchemaEntry {
  /** Of the type; the constant is called after it. */
  readonly name: string;
  readonly binding: ExportBinding;
  readonly schema: JsonSchema;
  readonly codecs?: { readonly value: CodecPlan; readonly definitions?: Readonly<Record<string, CodecPlan>> };
}

export interface SchemaEntryOptions {
  readonly lowering: Lowering;
  readonly schemas: SchemaEmitter;
  readonly context: CodegenContext;
}

/** Reads the types with `@schema`, sorted by name; two of one name are reported, since the module can export only one. */
export function readSchemaEntries(sites: readonly SchemaSite[], options: SchemaEntryOptions): SchemaEntry[] {
  const byName = new Map<string, SchemaSite>();
  for (const site of [...sites].sort(bySource)) {
    const { name, declaration } = site;
    const first = byName.get(name);
    if (first === undefined) byName.set(name, site);
    else if (!isSameType(first, site, options)) {
      const message = `Another type with a schema is called \`${name}\`, and both would be \`${name}Schema\`.`;
      options.context.report({ code: 'TW1032', node: declaration.name ?? declaration, message });
    }
  }
  return [...byName.values()]
    .sort((a, b) => compareText(a.name, b.name))
    .flatMap((site) => readSchemaEntry(site, options) ?? []);
}

/** Several declarations of one interface may each have the tag. */
function isSameType(one: SchemaSite, other: SchemaSite, { context }: SchemaEntryOptions): boolean {
  const { checker } = context.compiler;
  const [a, b] = [one, other].map(({ declaration: { name } }) => name && checker.getSymbolAtLocation(name));
  return a === b;
}

function readSchemaEntry(
  { name, declaration, binding }: SchemaSite,
  { lowering, schemas, context }: SchemaEntryOptions,
): SchemaEntry | undefined {
  const { checker } = context.compiler;
  const symbol = declaration.name && checker.getSymbolAtLocation(declaration.name);
  if (symbol === undefined) return undefined;
  const node = lowering.lowerType(checker.getDeclaredTypeOfSymbol(symbol), declaration, 'input');
  if (node === undefined) return undefined;
  const codecs = lowering.hasBuiltIns(node) ? emitCodecs({ result: node }, lowering.definitions) : undefined;
  const { result, definitions } = codecs ?? {};
  return {
    name,
    binding,
    schema: schemas.emit(node),
    ...(result === undefined
      ? {}
      : { codecs: { value: result, ...(definitions === undefined ? {} : { definitions }) } }),
  };
}

function bySource(
  { binding: a, declaration: left }: SchemaSite,
  { binding: b, declaration: right }: SchemaSite,
) {
  return compareText(a.file, b.file) || left.pos - right.pos;
}
