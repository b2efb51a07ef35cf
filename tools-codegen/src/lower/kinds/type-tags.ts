import { type Compiler, type ConstraintTagName, isConstraintTagName } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type Constraint, parseConstraint } from '../../docs/constraint.js';

/** A constraint from a type tag. */
export interface TagConstraint {
  /** The constraint in messages, such as `minimum: 1`. */
  readonly label: string;
  readonly constraint: Constraint | string;
}

/** The key of a tag's only property, declared in `@toolwright/tools`. The name distinguishes it from all other keys. */
const TAG_KEY = '__@toolwrightTag@';

/** Whether a type is a tag, such as `Min<1>`: a phantom type that only codegen reads. */
export function isTypeTag(type: ts.Type): boolean {
  const [property, ...others] = type.getProperties();
  return property !== undefined && others.length === 0 && String(property.escapedName).startsWith(TAG_KEY);
}

/** Reads the constraints of a tag: properties that have a JSDoc tag's name and a literal type. */
export function readTypeTag(compiler: Compiler, tag: ts.Type): readonly TagConstraint[] {
  const { checker } = compiler;
  const [key] = tag.getProperties();
  if (key === undefined) return [];
  const constraints = checker.getNonNullableType(checker.getTypeOfSymbol(key)).getProperties();
  return constraints.flatMap((property) => {
    const { name } = property;
    if (!isConstraintTagName(name)) return [];
    return [readConstraint(compiler, name, checker.getTypeOfSymbol(property))];
  });
}

function readConstraint({ checker }: Compiler, keyword: ConstraintTagName, type: ts.Type): TagConstraint {
  if (type === checker.getTrueType()) return { label: keyword, constraint: parseConstraint(keyword, '') };
  if (!type.isStringLiteral() && !type.isNumberLiteral())
    return { label: keyword, constraint: 'a single literal' };
  return { label: `${keyword}: ${type.value}`, constraint: parseConstraint(keyword, String(type.value)) };
}
