import { builtIns, wireForm } from '@toolwright/schema';
import { travelsAsPairs } from '../codecs/codec-shape.js';
import type { CodecNode, TypeNode } from '../ir/type-node.js';
import type { EmitNode } from './emit-node.js';
import type { SchemaDraft } from './schema-draft.js';

const anything: TypeNode = { kind: 'unknown' };

/** The JSON form in which a built-in object travels. */
export function emitCodec(node: CodecNode, emit: EmitNode): SchemaDraft {
  const builtIn = builtIns[node.codec];
  if (builtIn.parts === undefined) return { ...wireForm(builtIn, node.format).schema };
  const keys = node.keys && travelsAsPairs(node) ? { keys: emit(node.keys) } : {};
  return { ...builtIn.schema({ ...keys, items: emit(node.items ?? anything) }) };
}
