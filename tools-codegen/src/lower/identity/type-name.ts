import { type Compiler, isInstance, isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

const MAX_LENGTH = 64;
/** Maximum depth of type arguments in a name. */
const MAX_DEPTH = 4;

/**
 * Derives a type's name from the names of its declaration and its type arguments (`Page<User>` → `PageUser`); undefined for inline types.
 */
export function findTypeName(compiler: Compiler, type: ts.Type, depth = 0): string | undefined {
  const { aliasSymbol, aliasTypeArguments } = type;
  if (aliasSymbol !== undefined) {
    const [first] = aliasTypeArguments ?? [];
    // `Partial<{ … }>` has no name if its argument has none.
    if (isLibrary(compiler, aliasSymbol) && (first === undefined || !isDeclared(compiler, first)))
      return undefined;
    return clean(aliasSymbol.name + argumentNames(compiler, aliasTypeArguments, depth));
  }
  const symbol = declaredSymbol(compiler, type);
  if (symbol === undefined) return undefined;
  return clean(symbolName(compiler, symbol) + argumentNames(compiler, typeArguments(compiler, type), depth));
}

/** Returns the alias, class, interface or enum that names a type. */
export function namingSymbol(compiler: Compiler, type: ts.Type): ts.Symbol | undefined {
  return type.aliasSymbol ?? declaredSymbol(compiler, type);
}

/** Converts a property's name to a type name. */
export function pascalCase(text: string): string {
  return clean(
    text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function declaredSymbol({ ts }: Compiler, type: ts.Type): ts.Symbol | undefined {
  const isEnum = type.isUnion() && (type.flags & ts.TypeFlags.EnumLiteral) !== 0;
  return isEnum || isInstance(ts, type) ? type.symbol : undefined;
}

function isDeclared(compiler: Compiler, type: ts.Type): boolean {
  return (
    (type.aliasSymbol !== undefined && !isLibrary(compiler, type.aliasSymbol)) ||
    declaredSymbol(compiler, type) !== undefined
  );
}

function isLibrary({ program }: Compiler, symbol: ts.Symbol): boolean {
  const [declaration] = symbol.declarations ?? [];
  return declaration !== undefined && program.isSourceFileDefaultLibrary(declaration.getSourceFile());
}

function typeArguments({ ts, checker }: Compiler, type: ts.Type): readonly ts.Type[] {
  if (!isReference(ts, type)) return [];
  const { outerTypeParameters = [], typeParameters = [] } = type.target;
  return checker.getTypeArguments(type).slice(outerTypeParameters.length, typeParameters.length);
}

function argumentNames(compiler: Compiler, types: readonly ts.Type[] | undefined, depth: number): string {
  if (depth >= MAX_DEPTH) return '';
  return (types ?? []).map((type) => argumentName(compiler, type, depth + 1) ?? '').join('');
}

function argumentName(compiler: Compiler, type: ts.Type, depth: number): string | undefined {
  const { ts, checker } = compiler;
  if (checker.isArrayType(type) && isReference(ts, type)) {
    return `${argumentNames(compiler, checker.getTypeArguments(type), depth)}Array`;
  }
  const named = findTypeName(compiler, type, depth);
  if (named !== undefined) return named;
  if (type.isStringLiteral() || type.isNumberLiteral()) return pascalCase(String(type.value));
  if (type.isUnion() && type.types.length <= 3 && (type.flags & ts.TypeFlags.Boolean) === 0) {
    // Sorted, because the checker's order depends on which types it has seen. Null comes last for readability.
    const names = type.types.map((member) => argumentName(compiler, member, depth) ?? '').filter(Boolean);
    return names.sort((a, b) => (b === 'Null' || (a !== 'Null' && a < b) ? -1 : 1)).join('Or');
  }
  return primitiveNames(ts).find(([flag]) => (type.flags & flag) !== 0)?.[1];
}

function primitiveNames({ TypeFlags }: typeof ts): readonly (readonly [ts.TypeFlags, string])[] {
  return [
    [TypeFlags.String, 'String'],
    [TypeFlags.Number, 'Number'],
    [TypeFlags.Boolean, 'Boolean'],
    [TypeFlags.Null, 'Null'],
    [TypeFlags.Unknown, 'Unknown'],
  ];
}

function symbolName({ ts }: Compiler, symbol: ts.Symbol): string {
  if (symbol.name !== 'default' && !symbol.name.startsWith('__')) return symbol.name;
  const [declaration] = symbol.declarations ?? [];
  const name = declaration === undefined ? undefined : ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isIdentifier(name) ? name.text : 'Default';
}

/** Removes characters that are unsafe in JSON pointers, and truncates long names. */
function clean(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '').slice(0, MAX_LENGTH) || 'Type';
}
