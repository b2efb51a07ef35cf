import type { JsonSchema } from '@toolwright/contract';
import type { CodegenContext, ExportBinding, SchemaSite } from '@toolwright/program/compiler';
import type { PlannedCodecs } from '../codecs/codec-plan.js';
import type { SchemaEmitter } from '../emit/schema.js';
import type { Lowering } from '../lower/lowering.js';
import { reportInnerNames } from './former-names.js';
import { reportUnreadComments } from './unread-comments.js';

export interface SchemaEntry {
  /** The type's name, from which the name of the constant is derived. */
  readonly name: string;
  readonly binding: ExportBinding;
  readonly schema: JsonSchema;
  /** The codecs of the type's values, in `result`. */
  readonly codecs?: PlannedCodecs;
}

export interface SchemaEntryOptions {
  readonly lowering: Lowering;
  readonly schemas: SchemaEmitter;
  readonly context: CodegenContext;
}

/** Reads a type with `@schema`. Returns undefined if a reported problem leaves no schema. */
export function readSchemaEntry(
  { name, declaration, binding }: SchemaSite,
  { lowering, schemas, context }: SchemaEntryOptions,
): SchemaEntry | undefined {
  const { checker } = context.compiler;
  const symbol = declaration.name && checker.getSymbolAtLocation(declaration.name);
  if (symbol === undefined) return undefined;
  const node = lowering.lowerType(checker.getDeclaredTypeOfSymbol(symbol), declaration, 'input');
  if (node === undefined) return undefined;
  reportInnerNames(node, lowering.definitions, declaration, context);
  const codecs = lowering.planCodecs(undefined, node);
  const schema = schemas.emit(node);
  reportUnreadComments([declaration], schema, context);
  return { name, binding, schema, ...(codecs === undefined ? {} : { codecs }) };
}
