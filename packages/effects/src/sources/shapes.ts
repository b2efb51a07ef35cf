import { compareText } from '@toolwright/program';
import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Compares classes and objects of the program with interfaces. */
export interface Shapes {
  /** Whether a class or an object literal may implement an interface, given the name of the member that is used. */
  fits(owner: ts.Node, name: string, holder: ts.Type): boolean;
  /**
   * Returns a member that every implementation of an interface has, unless the implementation names the interface explicitly. Undefined if
   * there may be other implementations.
   */
  markOf(holder: ts.Type): string | undefined;
  has(owner: ts.Node, name: string): boolean;
}

/** Excludes the compiler's names for symbols, such as `__@iterator@12`, which contain numbers that vary. */
const IDENTIFIER = /^[A-Za-z]\w*$/;

interface Wanted {
  readonly required: readonly string[];
  readonly all: ReadonlySet<string>;
}

/** Caches the members of each class, object and interface. */
export function createShapes({ ts, checker }: Compiler): Shapes {
  const names = new Map<ts.Node, ReadonlySet<string>>();
  const wanted = new Map<ts.Type, Wanted>();
  const namesOf = (owner: ts.Node): ReadonlySet<string> => {
    const known = names.get(owner);
    if (known !== undefined) return known;
    const members = checker.getPropertiesOfType(checker.getTypeAtLocation(owner));
    const found = new Set(members.map((member) => member.name));
    names.set(owner, found);
    return found;
  };
  const wantedBy = (holder: ts.Type): Wanted => {
    const known = wanted.get(holder);
    if (known !== undefined) return known;
    const members = checker.getPropertiesOfType(checker.getApparentType(checker.getNonNullableType(holder)));
    const isRequired = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) === 0;
    const found: Wanted = {
      required: members.filter(isRequired).map((member) => member.name),
      all: new Set(members.map((member) => member.name)),
    };
    wanted.set(holder, found);
    return found;
  };
  /**
   * Whether a member is untyped, as in `{ error: thrown }`. It is then data with a common name, and does not make the object a logger, for
   * example.
   */
  const isAny = (owner: ts.Node, name: string): boolean => {
    const own = checker.getPropertyOfType(checker.getTypeAtLocation(owner), name);
    return own !== undefined && (checker.getTypeOfSymbol(own).flags & ts.TypeFlags.Any) !== 0;
  };
  /** Whether the member itself also matches. The checker is asked only if no type parameter is involved. */
  const memberFits = (owner: ts.Node, name: string, holder: ts.Type): boolean => {
    const own = checker.getPropertyOfType(checker.getTypeAtLocation(owner), name);
    const other = checker.getPropertyOfType(
      checker.getApparentType(checker.getNonNullableType(holder)),
      name,
    );
    if (own === undefined || other === undefined || isGeneric(owner, ts)) return true;
    const type = checker.getTypeOfSymbol(other);
    if (mentionsParameter(other, checker, ts)) return true;
    return checker.isTypeAssignableTo(checker.getNonNullableType(checker.getTypeOfSymbol(own)), type);
  };
  const isOwn = (holder: ts.Type): boolean =>
    checker.getNonNullableType(holder).getSymbol()?.declarations?.[0]?.getSourceFile().isDeclarationFile !==
    true;
  return {
    // Chooses the longest name, because long names are rare.
    markOf: (holder) =>
      isOwn(holder)
        ? undefined
        : wantedBy(holder)
            .required.filter((name) => IDENTIFIER.test(name))
            .sort((a, b) => b.length - a.length || compareText(a, b))[0],
    has: (owner, name) => namesOf(owner).has(name),
    fits: (owner, name, holder) => {
      const own = namesOf(owner);
      const { required, all } = wantedBy(holder);
      const hasAll = required.every((one) => own.has(one));
      // The object may be a part that is merged later, such as options.
      const isPart =
        isOwn(holder) &&
        ts.isObjectLiteralExpression(owner) &&
        [...own].every((one) => all.has(one)) &&
        !isAny(owner, name);
      return (hasAll || isPart) && memberFits(owner, name, holder);
    },
  };
}

/** Whether a node is inside a class or function with type parameters, which stand for many types. */
function isGeneric(node: ts.Node, ts_: typeof ts): boolean {
  const owner = ts_.findAncestor(
    node,
    (one) => (ts_.isClassLike(one) || ts_.isFunctionLike(one)) && one.typeParameters !== undefined,
  );
  return owner !== undefined;
}

/** Whether the declaration of a member is generic, or refers to a type parameter of its owner. */
function mentionsParameter(
  { declarations = [] }: ts.Symbol,
  checker: ts.TypeChecker,
  ts_: typeof ts,
): boolean {
  return declarations.some((declaration) => {
    if (isGeneric(declaration, ts_)) return true;
    const { parent } = declaration;
    // A global function belongs to its file, which has no parent.
    if (parent === undefined || ts_.isSourceFile(parent)) return false;
    if (!ts_.isInterfaceDeclaration(parent) && !ts_.isTypeAliasDeclaration(parent.parent)) return false;
    const type = checker.getTypeAtLocation(parent);
    return (
      type.aliasTypeArguments !== undefined ||
      (ts_.isInterfaceDeclaration(parent) && parent.typeParameters !== undefined)
    );
  });
}
