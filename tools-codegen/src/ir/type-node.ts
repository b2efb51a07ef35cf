import type { JsonValue } from '@toolwright/contract';
import type { BuiltInName } from '@toolwright/json-schema';
import type { ExportBinding } from '@toolwright/program/compiler';

/**
 * A type as codegen understands it: what the compiler resolved, reduced to what JSON can say, before any schema dialect.
 * Named and recursive types are `ref` nodes into a table of {@link Definition}s.
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

/** What documentation and tags add to any node. */
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

/** What the schema leaves out of the type of a dependency. Each parameter that reaches the type says so; in own types, the place says so. */
export interface LostPart {
  /** As a message names it: "`Readable` of `Mail.html`". */
  readonly part: string;
  /** Why, as the rest of a sentence: "is a function, which JSON cannot carry". */
  readonly says: string;
}

export interface StringNode extends NodeBase<'string'> {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMAScript regular expression source, from a tag. */
  readonly pattern?: string;
  /** Anchored regular expression of a template literal type; holds beside `pattern`. */
  readonly template?: string;
  readonly format?: string;
  /** A nominal type: not every string that fits the schema is one. */
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
  /** A dependency wrote `any`, where the author of the tool cannot write anything better. */
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
  /** Absent: the object is closed. */
  readonly additional?: TypeNode;
  /** Keys by pattern, from template literal index signatures. */
  readonly patterns?: readonly { readonly pattern: string; readonly type: TypeNode }[];
}

export interface PropertyNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  /** Former names, of arguments only. */
  readonly was?: readonly string[];
}

export interface UnionNode extends NodeBase<'union'> {
  readonly members: readonly TypeNode[];
  /** The property whose literal tells the members apart, where there is one. */
  readonly discriminator?: string;
}

/** A value that travels as JSON in another form and reaches the method as the real object. */
export interface CodecNode extends NodeBase<'codec'> {
  readonly codec: BuiltInName;
  /** Overrides the codec's own JSON Schema `format`, e.g. `date` for a `Date`. */
  readonly format?: string;
  /** Element type of a set, or value type of a map. */
  readonly items?: TypeNode;
  /** Key type of a map. */
  readonly keys?: TypeNode;
}

/** An object that travels as what its `toJSON` returns; arguments become instances again through the static `fromJSON` of their class. */
export interface ClassNode extends NodeBase<'class'> {
  /** For messages and as the name in codecs. */
  readonly name: string;
  /** How the manifest imports the class. Absent in results that need no class, because they are only written. */
  readonly binding?: ExportBinding;
  /** The type that travels. */
  readonly json: TypeNode;
}

export interface RefNode extends NodeBase<'ref'> {
  /** Key into the table of definitions. */
  readonly id: string;
}

/** A named type: becomes a `$defs` entry where it is recursive, used more than once or far down in a chain. */
export interface Definition {
  readonly id: string;
  /** From the declaration, never from the compiler's printed type: TypeScript 7 prints differently. */
  readonly name: string;
  readonly node: TypeNode;
}

export type Definitions = ReadonlyMap<string, Definition>;
