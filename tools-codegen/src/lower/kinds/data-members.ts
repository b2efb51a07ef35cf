import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';

/** The properties of an object type. */
export interface Members {
  readonly data: readonly ts.Symbol[];
  /** The methods, accessors and private members of a class, which no JSON carries. */
  readonly others: readonly ts.Symbol[];
}

export function membersOf({ ts }: Compiler, type: ts.Type): Members {
  const data: ts.Symbol[] = [];
  const others: ts.Symbol[] = [];
  for (const property of type.getProperties()) (isData(ts, property) ? data : others).push(property);
  return { data, others };
}

/**
 * The first member that code would miss on a plain object, in words: "method `plus`". Public members come first. Fields that only make a
 * type nominal have no value to miss: `declare private readonly brand: void`.
 */
export function findBehaviour({ ts }: Compiler, members: readonly ts.Symbol[]): string | undefined {
  const described = members.flatMap((member) => behaviourOf(ts, member) ?? []);
  return described.find((text) => !text.startsWith('private ')) ?? described[0];
}

function isData(ts_: typeof ts, property: ts.Symbol): boolean {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (isSymbolKeyed(property) && !isCallable(ts_, declaration)) return false;
  if (declaration === undefined || !isInClass(ts_, declaration)) return true;
  const { Private, Protected } = ts_.ModifierFlags;
  if ((ts_.getCombinedModifierFlags(declaration) & (Private | Protected)) !== 0) return false;
  if (ts_.isPropertyDeclaration(declaration)) return !isBehaviour(ts_, declaration);
  return ts_.isParameter(declaration);
}

/** Symbol keys never reach JSON. Brands have no value; methods must be reported. */
function isSymbolKeyed({ escapedName }: ts.Symbol): boolean {
  return String(escapedName).startsWith('__@');
}

function isCallable(ts_: typeof ts, declaration: ts.Declaration | undefined): boolean {
  return (
    declaration !== undefined && (ts_.isMethodSignature(declaration) || ts_.isMethodDeclaration(declaration))
  );
}

/** Undefined also for private methods: only public ones and the constructor call them. */
function behaviourOf(ts_: typeof ts, member: ts.Symbol): string | undefined {
  const declaration = member.valueDeclaration ?? member.declarations?.[0];
  if (declaration === undefined || (member.flags & ts_.SymbolFlags.Optional) !== 0) return undefined;
  if (isSymbolKeyed(member) && !isCallable(ts_, declaration)) return undefined;
  const nameNode = ts_.getNameOfDeclaration(declaration);
  const name = `\`${nameNode?.getText() ?? member.name}\``;
  const { Private, Protected, Ambient } = ts_.ModifierFlags;
  const modifiers = ts_.getCombinedModifierFlags(declaration);
  const isField = ts_.isPropertyDeclaration(declaration);
  const isMethod = isField ? holdsFunction(ts_, declaration) : ts_.isMethodDeclaration(declaration);
  if ((modifiers & (Private | Protected)) !== 0 || (nameNode && ts_.isPrivateIdentifier(nameNode))) {
    const isBrand = isField && (declaration.exclamationToken !== undefined || (modifiers & Ambient) !== 0);
    const isState = (isField && !isMethod && !isBrand) || ts_.isParameter(declaration);
    return isState ? `private member ${name}` : undefined;
  }
  return isMethod ? `method ${name}` : `accessor ${name}`;
}

function isInClass(ts_: typeof ts, declaration: ts.Declaration): boolean {
  const owner = ts_.isParameter(declaration) ? declaration.parent.parent : declaration.parent;
  return owner !== undefined && ts_.isClassLike(owner);
}

/** A private name, an `accessor`, or a field that holds a function: a method in another form. */
function isBehaviour(ts_: typeof ts, declaration: ts.PropertyDeclaration): boolean {
  const { name, modifiers = [] } = declaration;
  return (
    ts_.isPrivateIdentifier(name) ||
    modifiers.some(({ kind }) => kind === ts_.SyntaxKind.AccessorKeyword) ||
    holdsFunction(ts_, declaration)
  );
}

function holdsFunction(ts_: typeof ts, { initializer }: ts.PropertyDeclaration): boolean {
  return (
    initializer !== undefined && (ts_.isArrowFunction(initializer) || ts_.isFunctionExpression(initializer))
  );
}
