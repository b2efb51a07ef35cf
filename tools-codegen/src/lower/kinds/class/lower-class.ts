import { attachDocs, type Compiler, isErrorType, isInstance } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { cannotCarry, type Failure, isFailure, type Lowered, mustSettle, within } from '../../problem.js';
import type { Walk } from '../../walk.js';
import { findAnnotation } from '../../written/find-annotation.js';
import { membersOf } from '../data-members.js';
import { findReader, isForeign, isGenericInstance, isVague, nameOf, type Reader } from './class-reader.js';
import { findUserCodec, takesItself, type UserCodec } from './user-codec.js';

/**
 * Lowers an object whose class defines its JSON: in results, by the return type of `toJSON`; in arguments, also by the parameter of the
 * static `fromJSON`. Returns undefined for other types.
 */
export function lowerClass(walk: Walk, type: ts.Type): Lowered | undefined {
  const { compiler, position, findClassImport } = walk;
  const codec = findUserCodec(compiler, type);
  if (codec === undefined) return undefined;
  const unresolved = findUnresolved(walk, codec);
  if (unresolved !== undefined) return unresolved;
  const reader = findReader(compiler, type, codec);
  const binding = reader.kind === 'signature' ? findClassImport(type.symbol) : undefined;
  if (position === 'input') {
    if (reader.kind === 'none') return undefined;
    if (reader.kind === 'fault') return mustSettle('TW2025', reader.says, reader.hint);
    if (binding === undefined) return notImportable(compiler, type);
  }
  const json = lowerJson(walk, type, codec, reader);
  if (isFailure(json)) return within('.toJSON()', json);
  return {
    kind: 'class',
    name: nameOf(compiler, type),
    json,
    ...(binding === undefined ? {} : { binding }),
  };
}

/** Finds unresolved names. The checker treats them as `any`, which fits every type. */
function findUnresolved({ compiler, position, unresolved }: Walk, codec: UserCodec): Failure | undefined {
  const { ts, checker, program } = compiler;
  const read = position === 'input' ? (codec.fromJson ?? []) : [];
  for (const signature of [codec.toJson, ...read]) {
    const declaration: ts.SignatureDeclaration | ts.JSDocSignature | undefined = signature.getDeclaration();
    if (declaration === undefined || ts.isJSDocSignature(declaration)) continue;
    attachDocs(declaration);
    const taken = declaration.parameters.map((parameter) => parameter.type ?? ts.getJSDocType(parameter));
    for (const node of [declaration.type ?? ts.getJSDocReturnType(declaration), ...taken]) {
      if (node === undefined) continue;
      const failure = unresolved.inType(node);
      if (failure !== undefined) return failure;
      if (!isErrorType(checker.getTypeFromTypeNode(node))) continue;
      const says = `needs the type \`${node.getText()}\`, which the compiler cannot find`;
      const isOwn = !program.isSourceFileFromExternalLibrary(node.getSourceFile());
      return within('', mustSettle('TW2003', says), isOwn ? node : undefined);
    }
  }
  return undefined;
}

/** Fails because the argument would not be an instance. @param missing A member, such as "method `plus`". */
export function arrivesWithout(walk: Walk, type: ts.Type, missing: string): Failure {
  const { compiler } = walk;
  const subject = isClass(compiler, type)
    ? `is the class \`${nameOf(compiler, type)}\``
    : 'has class members';
  const says = `${subject}, but arrives as a plain object without its ${missing}`;
  return cannotCarry('TW2024', says, codecHint(walk, type));
}

/** Suggests a change that makes instances of a class encodable. */
export function codecHint({ compiler, position }: Walk, type: ts.Type): string | undefined {
  if (!isClass(compiler, type)) return undefined;
  const name = nameOf(compiler, type);
  const isInput = position === 'input';
  const [field] = membersOf(compiler, type).data;
  const data =
    field === undefined
      ? `${isInput ? 'take' : 'return'} the plain data from which it is created`
      : `take its data, such as \`Pick<${name}, '${field.name}'>\``;
  const reader = `\`static fromJSON(json): ${name}\``;
  if (isForeign(compiler, type.symbol)) {
    return isInput
      ? `Wrap it in a class of your own with \`toJSON()\` and \`static fromJSON(json)\`; or ${data}.`
      : undefined;
  }
  if (!isInput) return `Give the class \`toJSON()\`; or ${data}.`;
  if (findUserCodec(compiler, type) !== undefined)
    return `Give the class ${reader}, the inverse of \`toJSON\`; or ${data}.`;
  return `Give the class \`toJSON()\` and ${reader}; or ${data}.`;
}

/** Lowers the JSON type. If one method of the codec has `unknown` or `any`, the other method decides. */
function lowerJson(walk: Walk, type: ts.Type, { toJson }: UserCodec, reader: Reader): Lowered {
  const { compiler, position } = walk;
  const lower = (json: ts.Type, at: ts.Node | undefined): Lowered => {
    const annotation =
      at && !isGenericInstance(compiler.ts, type) ? findAnnotation(compiler, json, at) : undefined;
    return walk.lower(json, annotation, `${nameOf(compiler, type)}Json`);
  };
  const written = toJson.getReturnType();
  if (reader.kind === 'signature' && reader.taken !== undefined) {
    const { taken, at } = reader;
    const decides = position === 'input' || isVague(compiler, written);
    if (decides && !isVague(compiler, taken) && !takesItself(compiler, taken, type)) return lower(taken, at);
  }
  return lower(written, toJson.getDeclaration());
}

function notImportable(compiler: Compiler, type: ts.Type): Failure {
  const name = nameOf(compiler, type);
  const says = `is the class \`${name}\`, which the manifest cannot import to call \`fromJSON\``;
  const hint = isForeign(compiler, type.symbol)
    ? `Import \`${name}\` in a file of the project, from a path that its package exports.`
    : `Export the class \`${name}\` from its module, not only its type.`;
  return mustSettle('TW2026', says, hint);
}

function isClass({ ts }: Compiler, type: ts.Type): boolean {
  return isInstance(ts, type) && (type.symbol.flags & ts.SymbolFlags.Class) !== 0;
}
