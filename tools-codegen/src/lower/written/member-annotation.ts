import { type Compiler, isMapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import {
  type Annotation,
  type Bindings,
  bindArguments,
  followAnnotation,
  noBindings,
  referencedSymbol,
  writtenArguments,
} from './annotation.js';

export interface MemberAnnotations {
  of(property: ts.Symbol): Annotation | undefined;
  /** Whether a mapped type gives its properties new types, which tags of the original properties may not fit. */
  readonly remapped: boolean;
  /** The keys of a mapped type, which determine the order of the members. */
  readonly keys: Annotation | undefined;
  /** The annotation shared by all members of a mapped type. */
  readonly template: Annotation | undefined;
  /** The mapped type; its own JSDoc applies to all members. */
  readonly mapped: ts.MappedTypeNode | undefined;
  readonly bindings: Bindings;
}

/** @param annotation The annotation of the object type itself, with aliases resolved. */
export function memberAnnotations(
  compiler: Compiler,
  type: ts.Type,
  annotation: Annotation | undefined,
): MemberAnnotations {
  const { ts } = compiler;
  const node = isMapped(ts, type) ? type.symbol.declarations?.find(ts.isMappedTypeNode) : undefined;
  if (node !== undefined) return mappedMembers(compiler, node, annotation);
  const bindings = memberBindings(compiler, type, annotation);
  return {
    of: (property) => declaredAnnotation(compiler, property, bindings),
    remapped: false,
    keys: undefined,
    template: undefined,
    mapped: undefined,
    bindings,
  };
}

function mappedMembers(
  compiler: Compiler,
  node: ts.MappedTypeNode,
  annotation: Annotation | undefined,
): MemberAnnotations {
  const { ts } = compiler;
  const bindings = annotation?.node === node ? annotation.bindings : noBindings;
  const source = homomorphicSource(compiler, node);
  const { constraint } = node.typeParameter;
  const overKeys =
    constraint !== undefined &&
    !(ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword);
  const keys = overKeys
    ? { node: constraint, bindings }
    : source && sourceKeys(compiler, { node: source, bindings });
  const template =
    node.type === undefined || source !== undefined ? undefined : { node: node.type, bindings };
  const original = source === undefined ? noBindings : sourceBindings(compiler, { node: source, bindings });
  return {
    of: (property) => template ?? declaredAnnotation(compiler, property, original),
    remapped: template !== undefined,
    keys,
    template,
    mapped: node,
    bindings,
  };
}

/** Returns `T` in `{ [P in …]: T[P] }`. */
function homomorphicSource(
  compiler: Compiler,
  { type, typeParameter }: ts.MappedTypeNode,
): ts.TypeNode | undefined {
  const { ts, checker } = compiler;
  if (type === undefined || !ts.isIndexedAccessTypeNode(type)) return undefined;
  const index = referencedSymbol(compiler, type.indexType);
  return index !== undefined && index === checker.getSymbolAtLocation(typeParameter.name)
    ? type.objectType
    : undefined;
}

/** Returns the keys of an inner mapped type: `Partial<Record<Keys, …>>` has the keys of the `Record`. */
function sourceKeys(compiler: Compiler, source: Annotation): Annotation | undefined {
  const { annotation } = followAnnotation(compiler, source);
  return compiler.ts.isMappedTypeNode(annotation.node)
    ? mappedMembers(compiler, annotation.node, annotation).keys
    : undefined;
}

function sourceBindings(compiler: Compiler, source: Annotation): Bindings {
  const { annotation } = followAnnotation(compiler, source);
  const symbol = referencedSymbol(compiler, annotation.node);
  return symbol === undefined
    ? annotation.bindings
    : declaredBindings(compiler, symbol, annotation, new Set());
}

function memberBindings(compiler: Compiler, type: ts.Type, annotation: Annotation | undefined): Bindings {
  const { ts } = compiler;
  // At run time, a type may lack the symbol that the TypeScript types promise.
  const symbol: ts.Symbol | undefined = type.symbol;
  if (symbol === undefined) return annotation?.bindings ?? noBindings;
  const written = annotation !== undefined && referencedSymbol(compiler, annotation.node) === symbol;
  if (type.isClassOrInterface() || written)
    return declaredBindings(compiler, symbol, written ? annotation : undefined, new Set());
  const literal =
    annotation !== undefined && ts.isTypeLiteralNode(annotation.node) ? annotation.node : undefined;
  return literal !== undefined && symbol.declarations?.includes(literal) === true && annotation !== undefined
    ? annotation.bindings
    : noBindings;
}

/** Returns the bindings of the type parameters of a class or interface and of its bases. */
function declaredBindings(
  compiler: Compiler,
  symbol: ts.Symbol,
  written: Annotation | undefined,
  visited: Set<ts.Symbol>,
): Bindings {
  const { ts } = compiler;
  if (visited.has(symbol)) return noBindings;
  visited.add(symbol);
  const bindings = new Map<ts.Symbol, Annotation>();
  const add = (more: Bindings): void => {
    for (const [parameter, bound] of more) bindings.set(parameter, bound);
  };
  for (const declaration of symbol.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassLike(declaration)) continue;
    if (written !== undefined) {
      add(
        bindArguments(
          compiler,
          declaration.typeParameters,
          writtenArguments(ts, written.node),
          written.bindings,
        ),
      );
    }
    for (const base of (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types])) {
      const target = referencedSymbol(compiler, base);
      if (target !== undefined) add(declaredBindings(compiler, target, { node: base, bindings }, visited));
    }
  }
  return bindings;
}

function declaredAnnotation(
  compiler: Compiler,
  property: ts.Symbol,
  bindings: Bindings,
): Annotation | undefined {
  const { ts, checker } = compiler;
  const { declarations = [] } = property;
  const [sole] = declarations;
  if (sole !== undefined && declarations.length === 1) {
    const node = typeNodeOf(ts, sole);
    return node && { node, bindings };
  }
  const nodes = declarations.flatMap((declaration) => typeNodeOf(ts, declaration) ?? []);
  const [first] = nodes;
  if (first === undefined || nodes.length === 1) return first && { node: first, bindings };
  // A property of an intersection has several declarations; the narrowest shows its type.
  const type = checker.getTypeOfSymbol(property);
  const exact = nodes.find((node) => checker.getTypeFromTypeNode(node) === type);
  return { node: exact ?? first, bindings };
}

function typeNodeOf(ts_: typeof ts, declaration: ts.Declaration): ts.TypeNode | undefined {
  const isProperty =
    ts_.isPropertySignature(declaration) ||
    ts_.isPropertyDeclaration(declaration) ||
    ts_.isParameter(declaration);
  return isProperty ? declaration.type : undefined;
}
