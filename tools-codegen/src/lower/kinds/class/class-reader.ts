import { type Compiler, isInstance, isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { UserCodec } from './user-codec.js';

/** The `fromJSON` method of a codec, which creates the instance. */
export type Reader =
  | { readonly kind: 'none' }
  | Fault
  | {
      readonly kind: 'signature';
      /** The parameter type of `fromJSON`; undefined if it depends on the method's own type parameters. */
      readonly taken: ts.Type | undefined;
      readonly at: ts.Node | undefined;
    };

interface Fault {
  readonly kind: 'fault';
  readonly says: string;
  readonly hint: string;
}

/** Finds the first suitable overload of `fromJSON`. */
export function findReader(compiler: Compiler, type: ts.Type, { toJson, fromJson }: UserCodec): Reader {
  if (fromJson === undefined) return { kind: 'none' };
  const name = nameOf(compiler, type);
  const readers = fromJson.flatMap((signature) => {
    const parameter = oneParameter(compiler, signature);
    if (parameter === undefined) return [];
    return [
      findFault(compiler, type, signature, parameter.taken, toJson) ??
        ({
          kind: 'signature',
          at: parameter.at,
          taken: signature.getTypeParameters() === undefined ? parameter.taken : undefined,
        } as const),
    ];
  });
  const says = `is the class \`${name}\`, whose \`fromJSON\` is not a function with one parameter`;
  const hint = `Declare \`static fromJSON(json: …): ${name}\`.`;
  return readers.find(({ kind }) => kind === 'signature') ?? readers[0] ?? { kind: 'fault', says, hint };
}

/** Finds the reason why a signature of `fromJSON` cannot create the required instance. */
function findFault(
  compiler: Compiler,
  type: ts.Type,
  signature: ts.Signature,
  taken: ts.Type,
  toJson: ts.Signature,
): Fault | undefined {
  const found =
    faultOfMade(compiler, type, signature) ??
    faultOfTaken(compiler, signature, taken, toJson.getReturnType());
  if (found === undefined) return undefined;
  const [says, hint] = found;
  return { kind: 'fault', says: `is the class \`${nameOf(compiler, type)}\`, whose ${says}`, hint };
}

type Finding = readonly [says: string, hint: string];

function faultOfMade(compiler: Compiler, type: ts.Type, signature: ts.Signature): Finding | undefined {
  const { ts, checker } = compiler;
  const name = nameOf(compiler, type);
  const declaration: ts.Declaration | undefined = signature.getDeclaration();
  const { Private, Protected } = ts.ModifierFlags;
  if (declaration !== undefined && (ts.getCombinedModifierFlags(declaration) & (Private | Protected)) !== 0)
    return ['`fromJSON` is not public', 'Make it public: the manifest calls it.'];
  const made = signature.getReturnType();
  if (made.getProperty('then') !== undefined)
    return [
      '`fromJSON` is asynchronous',
      `Return the \`${name}\`, not a promise. Arguments are decoded before the tool's method runs; load data in that method.`,
    ];
  const asked = isGenericInstance(ts, type) ? checker.typeToString(type) : name;
  const hint = `Declare \`static fromJSON(json: …): ${asked}\` in the class itself.`;
  if ((made.flags & ts.TypeFlags.Any) !== 0)
    return isForeign(compiler, type.symbol) ? undefined : ['`fromJSON` returns `any`', hint];
  // The compiler infers the signature's own type parameters only at a call.
  const isOpen = signature.getTypeParameters() !== undefined && isGenericInstance(ts, made);
  return isOpen || checker.isTypeAssignableTo(made, type)
    ? undefined
    : [`\`fromJSON\` does not return \`${asked}\``, hint];
}

function faultOfTaken(
  compiler: Compiler,
  signature: ts.Signature,
  parameter: ts.Type,
  written: ts.Type,
): Finding | undefined {
  const { checker } = compiler;
  if (hasUndefined(compiler, written))
    return ['`toJSON` may return `undefined`, which JSON cannot carry', 'Return `null` instead.'];
  const isOpen = signature.getTypeParameters() !== undefined;
  // A type parameter accepts the values of its constraint. For a larger type that contains a type parameter, the call decides.
  const taken = parameter.isTypeParameter() ? checker.getBaseConstraintOfType(parameter) : parameter;
  if (taken === undefined || (isOpen && taken === parameter)) return undefined;
  const hint = 'Give both the same type.';
  if (!checker.isTypeAssignableTo(written, taken))
    return ['`fromJSON` does not accept what its `toJSON` returns', hint];
  const extra = isOpen ? undefined : extraMember(compiler, written, taken);
  return extra === undefined
    ? undefined
    : [`\`fromJSON\` does not accept the member \`${extra}\` that its \`toJSON\` returns`, hint];
}

/**
 * Finds a member that one type has and the other does not declare. The compiler accepts such a member, but the other type's schema refuses
 * it.
 */
function extraMember(
  compiler: Compiler,
  written: ts.Type,
  taken: ts.Type,
  seen = new Set<ts.Type>(),
): string | undefined {
  const { checker } = compiler;
  if (written === taken || seen.has(written) || !isPlainData(compiler, written)) return undefined;
  seen.add(written);
  const targets = taken.isUnion() ? taken.types : [taken];
  if (targets.some((target) => isVague(compiler, target) || target.getStringIndexType() !== undefined))
    return undefined;
  const item = written.getNumberIndexType();
  const takenItem = taken.getNumberIndexType();
  if (item !== undefined)
    return takenItem === undefined ? undefined : extraMember(compiler, item, takenItem, seen);
  const objects = targets.filter((target) => isPlainData(compiler, target));
  if (objects.length === 0) return undefined;
  for (const member of written.getProperties()) {
    const counterparts = objects.flatMap((object) => object.getProperty(member.name) ?? []);
    const [counterpart, ...others] = counterparts;
    if (counterpart === undefined) return member.name;
    if (others.length > 0) continue;
    const [inner, takenInner] = [member, counterpart].map((each) =>
      checker.getNonNullableType(checker.getTypeOfSymbol(each)),
    );
    const extra = inner && takenInner && extraMember(compiler, inner, takenInner, seen);
    if (extra !== undefined) return `${member.name}.${extra}`;
  }
  return undefined;
}

/** Whether a type is a type literal, an interface of the project or an array. The schemas of these are closed and list their members. */
function isPlainData(compiler: Compiler, type: ts.Type): boolean {
  const { ts, program, checker } = compiler;
  if ((type.flags & ts.TypeFlags.Object) === 0) return false;
  if (checker.isArrayType(type)) return true;
  if (isInstance(ts, type) && (type.symbol.flags & ts.SymbolFlags.Value) !== 0) return false;
  const at = type.symbol?.declarations?.[0];
  return (
    at !== undefined &&
    !program.isSourceFileFromExternalLibrary(at.getSourceFile()) &&
    !program.isSourceFileDefaultLibrary(at.getSourceFile())
  );
}

function hasUndefined({ ts }: Compiler, type: ts.Type): boolean {
  const isUndefined = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
  return type.isUnion() ? type.types.some(isUndefined) : isUndefined(type);
}

/** Returns the parameter of a function that can be called with one value; undefined if it takes none or requires several. */
function oneParameter(
  { ts, checker }: Compiler,
  signature: ts.Signature,
): { readonly taken: ts.Type; readonly at: ts.Node | undefined } | undefined {
  const [first, ...others] = signature.getParameters();
  const at = first?.valueDeclaration;
  if (first === undefined || at === undefined || !ts.isParameter(at)) return undefined;
  const needsMore = others.some(({ valueDeclaration: other }) => {
    if (other === undefined || !ts.isParameter(other)) return true;
    const { dotDotDotToken, questionToken, initializer } = other;
    return dotDotDotToken === undefined && questionToken === undefined && initializer === undefined;
  });
  const type = checker.getTypeOfSymbol(first);
  if (needsMore) return undefined;
  if (at.dotDotDotToken === undefined) return { taken: type, at };
  // `...json: [number]` also takes a single value.
  const isOne = checker.isArrayType(type) || (checker.isTupleType(type) && leastLength(ts, type) <= 1);
  const [item] = isOne && isReference(ts, type) ? checker.getTypeArguments(type) : [];
  return item && { taken: item, at: undefined };
}

function leastLength(ts_: typeof ts, type: ts.Type): number {
  // Only the targets of tuples have a length.
  return isReference(ts_, type) ? (type.target as ts.TupleType).minLength : 0;
}

export function isForeign({ program }: Compiler, { valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined &&
    program.isSourceFileFromExternalLibrary(valueDeclaration.getSourceFile())
  );
}

/** Returns the declared name: the symbol of a default export is called `default`, and an unnamed type may have no symbol at all. */
export function nameOf({ ts }: Compiler, type: ts.Type): string {
  const symbol: ts.Symbol | undefined = type.symbol;
  const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
  const name = declaration && ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isIdentifier(name) ? name.text : 'Object';
}

export function isVague({ ts }: Compiler, { flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

export function isGenericInstance(ts_: typeof ts, type: ts.Type): boolean {
  return isReference(ts_, type) && (type.target.typeParameters ?? []).length > 0;
}
