import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';
import { isFunction } from './declarations.js';
import type { ExternalName } from './externals.js';
import { valuesOf } from './held-data.js';
import type { UnitFacts } from './unit-facts.js';

/** Whether a name creates a logger whose options and streams determine where it writes. */
export function makesLogger({ module, keys: [key = ''] }: ExternalName): boolean {
  if (module === 'winston') return /^(?:default\.)?createLogger$/.test(key);
  return module === 'pino' && /^(?:default|pino|default\.pino)$/.test(key);
}

/**
 * Records the destinations of a logger whose creation its uses reach. Its literal arguments are read with the call; this function follows
 * the names among them. Pino loads the transports in its options by name.
 */
export function readDestinations(at: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn, symbolOf, types } = analysis;
  const { ts, checker } = compiler;
  if (!ts.isCallExpression(at)) return;
  for (const argument of at.arguments) {
    const type = checker.getTypeAtLocation(argument);
    const isStream = checker.getPropertyOfType(type, 'write') !== undefined;
    const names = new Set<ts.Expression>([argument]);
    for (const value of names)
      walkNodes(ts, [value], (node) => {
        if (isFunction(node, ts) || ts.isTypeNode(node)) return false;
        const declaration = ts.isIdentifier(node) ? symbolOf(node)?.valueDeclaration : undefined;
        if (declaration !== undefined && isOwn(declaration.getSourceFile()))
          for (const one of valuesOf(declaration, analysis)) names.add(one);
        return true;
      });
    names.delete(argument);
    for (const value of names) facts.pass(value, argument);
    const isOpen = types.isAny(type) || checker.getPropertyOfType(type, 'transport') !== undefined;
    if (isOpen || (isStream && names.size === 0 && ts.isIdentifier(argument)))
      facts.unknown('where a logger writes', at);
  }
}
