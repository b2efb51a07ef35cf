import type { ts } from 'ts-morph';
import { findOwnTags } from '../../docs/js-docs.js';
import type { CodegenContext } from '../context.js';
import type { ToolSite } from '../sites/tool-site.js';
import type { Mark } from './mark.js';
import { findMentions } from './mentions.js';

/** Returns the nodes whose JSDoc belongs to tools. */
export function nodesOfTools(
  marks: readonly Mark[],
  sites: readonly ToolSite[],
  { compiler: { ts } }: CodegenContext,
): ReadonlySet<ts.Node> {
  const marked = marks.filter(({ use }) => use === 'tool');
  const nodes: readonly ts.Node[] = [
    ...marked.flatMap((mark): ts.Node[] =>
      mark.kind === 'method' ? [mark.method] : [mark.holder, mark.callable],
    ),
    ...sites.flatMap(({ resource, documented }) => (resource === undefined ? documented : [])),
  ];
  // The comment of a variable belongs to its statement.
  const withStatements = nodes.flatMap((node): ts.Node[] =>
    ts.isVariableDeclaration(node) ? [node, node.parent.parent] : [node],
  );
  return new Set(withStatements);
}

/** Reports `@was` on functions, methods and classes in a file that are not tools. */
export function reportIdleFormerNames(
  file: ts.SourceFile,
  tools: ReadonlySet<ts.Node>,
  { compiler, report }: CodegenContext,
): void {
  if (!/@was\b/.test(file.text)) return;
  const { ts } = compiler;
  const mentions = findMentions(file.text, ['was']);
  const visit = (node: ts.Node): void => {
    if (!mentions.between(node.pos, node.end)) return;
    ts.forEachChild(node, visit);
    if (tools.has(node) || !mayBeMeant(node, ts) || !mentions.between(node.pos, node.getStart(file))) return;
    for (const tag of findOwnTags(compiler, node)) {
      if (tag.tagName.text !== 'was') continue;
      report({
        code: 'TW1043',
        node: tag,
        message: '`@was` has no effect here, because this is not a tool.',
      });
    }
  };
  visit(file);
}

function mayBeMeant(node: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isMethodDeclaration(node) ||
    ts_.isAccessor(node) ||
    ts_.isClassDeclaration(node) ||
    ts_.isFunctionDeclaration(node) ||
    ts_.isVariableStatement(node)
  );
}
