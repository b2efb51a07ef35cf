import type { JsonValue } from '@toolwright/contract';
import type { BuiltInName } from '@toolwright/json-schema';
import type { ExportBinding } from '@toolwright/program/compiler';

/**
 * A type as codegen represents it: the compiler's resolved type, reduced to what JSON can express, independent of schema dialects. Named
 * and recursive types are `ref` nodes that refer to a table of {@link Definition}s.
 */
export type TypeNode =
  | StringNode
  | NumberNode
  | BooleanNode
  | NullNode
  | UnknownNode
  | LiteralNode
  | EnumNode
  | ArrayNode
  | TupleNode
  | ObjectNode
  | UnionNode
  | CodecNode
  | ClassNode
  | RefNode;

/** Members that documentation and tags add to any node. */
export interface NodeDocs {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly writeOnly?: true;
}

interface NodeBase<Kind extends string> {
  readonly kind: Kind;
  readonly docs?: NodeDocs;
  readonly lost?: readonly LostPart[];
}

/**
 * A part of a dependency's type that the schema omits. It is reported for each parameter whose type contains it; omitted parts of the
 * project's own types are reported where they are declared.
 */
export interface LostPart {
  /** The part's name in messages: "`Readable` of `Mail.html`". */
  readonly part: string;
  /** The reason, as the rest of a sentence: "is a function, which JSON cannot carry". */
  readonly says: string;
}

export interface StringNode extends NodeBase<'string'> {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMAScript regular expression source, from a tag. */
  readonly pattern?: string;
  /** Anchored regular expression of a template literal type; applies in addition to `pattern`. */
  readonly template?: string;
  readonly format?: string;
  /** A nominal type: not every string that matches the schema is a value of the type. */
  readonly branded?: true;
}

export interface NumberNode extends NodeBase<'number'> {
  readonly integer?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface BooleanNode extends NodeBase<'boolean'> {}
export interface NullNode extends NodeBase<'null'> {}
/** `unknown`: any JSON value. */
export interface UnknownNode extends NodeBase<'unknown'> {
  /** The type is `any` in a dependency, which the author of the tool cannot change. */
  readonly foreign?: true;
}

export interface LiteralNode extends NodeBase<'literal'> {
  readonly value: string | number | boolean;
}

/** Two or more literals, in declaration order. */
export interface EnumNode extends NodeBase<'enum'> {
  readonly values: readonly (string | number | boolean | null)[];
}

export interface ArrayNode extends NodeBase<'array'> {
  readonly items: TypeNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export interface TupleNode extends NodeBase<'tuple'> {
  readonly elements: readonly {
    readonly type: TypeNode;
    readonly optional: boolean;
    readonly name?: string;
  }[];
  readonly rest?: TypeNode;
}

export interface ObjectNode extends NodeBase<'object'> {
  readonly properties: readonly PropertyNode[];
  /** Absent for a closed object. */
  readonly additional?: TypeNode;
  /** Members whose keys match a pattern, from template literal index signatures. */
  readonly patterns?: readonly { readonly pattern: string; readonly type: TypeNode }[];
}

export interface PropertyNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  /** Former names; only arguments have them. */
  readonly was?: readonly string[];
}

export interface UnionNode extends NodeBase<'union'> {
  readonly members: readonly TypeNode[];
  /** The property whose literal value distinguishes the members, if any. */
  readonly discriminator?: string;
}

/** A value with a different form in JSON; the method receives the real object. */
export interface CodecNode extends NodeBase<'codec'> {
  readonly codec: BuiltInName;
  /** Overrides the codec's default JSON Schema `format`, such as `date` for a `Date`. */
  readonly format?: string;
  /** Element type of a set, or value type of a map. */
  readonly items?: TypeNode;
  readonly keys?: TypeNode;
}

/** An object whose JSON is the result of `toJSON`. Arguments become instances again through the class's static method `fromJSON`. */
export interface ClassNode extends NodeBase<'class'> {
  /** The class name in messages and codecs. */
  readonly name: string;
  /** How the manifest imports the class. Absent in results, which are never decoded. */
  readonly binding?: ExportBinding;
  /** The type of the JSON. */
  readonly json: TypeNode;
}

export interface RefNode extends NodeBase<'ref'> {
  /** The key of the definition. */
  readonly id: string;
}

/** A named type. It becomes a `$defs` entry if it is recursive, used several times or deep in a chain. */
export interface Definition {
  readonly id: string;
  /** Taken from the declaration, never from the compiler's printed type, which differs in TypeScript 7. */
  readonly name: string;
  readonly node: TypeNode;
}

export type Definitions = ReadonlyMap<string, Definition>;
