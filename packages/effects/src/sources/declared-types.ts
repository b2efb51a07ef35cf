import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from './platform-files.js';
import { UNNAMED } from './source-index.js';

/**
 * Reads types of expressions from declarations alone, for strings, lists, promises and other platform types. The checker would first infer
 * type arguments, and would read the bodies of callbacks to do so.
 */
export interface DeclaredTypes {
  /**
   * Returns the method of an expression by name; undefined if declarations are not sufficient. The type arguments of its object may be type
   * parameters: `names.map(toText)` has the methods of a list of any type.
   */
  methodOf(node: ts.Expression, name: string): ts.Symbol | undefined;
  /** Returns the type that has these methods; undefined if declarations are not sufficient. */
  holderOf(node: ts.Expression): ts.Type | undefined;
  /** Returns the complete type of an expression; undefined if declarations are not sufficient. */
  typeOf(node: ts.Expression): ts.Type | undefined;
}

/**
 * The checker handles the program's own types and their base types, because a value may be narrowed to a subclass.
 * @param symbolOf Finds the symbol of a name, with imports resolved.
 * @param extended The names of the classes that the program extends.
 */
export function createDeclaredTypes(
  { ts, checker }: Compiler,
  symbolOf: (node: ts.Node) => ts.Symbol | undefined,
  extended: ReadonlySet<string>,
): DeclaredTypes {
  const known = new Map<ts.Expression, ts.Type | undefined>();
  const holderOf = (node: ts.Expression): ts.Type | undefined => {
    if (known.has(node)) return known.get(node);
    // Handles variables whose values refer to the variables themselves.
    known.set(node, undefined);
    const found = find(node);
    known.set(node, found);
    return found;
  };
  const find = (node: ts.Expression): ts.Type | undefined => {
    if (ts.isParenthesizedExpression(node)) return holderOf(node.expression);
    if (ts.isCallExpression(node)) return ofCall(node);
    return ts.isIdentifier(node) ? ofName(node) : undefined;
  };
  const ofCall = (call: ts.CallExpression): ts.Type | undefined => {
    if (ts.isOptionalChain(call) || !isPlainName(call.expression, ts)) return undefined;
    const results = signaturesOf(symbolOf(call.expression), ts).map(({ type }) => type && ofNode(type));
    const [first] = results;
    if (results.every((one) => one === first)) return first;
    // Overloads may return lists with different elements, all of which have the methods of any list.
    const symbol = first?.getSymbol();
    const isCommon = symbol !== undefined && results.every((one) => one?.getSymbol() === symbol);
    return isCommon ? checker.getDeclaredTypeOfSymbol(symbol) : undefined;
  };
  const ofNode = (node: ts.TypeNode): ts.Type | undefined => {
    const isWord =
      node.kind === ts.SyntaxKind.StringKeyword ||
      node.kind === ts.SyntaxKind.NumberKeyword ||
      ts.isArrayTypeNode(node) ||
      ts.isTypeReferenceNode(node);
    return isWord ? holding(checker.getTypeFromTypeNode(node)) : undefined;
  };
  const ofName = (name: ts.Identifier): ts.Type | undefined => {
    const symbol = symbolOf(name);
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined || symbol?.declarations?.length !== 1) return undefined;
    if (declaration.flags & ts.NodeFlags.JavaScriptFile) return undefined;
    if (ts.isParameter(declaration)) return ofParameter(declaration);
    const isConstant =
      ts.isVariableDeclaration(declaration) &&
      declaration.type === undefined &&
      ts.isIdentifier(declaration.name) &&
      (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
    return isConstant && declaration.initializer ? holderOf(declaration.initializer) : undefined;
  };
  /** Returns the type of a list callback's parameter, which is the type of the list's elements. */
  const ofParameter = (parameter: ts.ParameterDeclaration): ts.Type | undefined => {
    const { parent: callback, type, dotDotDotToken, initializer } = parameter;
    const isBare = type === undefined && dotDotDotToken === undefined && initializer === undefined;
    if (!ts.isArrowFunction(callback) || !isBare) return undefined;
    const { parent: call } = callback;
    if (!ts.isCallExpression(call) || ts.isOptionalChain(call)) return undefined;
    const { expression: callee } = call;
    if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.name)) return undefined;
    const [at, position] = [call.arguments.indexOf(callback), callback.parameters.indexOf(parameter)];
    const names = signaturesOf(symbolOf(callee), ts).map((one) => parameterName(one, at, position, ts));
    const [name] = names;
    if (name === undefined || names.some((other) => other !== name)) return undefined;
    const owner = symbolOf(callee)?.declarations?.[0]?.parent;
    const argument = argumentOf(
      typeOf(callee.expression) ?? checker.getTypeAtLocation(callee.expression),
      owner,
      name,
    );
    return argument && holding(argument);
  };
  const typeOf = (node: ts.Expression): ts.Type | undefined => {
    const holder = holderOf(node);
    return holder !== undefined && isExact(holder) ? holder : undefined;
  };
  /** Returns the type argument of a list for a named type parameter. */
  const argumentOf = (list: ts.Type, owner: ts.Node | undefined, name: string): ts.Type | undefined => {
    if (owner === undefined || !ts.isInterfaceDeclaration(owner) || !isReference(list)) return undefined;
    if (!list.getSymbol()?.declarations?.includes(owner)) return undefined;
    const index = owner.typeParameters?.findIndex((one) => one.name.text === name) ?? -1;
    return index < 0 ? undefined : checker.getTypeArguments(list)[index];
  };
  const isReference = (type: ts.Type): type is ts.TypeReference =>
    'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0;
  const isExact = (type: ts.Type): boolean =>
    !isReference(type) || checker.getTypeArguments(type).every((one) => isLeaf(one));
  const isLeaf = ({ flags }: ts.Type): boolean =>
    (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike)) !== 0;
  /** Returns the type itself if it determines the methods of a value, that is, if it is not `any`, a union or a type parameter. */
  const holding = (type: ts.Type): ts.Type | undefined => {
    if (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Number)) return type;
    const symbol = type.isClassOrInterface() || isReference(type) ? type.getSymbol() : undefined;
    if (symbol === undefined || isExtended(symbol.name)) return undefined;
    const { declarations = [] } = symbol;
    return declarations.every((one) => isPlatformFile(one.getSourceFile().fileName)) ? type : undefined;
  };
  /** Whether the program extends the type: a value may then be narrowed to a subclass. A subclass of `Array` is also a `ReadonlyArray`. */
  const isExtended = (name: string): boolean =>
    extended.has(UNNAMED) || extended.has(name) || extended.has(name.replace(/^Readonly|Like$/, ''));
  return {
    holderOf,
    typeOf,
    methodOf: (node, name) => {
      const holder = holderOf(node);
      const member = holder && checker.getPropertyOfType(checker.getApparentType(holder), name);
      return member !== undefined && (member.flags & ts.SymbolFlags.Method) !== 0 ? member : undefined;
    },
  };
}

/** Whether a node is `name` or `object.name`, whose symbol needs no further types. */
function isPlainName(node: ts.Expression, ts_: typeof ts): boolean {
  return ts_.isIdentifier(node) || (ts_.isPropertyAccessExpression(node) && ts_.isIdentifier(node.name));
}

type Signature = ts.MethodSignature | ts.MethodDeclaration | ts.FunctionDeclaration;

/** Returns all overloads of a function or method; none if it also has declarations of another kind. */
function signaturesOf(symbol: ts.Symbol | undefined, ts_: typeof ts): readonly Signature[] {
  const declarations = symbol?.declarations ?? [];
  const signatures = declarations.filter(
    (one): one is Signature =>
      ts_.isMethodSignature(one) || ts_.isMethodDeclaration(one) || ts_.isFunctionDeclaration(one),
  );
  return signatures.length === declarations.length ? signatures : [];
}

/**
 * Returns the type parameter that a signature declares as the type of a callback's parameter: `T` in `map<U>(callback: (value: T) => U)`.
 */
function parameterName(
  { parameters }: Signature,
  at: number,
  position: number,
  ts_: typeof ts,
): string | undefined {
  const declared = parameters[at]?.type;
  const parts = declared && ts_.isUnionTypeNode(declared) ? declared.types : [declared];
  const functions = parts.flatMap((part) => {
    const inner = part && ts_.isParenthesizedTypeNode(part) ? part.type : part;
    return inner && ts_.isFunctionTypeNode(inner) ? [inner] : [];
  });
  const type = functions.length === 1 ? functions[0]?.parameters[position]?.type : undefined;
  const isName = type !== undefined && ts_.isTypeReferenceNode(type) && type.typeArguments === undefined;
  return isName && ts_.isIdentifier(type.typeName) ? type.typeName.text : undefined;
}
