import type { ts } from 'ts-morph';
import { findTypeOnlyExport } from '../../compiler/compiler-internals.js';
import { unwrap } from '../../compiler/unwrap.js';
import type { CodegenContext } from '../context.js';
import { MARK_NAMES, type MarkName } from '../library-symbols.js';
import { readCall } from './call-mark.js';
import { readDecorator } from './decorator-mark.js';
import type { FindMark, Mark } from './mark.js';
import { findMentions } from './mentions.js';
import { readTag } from './tag-mark.js';
import type { ToolNames } from './tool-names.js';

/** Finds the marks of a file in source order, and reports misplaced marks. */
export function findMarks(file: ts.SourceFile, names: ToolNames, context: CodegenContext): Mark[] {
  const { ts } = context.compiler;
  const named = names.direct.size > 0 || names.namespaces.size > 0;
  const tagged = /@(?:tool|resource)\b/.test(file.text);
  if (!named && !tagged) return [];

  const findMark = recogniser(names, context);
  const marks = { tool: new Map<ts.Node, Mark>(), resource: new Map<ts.Node, Mark>() };
  const add = (mark: Mark): void => {
    const node = mark.kind === 'method' ? mark.method : mark.holder;
    const others = marks[mark.use];
    if (!others.has(node)) others.set(node, mark);
  };
  const mentions = findMentions(file.text, [...names.direct.keys(), ...names.namespaces, ...MARK_NAMES]);
  const visit = (node: ts.Node): void => {
    if (!mentions.between(node.pos, node.end)) return;
    if (ts.isDecorator(node)) {
      if (named) readDecorator(node, findMark, context).forEach(add);
      else reportUnknown(node, context);
    }
    if (named && ts.isCallExpression(node)) readCall(node, findMark, context).forEach(add);
    ts.forEachChild(node, visit);
    const commented = tagged && mentions.between(node.pos, node.getStart(file));
    if (commented) readTag(node, findMark, context).forEach(add);
  };
  visit(file);
  return [...marks.tool.values(), ...marks.resource.values()].sort((a, b) => position(a) - position(b));
}

/** Reports `@tool` or `@resource` in a file that neither imports nor declares it. */
function reportUnknown(
  { expression }: ts.Decorator,
  { compiler: { ts, checker }, report }: CodegenContext,
): void {
  const inner = unwrap(expression, ts);
  const name = ts.isCallExpression(inner) ? unwrap(inner.expression, ts) : inner;
  if (!ts.isIdentifier(name) || !isMarkName(name.text) || checker.getSymbolAtLocation(name)) return;
  const hint = `Add \`import { ${name.text} } from 'toolwright';\`.`;
  report({ code: 'TW1003', node: name, message: `\`${name.text}\` is not imported here.`, hint });
}

function isMarkName(name: string): name is MarkName {
  return MARK_NAMES.some((one) => one === name);
}

/** Creates a function that recognises marks. It compares spellings first, so that the checker is asked only about matching names. */
function recogniser(names: ToolNames, context: CodegenContext): FindMark {
  const { compiler, library } = context;
  const { ts, checker } = compiler;
  const find: FindMark = (expression) => {
    if (ts.isIdentifier(expression)) {
      if (!names.direct.has(expression.text)) return undefined;
      return library.markOf(checker.getSymbolAtLocation(expression));
    }
    if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression))
      return undefined;
    if (!names.namespaces.has(expression.expression.text)) return undefined;
    return library.markOf(checker.getSymbolAtLocation(expression.name));
  };
  const reported = new Set<string>();
  return (expression) => {
    const mark = find(expression);
    if (mark === undefined) return undefined;
    const local = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
    const imported = names.typeOnly.get(local.getText());
    // One report per file is enough.
    if (imported !== undefined && !reported.has(imported.text)) {
      reported.add(imported.text);
      reportTypeOnly(imported, expression, context);
    }
    return mark;
  };
}

/** Reports a use of `import type { tool }`, which does not exist at run time. */
function reportTypeOnly(imported: ts.Identifier, use: ts.Expression, context: CodegenContext): void {
  const exported = findTypeOnlyExport(imported, context.compiler.checker);
  if (exported !== undefined) {
    reportTypeOnlyExport(imported, use, exported, context);
    return;
  }
  const message = `\`${use.getText()}\` is used as a value, but this import is type-only, so it does not exist at run time.`;
  const hint = `Use \`${valueImport(imported, context)}\`.`;
  context.report({ code: 'TW1005', node: imported, message, hint });
}

/** Reports a re-export that exports only the type. */
function reportTypeOnlyExport(
  imported: ts.Identifier,
  use: ts.Expression,
  exported: ts.Node,
  { compiler: { ts }, report }: CodegenContext,
): void {
  const statement = ts.findAncestor(exported, ts.isStatement)?.getText() ?? exported.getText();
  const message = `\`${use.getText()}\` is used as a value, but the imported module exports only its type: \`${statement}\`.`;
  report({ code: 'TW1005', node: imported, message, hint: 'Remove the word `type` there.' });
}

/** Formats an import statement that imports the name as a value. Other type-only names in it remain types. */
function valueImport(imported: ts.Identifier, { compiler: { ts } }: CodegenContext): string {
  const specifier = imported.parent;
  const statement = ts.findAncestor(imported, ts.isStatement)?.getText() ?? imported.text;
  const list = specifier.parent;
  if (!ts.isImportSpecifier(specifier) || !ts.isNamedImports(list)) {
    return statement.replace(/^import\s+type\s/, 'import ');
  }
  const isType = list.parent.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const names = list.elements.map((element) => {
    const { propertyName, name } = element;
    if (element !== specifier) return `${isType ? 'type ' : ''}${element.getText()}`;
    return propertyName === undefined ? name.text : `${propertyName.getText()} as ${name.text}`;
  });
  return `import { ${names.join(', ')} } from ${list.parent.parent.moduleSpecifier.getText()};`;
}

function position(mark: Mark): number {
  return mark.kind === 'method' ? mark.method.pos : mark.holder.pos;
}
