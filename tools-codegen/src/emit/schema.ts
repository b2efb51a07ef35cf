import type { JsonSchema } from '@toolwright/contract';
import { createCodecReach, isTextForm, textForms } from '../codecs/text-forms.js';
import { getDefinition } from '../ir/definitions.js';
import { createReferences, type References } from '../ir/references.js';
import { nameSharedDefinitions } from '../ir/shared-definitions.js';
import type { Definitions, NodeDocs, TypeNode } from '../ir/type-node.js';
import { emitArray, emitCodec, emitObject, emitTuple } from './container-schema.js';
import { emitEnum, emitLiteral, emitNumber, emitString } from './scalar-schema.js';
import type { EmitNode, SchemaDraft } from './schema-draft.js';
import { createSchemaOrigins, type SchemaOrigins } from './schema-origins.js';
import { joinAlternatives } from './union-schema.js';

/** Emits the schemas of types that share definitions. Each named type is emitted once. */
export interface SchemaEmitter {
  /**
   * Returns the canonical JSON Schema (draft 2020-12) of a type. The root is resolved, never a `$ref`. `$defs` contains named types that
   * are recursive, used several times or deep in a chain of types; others are inlined.
   */
  emit(node: TypeNode): JsonSchema;
  readonly origins: SchemaOrigins;
}

/** @param origins Receives the origins of the schemas. */
export function createSchemaEmitter(
  definitions: Definitions,
  origins: SchemaOrigins = createSchemaOrigins(),
): SchemaEmitter {
  const made: Made = { definitions, origins, references: createReferences(definitions), bodies: new Map() };
  const roots = new Map<TypeNode, JsonSchema>();
  return {
    origins,
    emit: (node) => {
      const schema = roots.get(node) ?? emitRoot(node, made);
      roots.set(node, schema);
      return schema;
    },
  };
}

/** Emits the schema of a single type, in the form of {@link SchemaEmitter}. */
export function emitSchema(node: TypeNode, definitions: Definitions): JsonSchema {
  return createSchemaEmitter(definitions).emit(node);
}

/** The shared state of one emitter. */
interface Made {
  readonly definitions: Definitions;
  readonly origins: SchemaOrigins;
  readonly references: References;
  /** The schemas of definitions, keyed by id and by the `$defs` that they refer to. */
  readonly bodies: Map<string, JsonSchema>;
}

function emitRoot(root: TypeNode, { definitions, origins, references, bodies }: Made): JsonSchema {
  const names = nameSharedDefinitions(root, definitions, references);
  const emit: EmitNode = (node) => {
    if (node.kind !== 'ref') return emitKind(node, emit, definitions);
    const name = names.get(node.id);
    if (name !== undefined) return withDocs({ $ref: `#/$defs/${name}` }, node.docs);
    return documented(body(node.id), node.docs);
  };
  const body = (id: string): JsonSchema => {
    const key = names.size === 0 ? id : id + namesInside(id, names, references);
    const known = bodies.get(key);
    if (known !== undefined) return known;
    const { name, node } = getDefinition(definitions, id);
    const schema = node.kind === 'ref' ? emit(node) : origins.name(emitKind(node, emit, definitions), name);
    bodies.set(key, schema);
    return schema;
  };
  /** Documentation at the use of a definition takes precedence. */
  const documented = (named: JsonSchema, docs: NodeDocs | undefined): JsonSchema =>
    docs === undefined ? named : origins.extend(named, withDocs({}, docs));
  const resolved = (node: TypeNode): JsonSchema => {
    if (node.kind === 'class') return documented(resolved(node.json), node.docs);
    if (node.kind !== 'ref') return emitKind(node, emit, definitions);
    const target = getDefinition(definitions, node.id).node;
    const isElsewhere = target.kind === 'ref' || target.kind === 'class';
    return documented(isElsewhere ? resolved(target) : body(node.id), node.docs);
  };

  const schema = resolved(root);
  if (names.size === 0) return schema;
  const defs = [...names].map(([id, name]) => [name, body(id)] as const);
  return origins.extend(schema, { $defs: Object.fromEntries(defs.sort(([a], [b]) => (a < b ? -1 : 1))) });
}

/** Lists the `$defs` that a definition's schema refers to. The schema differs if these differ. */
function namesInside(id: string, names: ReadonlyMap<string, string>, references: References): string {
  const met = new Set<string>();
  const open = [id];
  let key = '';
  for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
    for (const next of references.direct(inner)) {
      if (met.has(next)) continue;
      met.add(next);
      const name = names.get(next);
      if (name === undefined) open.push(next);
      else key += `|${next}=${name}`;
    }
  }
  return key;
}

/** Adds documentation in a fixed order to a schema that is not shared yet. */
function withDocs(schema: SchemaDraft, docs: NodeDocs | undefined): JsonSchema {
  if (docs === undefined) return schema;
  const { title, description, default: value, examples, deprecated, writeOnly } = docs;
  if (title !== undefined) schema.title = title;
  if (description !== undefined) schema.description = description;
  if (value !== undefined) schema.default = value;
  if (examples !== undefined) schema.examples = examples;
  if (deprecated !== undefined) schema.deprecated = deprecated;
  if (writeOnly !== undefined) schema.writeOnly = writeOnly;
  return schema;
}

function emitKind(
  node: Exclude<TypeNode, { kind: 'ref' }>,
  emit: EmitNode,
  definitions: Definitions,
): JsonSchema {
  return withDocs(emitBare(node, emit, definitions), node.docs);
}

/** Emits a new schema without documentation. */
function emitBare(
  node: Exclude<TypeNode, { kind: 'ref' }>,
  emit: EmitNode,
  definitions: Definitions,
): SchemaDraft {
  switch (node.kind) {
    case 'string':
      return emitString(node);
    case 'number':
      return emitNumber(node);
    case 'boolean':
    case 'null':
      return { type: node.kind };
    case 'unknown':
      return {};
    case 'literal':
      return emitLiteral(node);
    case 'enum':
      return emitEnum(node);
    case 'array':
      return emitArray(node, emit);
    case 'tuple':
      return emitTuple(node, emit);
    case 'object':
      return emitObject(node, emit);
    case 'union':
      return joinAlternatives(withoutTextForms(node.members, definitions).map(emit));
    case 'class':
      return { ...emit(node.json) };
    case 'codec':
      return emitCodec(node, emit);
    default:
      return node satisfies never;
  }
}

/**
 * Removes union members that JSON represents as strings: `Date | string` becomes `string`. Keeps objects, because they tell the model more,
 * and named types, which may be in `$defs`.
 */
function withoutTextForms(members: readonly TypeNode[], definitions: Definitions): readonly TypeNode[] {
  const isCovered = (node: TypeNode): boolean => node.kind !== 'ref' && isTextForm(node, definitions);
  if (!members.some(isCovered)) return members;
  const reach = createCodecReach(definitions);
  const covered = textForms(members, definitions, (node) => reach.has(node));
  return members.filter((node) => !(covered.has(node) && isCovered(node)));
}
