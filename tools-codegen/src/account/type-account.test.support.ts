import type { JsonSchema } from '@toolwright/contract';
import type { Compiler } from '@toolwright/program/compiler';
import { ts } from 'ts-morph';

/**
 * The members and union branches of a type that neither stand in its schema nor are named in a message. It reads types and schemas on its
 * own, without the nodes of lowering.
 */
export function findUnaccounted(
  { checker }: Compiler,
  type: ts.Type,
  schema: JsonSchema,
  messages: readonly string[],
): readonly string[] {
  const text = messages.join('\n');
  /** Of each pair that was compared, or is. */
  const known = new Map<ts.Type, Map<JsonSchema, readonly string[]>>();

  const isNamed = (name: string): boolean => {
    const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return new RegExp(`[\`."]${escaped}["\\]]?[\`.[]`).test(text);
  };

  const loss = (trail: string, part: ts.Type): readonly string[] => {
    const names = [part.aliasSymbol?.name, part.symbol?.name, checker.typeToString(part)];
    return names.some(
      (name) => name !== undefined && (isNamed(name) || text.includes(`\`${name.slice(0, 59)}`)),
    )
      ? []
      : [`${trail}: ${checker.typeToString(part)}`];
  };

  const visit = (part: ts.Type, schemas: readonly JsonSchema[], trail: string): readonly string[] => {
    if (hasNoValue(part)) return [];
    const open = schemas.flatMap((each) => alternatives(each, schema));
    if (open.some(acceptsAll)) return [];
    if (part.isUnion()) return part.types.flatMap((branch) => visit(branch, open, trail));
    const fitting = open.filter((each) => fitsKind(part, each));
    if (fitting.length === 0) return loss(trail, part);
    if (!isStructure(part)) return [];
    const results = fitting.map((each) => compare(part, each, trail));
    const best = results.reduce((least, result) => (result.length < least.length ? result : least));
    return best.length > 0 && loss(trail, part).length === 0 ? [] : best;
  };

  const compare = (part: ts.Type, candidate: JsonSchema, trail: string): readonly string[] => {
    const results = known.get(part) ?? new Map<JsonSchema, readonly string[]>();
    known.set(part, results);
    const found = results.get(candidate);
    if (found !== undefined) return found;
    results.set(candidate, []);
    const lost =
      candidate.type === 'array'
        ? compareElements(part, candidate, trail)
        : candidate.type === 'object'
          ? compareMembers(part, candidate, trail)
          : [];
    results.set(candidate, lost);
    return lost;
  };

  const compareElements = (part: ts.Type, { prefixItems = [], items }: JsonSchema, trail: string) => {
    const rest = typeof items === 'object' ? [items] : [];
    if (!isList(part)) {
      const element = part.getNumberIndexType();
      const inside = element && visit(element, [...prefixItems, ...rest], `${trail}[]`);
      const others = part.getProperties().filter(({ name }) => !/^(?:\d+|length)$/.test(name));
      return [
        ...(inside ?? []),
        ...others
          .filter((each) => isPublicData(each) && !isNamed(each.name))
          .map(({ name }) => `${trail}.${name}`),
      ];
    }
    const elements = checker.getTypeArguments(part as ts.TypeReference);
    if (!checker.isTupleType(part)) return elements.flatMap((each) => visit(each, rest, `${trail}[]`));
    return elements.flatMap((each, index) => {
      const own = prefixItems[index];
      return visit(each, own === undefined ? rest : [own], `${trail}[${index}]`);
    });
  };

  const compareMembers = (part: ts.Type, candidate: JsonSchema, trail: string) => {
    const { properties = {}, additionalProperties, patternProperties } = candidate;
    const additional = additionalProperties === true ? {} : additionalProperties;
    const lost = part.getProperties().flatMap((member): readonly string[] => {
      if (!isPublicData(member)) return [];
      const own = properties[member.name] ?? (typeof additional === 'object' ? additional : undefined);
      const memberType = checker.getTypeOfSymbol(member);
      const inside = `${trail}.${member.name}`;
      if (own !== undefined) return visit(memberType, [own], inside);
      if (hasNoValue(memberType) || isNamed(member.name) || patternProperties !== undefined) return [];
      return [inside];
    });
    const indexes = checker.getIndexInfosOfType(part).flatMap(({ keyType, type: value }) => {
      if (keyType.flags & ts.TypeFlags.ESSymbol || value.flags & ts.TypeFlags.Never) return [];
      const patterns = Object.values(patternProperties ?? {});
      return visit(
        value,
        typeof additional === 'object' ? [additional, ...patterns] : patterns,
        `${trail}[key]`,
      );
    });
    return [...lost, ...indexes];
  };

  const hasNoValue = (part: ts.Type): boolean =>
    part.isUnion()
      ? part.types.every(hasNoValue)
      : (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0 ||
        (part.isIntersection() && ((part.getNumberIndexType()?.flags ?? 0) & ts.TypeFlags.Never) !== 0);

  const isList = (part: ts.Type): boolean => checker.isArrayType(part) || checker.isTupleType(part);

  const isStructure = (part: ts.Type): boolean =>
    isList(part) ||
    (part.flags & ts.TypeFlags.Object) !== 0 ||
    (part.isIntersection() && part.types.every((each) => (each.flags & ts.TypeFlags.Object) !== 0));

  const fitsKind = (part: ts.Type, candidate: JsonSchema): boolean => {
    if (part.isIntersection()) return part.types.some((each) => fitsKind(each, candidate));
    const { TypeFlags } = ts;
    const {
      type: kind,
      const: constant,
      enum: values = constant === undefined ? undefined : [constant],
    } = candidate;
    if (part.isStringLiteral() || part.isNumberLiteral()) {
      return values?.includes(part.value) ?? isOfKind(kind, typeof part.value as 'string' | 'number');
    }
    if (part.flags & TypeFlags.BooleanLike)
      return kind === 'boolean' || values?.some((value) => typeof value === 'boolean') === true;
    if (part.flags & TypeFlags.Null) return kind === 'null' || values?.includes(null) === true;
    if (part.flags & TypeFlags.StringLike || part.flags & TypeFlags.BigIntLike)
      return isOfKind(kind, 'string');
    if (part.flags & TypeFlags.NumberLike) return isOfKind(kind, 'number');
    if (isList(part)) return kind === 'array';
    if (part.flags & TypeFlags.NonPrimitive) return kind === 'object';
    if ((part.flags & TypeFlags.Object) === 0) return true;
    // Codecs of classes and built-in objects decide what travels.
    if (part.getProperty('toJSON') !== undefined || isBuiltIn(part)) return true;
    if (part.getCallSignatures().length + part.getConstructSignatures().length > 0) return false;
    return kind === 'object' || (kind === 'array' && part.getNumberIndexType() !== undefined);
  };

  return [...new Set(visit(type, [schema], ''))];
}

/** A `Date`, a subclass that adds nothing, or a mapped type over one. */
function isBuiltIn(part: ts.Type): boolean {
  const members = part.getProperties();
  return members.length > 0 && members.every((member) => isOfPlatform(member.declarations?.[0]));
}

function isOfPlatform(node: ts.Node | undefined): boolean {
  return (
    node !== undefined && /\/typescript\/lib\/lib\.|\/@types\/node\//.test(node.getSourceFile().fileName)
  );
}

function isOfKind(kind: JsonSchema['type'], wanted: 'string' | 'number'): boolean {
  return kind === wanted || (wanted === 'number' && kind === 'integer');
}

function acceptsAll(schema: JsonSchema): boolean {
  return schema.type === undefined && schema.enum === undefined && schema.const === undefined;
}

/** Private members, methods of classes and symbols, which no JSON has. */
function isPublicData(member: ts.Symbol): boolean {
  if (String(member.escapedName).startsWith('__') || member.name.startsWith('#')) return false;
  const declaration = member.valueDeclaration ?? member.declarations?.[0];
  if (declaration === undefined) return true;
  if (isOfPlatform(declaration)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if (ts.getCombinedModifierFlags(declaration) & hidden) return false;
  if (ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'hidden')) return false;
  return !(ts.isMethodDeclaration(declaration) || ts.isAccessor(declaration));
}

/** The schemas of which one must hold, through references and lists of types. */
function alternatives(
  schema: JsonSchema,
  root: JsonSchema,
  seen = new Set<JsonSchema>(),
): readonly JsonSchema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, anyOf, type } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    const target =
      $ref === '#'
        ? root
        : root.$defs?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')];
    return target === undefined ? [] : alternatives(target, root, seen);
  }
  if (anyOf !== undefined) return anyOf.flatMap((each) => alternatives(each, root, seen));
  return Array.isArray(type) ? type.map((each) => ({ ...schema, type: each })) : [schema];
}
