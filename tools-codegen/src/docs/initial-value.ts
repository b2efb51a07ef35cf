import { type JsonValue, textStart } from '@toolwright/contract';
import type { Report } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { conforms } from './conforms.js';

/** The value of an initializer, and its expression. */
export interface InitialValue {
  readonly value: JsonValue;
  readonly node: ts.Expression;
}

/**
 * Whether the value of an initializer satisfies the constraints of its type; reports it otherwise. Only constraints are checked: the
 * compiler checks the type itself, and allows `{}` if a destructuring pattern gives each member a default.
 */
export function checkInitialValue(
  { value, node: at }: InitialValue,
  node: TypeNode,
  definitions: Definitions,
  report: Report,
): boolean {
  if (conforms(value, node, definitions) || !hasKind(value, node, definitions)) return true;
  const shown = textStart(JSON.stringify(value), 60);
  const message = `The default \`${shown}\` violates the constraints of the type.`;
  report({ code: 'TW2033', node: at, message });
  return false;
}

/** Whether a type contains the type of the value, if it is a string, a number or an array. Tags can constrain only these. */
function hasKind(value: JsonValue, node: TypeNode, definitions: Definitions): boolean {
  if (node.kind === 'union') return node.members.some((member) => hasKind(value, member, definitions));
  if (node.kind === 'ref') {
    const target = definitions.get(node.id)?.node;
    return target !== undefined && hasKind(value, target, definitions);
  }
  return node.kind === (Array.isArray(value) ? 'array' : typeof value);
}
