import { evaluateConstant } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';
import type { ExternalName } from './externals.js';
import type { UnitFacts } from './unit-facts.js';

/** Whether a name is Node's `open`, whose flags determine what it does. */
export function isOpen({ module, keys: [key = ''] }: ExternalName): boolean {
  return (module === 'fs' || module === 'fs/promises') && /^(?:promises\.)?open(?:Sync)?$/.test(key);
}

/** Records whether a file is opened for writing. Without flags, it is only read. */
export function readOpenFlags(at: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  const flags = ts.isCallExpression(at) ? at.arguments[1] : at;
  if (flags === undefined) return;
  const writes = ts.isExpression(flags) && flags !== at ? writesWith(flags, analysis) : undefined;
  if (writes === undefined) facts.unknown('flags of `open` that may allow writing', at);
  else if (writes) facts.use('fs.write', at);
}

/** Whether a name is a Node.js function that reads a file, unless its option `flag` also allows writing. */
export function isRead({ module, keys: [key = ''] }: ExternalName): boolean {
  const isFiles = module === 'fs' || module === 'fs/promises';
  return isFiles && /^(?:promises\.)?(?:readFile(?:Sync)?|createReadStream)$/.test(key);
}

/** Records whether a file is read with a flag that creates or truncates it. */
export function readReadFlag(at: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts, checker } = analysis.compiler;
  const options = ts.isCallExpression(at) ? at.arguments[1] : undefined;
  if (options === undefined || ts.isStringLiteralLike(options)) return;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(options));
  const flags = (type.isUnion() ? type.types : [type]).flatMap((part) =>
    ['flag', 'flags'].flatMap((name) => checker.getPropertyOfType(part, name) ?? []),
  );
  if (flags.length === 0 && !analysis.types.isAny(type)) return;
  const [only, ...more] = flags.flatMap(({ declarations = [] }) => declarations);
  const value =
    only !== undefined && more.length === 0 && ts.isPropertyAssignment(only) ? only.initializer : undefined;
  const writes = value && writesWith(value, analysis);
  if (writes === undefined) facts.unknown('a flag that may allow writing', at);
  else if (writes) facts.use('fs.write', at);
}

/** The lowest bits of a flag, which are the same in Node.js on every system: `O_WRONLY` and `O_RDWR`. */
const WRITING_BITS = 0b11;
const WRITING_NAMES = /^O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|EXCL)$/;

/** Whether flags allow writing. Returns undefined if that is uncertain. */
function writesWith(flags: ts.Expression, analysis: Analysis): boolean | undefined {
  const value = evaluateConstant(analysis.compiler, flags)?.value;
  if (typeof value === 'string') return /[wa+]/.test(value);
  if (typeof value === 'number') return (value & WRITING_BITS) !== 0;
  const names = namesIn(flags, analysis);
  return names === undefined ? undefined : names.some((name) => WRITING_NAMES.test(name));
}

/** Returns the constants that flags consist of, as in `O_RDONLY | O_NOFOLLOW`, through constants of the program. */
function namesIn(
  flags: ts.Expression,
  { compiler: { ts }, symbolOf, isOwn }: Analysis,
): string[] | undefined {
  const names: string[] = [];
  const expressions = new Set([flags]);
  let isCertain = true;
  // A loop over a set also visits the elements added during the loop.
  for (const expression of expressions)
    walkNodes(ts, [expression], (node) => {
      if (ts.isPropertyAccessExpression(node) && /^O_\w+$/.test(node.name.text)) {
        names.push(node.name.text);
        return false;
      }
      if (ts.isCallExpression(node) || ts.isStringLiteralLike(node)) isCertain = false;
      if (!ts.isIdentifier(node)) return true;
      const declaration = symbolOf(node)?.valueDeclaration;
      const isConstant =
        declaration !== undefined &&
        ts.isVariableDeclaration(declaration) &&
        isOwn(declaration.getSourceFile());
      if (isConstant && declaration.initializer !== undefined) expressions.add(declaration.initializer);
      else if (/^O_\w+$/.test(node.text)) names.push(node.text);
      else isCertain = false;
      return false;
    });
  return isCertain ? names : undefined;
}
