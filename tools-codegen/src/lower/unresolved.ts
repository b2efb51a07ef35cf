import { type Compiler, isErrorType } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { childTypes, createDeciding } from './deciding-parameters.js';
import { importHint } from './import-hint.js';
import { type Failure, mustSettle } from './problem.js';
import { referencedSymbol } from './written/annotation.js';

interface Missing {
  /** Default: `TW2003`, a name that the compiler cannot find. */
  readonly code?: 'TW2002';
  readonly node: ts.Node;
  readonly says: string;
}

type Search = (node: ts.Node) => Missing | undefined;
type ObjectDeclaration = ts.ClassLikeDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode;
type ReferenceNode = ts.TypeReferenceNode | ts.ImportTypeNode | ts.ExpressionWithTypeArguments;

/**
 * Finds unresolved names in the parts of a type. The checker ignores such names: a class loses the members of its base class, and
 * `Record<Missing, string>` accepts every key. Each node is searched once.
 */
export class UnresolvedNames {
  private readonly found = new Map<ts.Node, Missing | undefined>();
  /** Types without unresolved names at any depth, and the results of searches at all depths. */
  private readonly resolved = new Set<ts.Node>();
  private readonly foundInside = new Map<ts.Node, Missing | undefined>();
  private readonly decides: (parameter: ts.TypeParameterDeclaration | undefined) => boolean;

  constructor(private readonly compiler: Compiler) {
    this.decides = createDeciding(compiler);
  }

  /** Searches a type as written. The members of object types are searched when they are lowered. */
  inType(node: ts.TypeNode): Failure | undefined {
    return this.failure(this.inNode(node));
  }

  /** Searches the bases and keys of an object type. */
  inObject(type: ts.Type): Failure | undefined {
    // At run time, a type may lack the symbol that its TypeScript type promises.
    const symbol: ts.Symbol | undefined = type.symbol;
    return this.failure(first(symbol?.declarations ?? [], this.inDeclaration));
  }

  private readonly inNode: Search = (node) => {
    if (this.found.has(node)) return this.found.get(node);
    // A type may refer to itself.
    this.found.set(node, undefined);
    const missing = this.searchNode(node);
    this.found.set(node, missing);
    return missing;
  };

  private searchNode(node: ts.Node): Missing | undefined {
    const { ts } = this.compiler;
    if (isReferenceNode(ts, node)) return this.searchReference(node);
    if (ts.isTypeQueryNode(node)) return this.searchValue(node);
    // Lowering searches the data members.
    if (ts.isTypeLiteralNode(node) || ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node))
      return undefined;
    if (ts.isMappedTypeNode(node)) return first([node.typeParameter.constraint, node.nameType], this.inNode);
    // Only the accessed member matters, and if it is missing, the result is an error type.
    if (ts.isIndexedAccessTypeNode(node)) return this.inName(node.objectType) ?? this.inNode(node.indexType);
    if (ts.isConditionalTypeNode(node)) {
      const branches = this.isOwn(node) ? [node.trueType, node.falseType] : [];
      return first([node.checkType, node.extendsType], this.inside) ?? first(branches, this.inNode);
    }
    return first(typesIn(ts, node), this.inNode);
  }

  /** The checker infers `unknown` for a call without any basis for inference. */
  private searchValue(query: ts.TypeQueryNode): Missing | undefined {
    const { ts, checker } = this.compiler;
    const type = checker.getTypeFromTypeNode(query);
    if (isErrorType(type)) return madeOf(query);
    if ((type.flags & ts.TypeFlags.Unknown) === 0) return undefined;
    const declaration = checker.getSymbolAtLocation(query.exprName)?.valueDeclaration;
    const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return value && this.inValue(value);
  }

  private searchReference(node: ReferenceNode): Missing | undefined {
    const { ts, program } = this.compiler;
    const symbol = referencedSymbol(this.compiler, node);
    if (this.isUnknown(node, symbol)) return madeOf(node);
    const { declarations = [] } = symbol ?? {};
    const [source, ...others] = node.typeArguments ?? [];
    const alias = declarations.find(ts.isTypeAliasDeclaration);
    if (alias === undefined) {
      // A dependency may pass a type to a class that does not use it.
      const passed = this.isOwn(node) ? [source, ...others] : [];
      return first(declarations, this.inDeclaration) ?? first(passed, this.inNode);
    }
    // `Pick` needs only the members that it selects.
    const isPick = alias.name.text === 'Pick' && program.isSourceFileDefaultLibrary(alias.getSourceFile());
    const inSource = source && (isPick ? this.inName(source) : this.inNode(source));
    const compared = node.typeArguments?.filter((_, index) => this.decides(alias.typeParameters?.[index]));
    return (
      this.inNode(alias.type) ?? inSource ?? first(others, this.inNode) ?? first(compared ?? [], this.inside)
    );
  }

  /**
   * Searches a type at all depths, because a conditional type also compares members. Skips dependencies and functions: `Parameters` needs
   * only the part that is requested.
   */
  private readonly inside: Search = (start) => {
    if (this.foundInside.has(start)) return this.foundInside.get(start);
    const seen = new Set<ts.Node>();
    const waiting = [start];
    let missing = this.inNode(start);
    for (let node = waiting.pop(); node !== undefined && missing === undefined; node = waiting.pop()) {
      if (seen.has(node) || this.resolved.has(node) || !this.isWritten(node)) continue;
      seen.add(node);
      missing = this.compiler.ts.isTypeNode(node) ? this.inNode(node) : this.inDeclaration(node);
      waiting.push(...this.partsOf(node));
    }
    if (missing === undefined) for (const node of seen) this.resolved.add(node);
    this.foundInside.set(start, missing);
    return missing;
  };

  /** Returns the declarations that a node refers to, and the types inside it, last first. */
  private partsOf(node: ts.Node): ts.Node[] {
    const { ts } = this.compiler;
    const named = referencedSymbol(this.compiler, node)?.declarations ?? [];
    const types = named.filter((each) => isObjectDeclaration(ts, each) || ts.isTypeAliasDeclaration(each));
    return ts.isFunctionLike(node) ? [] : [...types, ...childTypes(ts, node).reverse()];
  }

  /** Searches for an undeclared name. */
  private inName(node: ts.Node): Missing | undefined {
    const { ts } = this.compiler;
    if (!isReferenceNode(ts, node) || node.typeArguments !== undefined) return this.inNode(node);
    return this.isUnknown(node, referencedSymbol(this.compiler, node)) ? madeOf(node) : undefined;
  }

  private readonly inDeclaration: Search = (node) => {
    const { ts } = this.compiler;
    if (ts.isMappedTypeNode(node)) return this.inNode(node);
    if (!isObjectDeclaration(ts, node)) return undefined;
    if (this.found.has(node)) return this.found.get(node);
    this.found.set(node, undefined);
    const bases = ts.isTypeLiteralNode(node) ? [] : (node.heritageClauses ?? []);
    const missing =
      first(bases, (clause) => this.inHeritage(node, clause)) ?? first(node.members, this.inKey);
    this.found.set(node, missing);
    return missing;
  };

  private inHeritage(owner: ObjectDeclaration, clause: ts.Node): Missing | undefined {
    const { ts } = this.compiler;
    if (!ts.isHeritageClause(clause) || clause.token !== ts.SyntaxKind.ExtendsKeyword) return undefined;
    return first(clause.types, (base) => this.inBase(owner, base));
  }

  private inBase(owner: ObjectDeclaration, base: ts.Node): Missing | undefined {
    const { ts, checker } = this.compiler;
    if (!ts.isExpressionWithTypeArguments(base) || base.expression.kind === ts.SyntaxKind.NullKeyword)
      return undefined;
    const type = checker.getTypeAtLocation(base);
    const name = ts.getNameOfDeclaration(owner)?.getText() ?? 'class';
    const says = `has the type \`${name}\`, which extends \`${base.getText()}\`, which`;
    if (isErrorType(type)) return { node: base, says: `${says} the compiler cannot find` };
    if ((type.flags & ts.TypeFlags.Any) !== 0)
      return { code: 'TW2002', node: base, says: `${says} is \`any\`` };
    const symbol: ts.Symbol | undefined = type.symbol;
    const inMixin = ts.isCallExpression(base.expression) ? this.inValue(base.expression) : this.inNode(base);
    return inMixin ?? first(symbol?.declarations ?? [], this.inDeclaration);
  }

  /** Searches the arguments of a call, because the checker infers nothing from an unresolved argument. */
  private readonly inValue: Search = (node) => {
    const { ts, checker } = this.compiler;
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
      return isErrorType(checker.getTypeAtLocation(node)) ? madeOf(node) : undefined;
    const inside: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      if (ts.isExpression(child)) inside.push(child);
    });
    return first(inside, this.inValue);
  };

  /** Searches a computed name or the key of an index signature: if it is unresolved, the checker drops the member. */
  private readonly inKey: Search = (member) => {
    const { ts, checker } = this.compiler;
    const key = keyOf(ts, member);
    if (key === undefined || !isErrorType(checker.getTypeAtLocation(key))) return undefined;
    return { node: key, says: `has the key \`${key.getText()}\`, which the compiler cannot find` };
  };

  private isUnknown(node: ReferenceNode, symbol: ts.Symbol | undefined): boolean {
    const { ts, checker } = this.compiler;
    if (symbol !== undefined) {
      // A name that is neither imported nor declared has a symbol that has no declarations.
      const isDeclared = symbol.declarations !== undefined;
      return (
        checker.isUnknownSymbol(symbol) ||
        (!isDeclared && isErrorType(checker.getDeclaredTypeOfSymbol(symbol)))
      );
    }
    if (ts.isImportTypeNode(node)) return isErrorType(checker.getTypeFromTypeNode(node));
    // The base of a class is an expression whose type has already been checked.
    return !ts.isExpressionWithTypeArguments(node);
  }

  /** Whether the node is in the user's code, not in a dependency or the standard library. */
  private isWritten(node: ts.Node): boolean {
    return this.isOwn(node) && !this.compiler.program.isSourceFileDefaultLibrary(node.getSourceFile());
  }

  private isOwn(node: ts.Node): boolean {
    return !this.compiler.program.isSourceFileFromExternalLibrary(node.getSourceFile());
  }

  private failure(missing: Missing | undefined): Failure | undefined {
    if (missing === undefined) return undefined;
    const { code, node, says } = missing;
    if (code === undefined && !this.isOwn(node)) return mustSettle('TW2003', says, hintFor(node));
    const hint = code
      ? 'Extend a declared type, or declare the members in the type itself.'
      : importHint(node.getText());
    const { problems } = mustSettle(code ?? 'TW2003', says, hint);
    return this.isOwn(node)
      ? { kind: 'failure', problems: problems.map((problem) => ({ ...problem, node })) }
      : { kind: 'failure', problems };
  }
}

function first(nodes: Iterable<ts.Node | undefined>, search: Search): Missing | undefined {
  for (const node of nodes) {
    const missing = node && search(node);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

function madeOf(node: ts.Node): Missing {
  return { node, says: `needs the type \`${node.getText()}\`, which the compiler cannot find` };
}

/** With `skipLibCheck`, the compiler reports no errors in the declarations of a dependency. */
function hintFor(node: ts.Node): string {
  const file = node.getSourceFile().fileName.split('/node_modules/').at(-1);
  return `\`${file}\` uses it: install the package that declares it, or its types.`;
}

function typesIn(ts_: typeof ts, node: ts.Node): readonly ts.Node[] {
  const types: ts.Node[] = [];
  ts_.forEachChild(node, (child) => {
    if (ts_.isTypeNode(child) || ts_.isTemplateLiteralTypeSpan(child)) types.push(child);
  });
  return types;
}

/** Ignores the symbols of newer libraries, which are never JSON keys. */
function keyOf(ts_: typeof ts, member: ts.Node): ts.Node | undefined {
  if (ts_.isIndexSignatureDeclaration(member)) return member.parameters[0]?.type;
  const isData = ts_.isPropertySignature(member) || ts_.isPropertyDeclaration(member);
  if (!isData || !ts_.isComputedPropertyName(member.name)) return undefined;
  const { expression } = member.name;
  return expression.getText().startsWith('Symbol.') ? undefined : expression;
}

function isReferenceNode(ts_: typeof ts, node: ts.Node): node is ReferenceNode {
  return (
    ts_.isTypeReferenceNode(node) || ts_.isImportTypeNode(node) || ts_.isExpressionWithTypeArguments(node)
  );
}

function isObjectDeclaration(ts_: typeof ts, node: ts.Node): node is ObjectDeclaration {
  return ts_.isClassLike(node) || ts_.isInterfaceDeclaration(node) || ts_.isTypeLiteralNode(node);
}
