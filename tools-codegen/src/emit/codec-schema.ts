import type { JsonSchema } from '@toolwright/contract';
import type { CodecNode, TypeNode } from '../ir.js';
import type { EmitNode } from './emit-node.js';
import type { SchemaDraft } from './schema-draft.js';

const anything: TypeNode = { kind: 'unknown' };

/** The JSON form in which a built-in object travels. */
export function emitCodec(
  { codec, format, keys = { kind: 'string' }, items = anything }: CodecNode,
  emit: EmitNode,
): SchemaDraft {
  switch (codec) {
    case 'date':
      return { type: 'string', format: format ?? 'date-time' };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'bigint':
      return { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' };
    case 'bytes':
      return { type: 'string', contentEncoding: 'base64' };
    case 'regexp':
      return { type: 'string', format: 'regex' };
    case 'set':
      return { type: 'array', items: emit(items), uniqueItems: true };
    case 'map':
      return keys.kind === 'string'
        ? { type: 'object', additionalProperties: emit(items) }
        : pairs(emit(keys), emit(items));
    default:
      return codec satisfies never;
  }
}

function pairs(key: JsonSchema, value: JsonSchema): SchemaDraft {
  const pair: JsonSchema = {
    type: 'array',
    prefixItems: [key, value],
    items: false,
    minItems: 2,
    maxItems: 2,
  };
  return { type: 'array', items: pair };
}
