import type { JsonValue } from '@toolwright/contract';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { conforms } from './conforms.js';

/**
 * The value that the text of `@default` or `@example` means for a type: JSON first, then a quoted string, then, for strings,
 * the text as it stands. Undefined where no reading is a value of the type.
 */
export function readTagValue(text: string, node: TypeNode, definitions: Definitions): JsonValue | undefined {
  const plain = withoutFence(text);
  const readings = [parseJson(plain), unquote(plain), plain];
  return readings.find((value) => value !== undefined && conforms(value, node, definitions));
}

function withoutFence(text: string): string {
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    // JSON.parse gives `any`; what it returns is a JSON value by definition.
    return JSON.parse(text) as JsonValue;
  } catch {
    // Most texts are not JSON: the other readings follow.
    return undefined;
  }
}

function unquote(text: string): string | undefined {
  return /^(['`])([\s\S]*)\1$/.exec(text)?.[2];
}
