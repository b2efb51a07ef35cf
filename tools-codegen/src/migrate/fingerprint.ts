import { attachedDocs, isMention, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Describes everything in a file except its marks: its syntax tree, its JSDoc without `@tool`, and its imports without the names of `tool`.
 * A migration must not change it.
 * @param names The names of `tool` in the file, such as `tool`, `t` or `toolwright.tool`.
 */
export function fingerprint(source: ts.SourceFile, names: ReadonlySet<string>): string {
  const parts: string[] = [];
  const imported = new Set([...names].map((name) => name.replace(/\..*$/, '')));
  const visit = (node: ts.Node): void => {
    if (typescript.isDecorator(node) && names.has(calledName(node, source))) return;
    if (typescript.isImportDeclaration(node) || typescript.isImportEqualsDeclaration(node)) {
      const described = describeImport(node, imported, source);
      if (described !== '') parts.push(described);
      return;
    }
    parts.push(
      typescript.isIdentifier(node) || typescript.isLiteralExpression(node) ? node.text : String(node.kind),
    );
    if (typescript.isClassElement(node) || typescript.isStatement(node)) parts.push(describeDocs(node));
    typescript.forEachChild(node, visit);
    parts.push(')');
  };
  visit(source);
  return parts.join('\n');
}

function calledName(decorator: ts.Decorator, source: ts.SourceFile): string {
  const expression = unwrap(decorator.expression, typescript);
  const called = typescript.isCallExpression(expression) ? expression.expression : expression;
  return unwrap(called, typescript).getText(source);
}

/** Describes an import. Empty for an import of `tool` alone. */
function describeImport(
  statement: ts.ImportDeclaration | ts.ImportEqualsDeclaration,
  names: ReadonlySet<string>,
  source: ts.SourceFile,
): string {
  if (typescript.isImportEqualsDeclaration(statement))
    return names.has(statement.name.text) ? '' : statement.getText(source);
  const { importClause: clause, moduleSpecifier } = statement;
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return statement.getText(source);
  const elements = typescript.isNamedImports(bindings) ? [...bindings.elements] : [bindings];
  const others = elements.filter(({ name }) => !names.has(name.text)).map((one) => one.getText(source));
  if (others.length === 0 && elements.length > 0 && clause?.name === undefined) return '';
  const type = clause?.phaseModifier ?? '';
  return [type, clause?.name?.text, ...others, moduleSpecifier.getText(source)].join(' ');
}

function describeDocs(node: ts.Node): string {
  const docs = attachedDocs(node);
  const texts = docs.flatMap(({ comment, tags = [] }) => [
    typescript.getTextOfJSDocComment(comment),
    ...tags
      .filter((tag) => tag.tagName.text !== 'tool' || isMention(tag))
      .map(
        ({ tagName, comment: text }) => `@${tagName.text} ${typescript.getTextOfJSDocComment(text) ?? ''}`,
      ),
  ]);
  return texts
    .map((text) => text?.trim())
    .filter(Boolean)
    .join('\n');
}
