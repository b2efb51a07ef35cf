import { type Compiler, findPartDocs, readSymbolDocs, saysNothing } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type Annotation, followAnnotation, writtenArguments } from '../../written/annotation.js';

/**
 * Distinguishes types that the checker treats as equal: `Box<Email>` and `Box<string>` are one type if `Email` is an alias of `string`, but
 * the first contains the documentation of `Email`.
 */
export type VariantOf = (annotation: Annotation | undefined) => string;

/** Maximum number of type nodes to visit. Aliases beyond it only lose their documentation. */
const MAX_NODES = 100;

export function createVariants(compiler: Compiler): VariantOf {
  const { ts } = compiler;
  const ids = new Map<ts.Symbol | ts.Node, number>();
  const documented = new Map<ts.Symbol, boolean>();

  const isDocumented = (alias: ts.Symbol): boolean => {
    const known = documented.get(alias);
    if (known !== undefined) return known;
    const result = !saysNothing(readSymbolDocs(compiler, alias));
    documented.set(alias, result);
    return result;
  };

  const idOf = (documentedAt: ts.Symbol | ts.Node): number => {
    const id = ids.get(documentedAt) ?? ids.size;
    ids.set(documentedAt, id);
    return id;
  };

  /** Describes the documented aliases in the types that an annotation passes to the members of its type. */
  const inside = ({ node, bindings }: Annotation, budget: { nodes: number }): string => {
    const written = elements(ts, node);
    // A reference shows the types that it passes on; the members of a literal use the enclosing bindings.
    const passed =
      written === undefined
        ? [...bindings.values()]
        : written.map((element) => ({ node: element, bindings }));
    const texts = passed.map((annotation) => describe(annotation, budget));
    return texts.some((text) => text !== '') ? `(${texts.join(',')})` : '';
  };

  const describe = (annotation: Annotation, budget: { nodes: number }): string => {
    if (budget.nodes <= 0) return '';
    budget.nodes -= 1;
    const followed = followAnnotation(compiler, annotation);
    const aliases = followed.aliases.filter(isDocumented).map(idOf);
    const own = findPartDocs(compiler, annotation.node) === undefined ? '' : `@${idOf(annotation.node)}`;
    return own + aliases.join('.') + inside(followed.annotation, budget);
  };

  return (annotation) => (annotation === undefined ? '' : inside(annotation, { nodes: MAX_NODES }));
}

/** Returns the types that a node passes to the members of its type; undefined for nodes that list the members. */
function elements(ts_: typeof ts, node: ts.Node): readonly ts.TypeNode[] | undefined {
  if (ts_.isArrayTypeNode(node)) return [node.elementType];
  if (ts_.isTupleTypeNode(node)) return node.elements;
  if (ts_.isUnionTypeNode(node) || ts_.isIntersectionTypeNode(node)) return node.types;
  if (ts_.isRestTypeNode(node)) return [node.type];
  return ts_.isTypeReferenceNode(node) || ts_.isImportTypeNode(node)
    ? writtenArguments(ts_, node)
    : undefined;
}
