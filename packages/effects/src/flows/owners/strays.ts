import { outerParent } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { calledName, type FlowContext, plain, receiverOf, short } from './flow-context.js';
import { readRegistration } from './registrations.js';
import { functionOf, isRegistry } from './resolve-tools.js';
import { NO_BINDINGS, type SourceItem } from './tool-source.js';

/**
 * Finds registrations that cannot be traced to a registry because they go through an alias, a list, a default parameter, `bind` or another
 * type. Any registry may have these tools. Call this after all owners have been resolved.
 */
export function findStrays(context: FlowContext): readonly SourceItem[] {
  const { calls, compiler, followed } = context;
  const { ts } = compiler;
  const registry = registryType(context);
  const unfollowed = calls.registering.filter((call) => {
    const [added] = calledName(call, compiler) === 'addTo' ? call.arguments : [];
    if (added !== undefined) return !followed.has(call) && isRegistry(added, context);
    const receiver = followed.has(call) ? undefined : receiverOf(call, compiler);
    if (receiver === undefined) return false;
    return isRegistry(receiver, context) || isDisguised(receiver, call, registry, context);
  });
  const taken = calls.taken.filter((access) => {
    const receiver = plain(access.expression, compiler);
    if (isRegistry(receiver, context) || isPrototype(receiver, context)) return true;
    const call = outerParent(access, ts);
    return ts.isCallExpression(call) && isDisguised(receiver, call, registry, context);
  });
  const takenByPattern = calls.takenByPattern.filter(({ parent }) => isRegistry(parent, context));
  return [...unfollowed, ...taken, ...takenByPattern].map((at) => ({
    kind: 'unknown',
    reason: `tools that \`${short(at)}\` adds to a registry that cannot be analysed`,
    at,
  }));
}

/** Whether a value is `ToolRegistry.prototype`, whose type is `any`. */
function isPrototype(value: ts.Expression, { compiler: { ts }, analysis, library }: FlowContext): boolean {
  return (
    ts.isPropertyAccessExpression(value) &&
    value.name.text === 'prototype' &&
    library.isNamed(analysis.symbolOf(value.expression), 'ToolRegistry')
  );
}

function registryType({ calls, analysis, compiler, library }: FlowContext): ts.Type | undefined {
  const made = calls.constructions.find((node) =>
    library.isNamed(analysis.symbolOf(node.expression), 'ToolRegistry'),
  );
  return made && compiler.checker.getTypeAtLocation(made);
}

/**
 * Whether a value receives a tool and may be a registry according to its type. Functions of the program that it calls are read separately.
 */
function isDisguised(
  receiver: ts.Expression,
  call: ts.CallExpression,
  registry: ts.Type | undefined,
  context: FlowContext,
): boolean {
  const { compiler, analysis } = context;
  const { ts, checker } = compiler;
  const [target] = call.arguments;
  if (registry === undefined || target === undefined) return false;
  if (
    functionOf(analysis.symbolOf(plain(call.expression, compiler))?.valueDeclaration, context) !== undefined
  )
    return false;
  const isOpen = (value: ts.Expression): boolean =>
    (checker.getTypeAtLocation(value).flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  const isUntyped = isOpen(receiver);
  if (!isUntyped && !checker.isTypeAssignableTo(registry, checker.getTypeAtLocation(receiver))) return false;
  // An untyped value may be a tool, but not in code without any types.
  if (!isUntyped && isOpen(target)) return true;
  return readRegistration(call, NO_BINDINGS, context).some(({ kind }) => kind === 'tool' || kind === 'agent');
}
