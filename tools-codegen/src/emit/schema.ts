import type { JsonSchema } from '@toolwright/contract';
import type { Definitions, NodeDocs, TypeNode } from '../ir.js';
import { emitCodec } from './codec-schema.js';
import { emitArray, emitObject, emitTuple } from './container-schema.js';
import type { EmitNode } from './emit-node.js';
import { emitEnum, emitLiteral, emitNumber, emitString } from './scalar-schema.js';
import { getDefinition, nameSharedDefinitions } from './shared-definitions.js';
import { joinAlternatives } from './union-schema.js';

/**
 * The canonical JSON Schema (draft 2020-12) of a type: the root is resolved, never a `$ref`; `$defs` holds the named types that
 * are recursive or used more than once, others stand in place.
 */
export function emitSchema(node: TypeNode, definitions: Definitions): JsonSchema {
  const names = nameSharedDefinitions(node, definitions);
  const emit: EmitNode = (inner) => {
    if (inner.kind !== 'ref') return emitKind(inner, emit);
    const name = names.get(inner.id);
    if (name !== undefined) return { $ref: `#/$defs/${name}`, ...emitDocs(inner.docs) };
    return emit(inPlace(inner, definitions));
  };

  let root = node;
  while (root.kind === 'ref') root = inPlace(root, definitions);
  const schema = emit(root);
  if (names.size === 0) return schema;
  const defs = [...names].map(([id, name]) => [name, emit(getDefinition(definitions, id).node)] as const);
  return { ...schema, $defs: Object.fromEntries(defs.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** What documentation adds to a schema, in fixed order. */
function emitDocs(docs: NodeDocs | undefined): JsonSchema {
  if (docs === undefined) return {};
  const { title, description, default: value, examples, deprecated } = docs;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(value === undefined ? {} : { default: value }),
    ...(examples === undefined ? {} : { examples }),
    ...(deprecated === undefined ? {} : { deprecated }),
  };
}

/** A definition as if it were written where it is used; what is said at the use is nearer. */
function inPlace(node: Extract<TypeNode, { kind: 'ref' }>, definitions: Definitions): TypeNode {
  const named = getDefinition(definitions, node.id).node;
  return node.docs === undefined ? named : { ...named, docs: { ...named.docs, ...node.docs } };
}

function emitKind(node: Exclude<TypeNode, { kind: 'ref' }>, emit: EmitNode): JsonSchema {
  const docs = emitDocs(node.docs);
  switch (node.kind) {
    case 'string':
      return { ...emitString(node), ...docs };
    case 'number':
      return { ...emitNumber(node), ...docs };
    case 'boolean':
    case 'null':
      return { type: node.kind, ...docs };
    case 'unknown':
      return docs;
    case 'literal':
      return { ...emitLiteral(node), ...docs };
    case 'enum':
      return { ...emitEnum(node), ...docs };
    case 'array':
      return { ...emitArray(node, emit), ...docs };
    case 'tuple':
      return { ...emitTuple(node, emit), ...docs };
    case 'object':
      return { ...emitObject(node, emit), ...docs };
    case 'union':
      return joinAlternatives(node.members.map(emit), docs);
    case 'codec':
      return { ...emitCodec(node, emit), ...docs };
    default:
      return node satisfies never;
  }
}
