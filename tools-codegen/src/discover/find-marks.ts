import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { readCall } from './call-mark.js';
import { readDecorator } from './decorator-mark.js';
import type { IsTool, Mark } from './mark.js';
import { findMentions } from './mentions.js';
import { readTag } from './tag-mark.js';
import type { ToolNames } from './tool-names.js';

/** Finds the marks of a file, in order of the source; a mark where no tool can be is reported. */
export function findMarks(file: ts.SourceFile, names: ToolNames, context: CodegenContext): Mark[] {
  const { ts } = context.compiler;
  const named = names.direct.size > 0 || names.namespaces.size > 0;
  const tagged = /@tool\b/.test(file.text);
  if (!named && !tagged) return [];

  const isTool = toolRecogniser(names, context);
  const marks = new Map<ts.Node, Mark>();
  const add = (mark: Mark): void => {
    const node = mark.kind === 'method' ? mark.method : mark.holder;
    if (!marks.has(node)) marks.set(node, mark);
  };
  const mentions = findMentions(file.text, [...names.direct, ...names.namespaces, 'tool']);
  const visit = (node: ts.Node): void => {
    if (!mentions.between(node.pos, node.end)) return;
    if (ts.isDecorator(node)) {
      if (named) readDecorator(node, isTool, context).forEach(add);
      else reportUnknown(node, context);
    }
    if (named && ts.isCallExpression(node)) readCall(node, isTool, context).forEach(add);
    ts.forEachChild(node, visit);
    const commented = tagged && mentions.between(node.pos, node.getStart(file));
    if (commented) readTag(node, isTool, context).forEach(add);
  };
  visit(file);
  return [...marks.values()].sort((a, b) => position(a) - position(b));
}

/** `@tool` in a file that neither imports nor declares `tool`. */
function reportUnknown(
  { expression }: ts.Decorator,
  { compiler: { ts, checker }, report }: CodegenContext,
): void {
  const name = ts.isCallExpression(expression) ? expression.expression : expression;
  if (!ts.isIdentifier(name) || name.text !== 'tool' || checker.getSymbolAtLocation(name)) return;
  const hint = "Import it: `import { tool } from 'toolwright';`.";
  report({ code: 'TW1003', node: name, message: '`tool` is not imported here.', hint });
}

/** Compares spellings first: the checker is asked only where the name fits. */
function toolRecogniser(names: ToolNames, { compiler: { ts, checker }, library }: CodegenContext): IsTool {
  return (expression) => {
    if (ts.isIdentifier(expression)) {
      return names.direct.has(expression.text) && library.isTool(checker.getSymbolAtLocation(expression));
    }
    if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return false;
    return (
      names.namespaces.has(expression.expression.text) &&
      library.isTool(checker.getSymbolAtLocation(expression.name))
    );
  };
}

function position(mark: Mark): number {
  return mark.kind === 'method' ? mark.method.pos : mark.holder.pos;
}
