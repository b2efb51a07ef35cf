import { type Compiler, evaluateConstant, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { returned } from '../read/factories.js';
import { enumValues } from '../read/literals.js';
import { nameOf } from '../read/objects.js';
import { isShape } from '../read/read-tool.js';
import { findZodFunction, initializerOf, symbolOf } from '../read/zod-names.js';
import { type ReadContext, UnreadableSchema } from '../read/zod-schema.js';

/** The body of a function of `z` that makes a schema again. */
export interface SchemaCode {
  readonly code: string;
  readonly version: 'v3' | 'v4';
}

/**
 * Writes code that makes a schema, from the calls of Zod alone: functions of the project, such as those of `refine`, are left out, and
 * constants are written as their values. Running it runs nothing of the project.
 * @throws UnreadableSchema
 */
export function schemaCode(node: ts.Expression, compiler: Compiler): SchemaCode {
  const writer = new CodeWriter(compiler);
  const given = unwrap(node, typescript);
  const text = isShape(given, compiler) ? `z.object(${writer.argument(given)})` : writer.schema(given);
  return { code: `${writer.declarations.join('')}return ${text};`, version: writer.version };
}

/** Methods that change nothing about what JSON Schema says of an input. */
const LEFT_OUT = new Set([
  ...['refine', 'superRefine', 'check', 'overwrite', 'transform', 'pipe', 'brand', 'with'],
  ...['trim', 'toLowerCase', 'toUpperCase', 'normalize', 'slugify', 'clone', 'readonly'],
]);

class CodeWriter {
  readonly declarations: string[] = [];
  version: 'v3' | 'v4' = 'v4';
  readonly #names = new Map<ts.Symbol, string>();

  constructor(private readonly compiler: Compiler) {}

  schema(node: ts.Expression): string {
    const given = unwrap(node, typescript);
    if (typescript.isIdentifier(given)) return this.#constant(given);
    if (typescript.isPropertyAccessExpression(given)) return this.#member(given);
    if (!typescript.isCallExpression(given)) throw new UnreadableSchema(given, 'is made at run time');
    const { expression: callee, arguments: args } = given;
    const found = findZodFunction(callee, this.compiler);
    if (found !== undefined) {
      this.version = found.version;
      return this.#factory(found.name, args, given);
    }
    if (!typescript.isPropertyAccessExpression(callee))
      throw new UnreadableSchema(given, 'is made at run time');
    return this.schema(callee.expression) + this.#method(callee.name.text, args);
  }

  /** Writes an argument: a value, a pattern, a schema, or a list or object of schemas. */
  argument(node: ts.Expression): string {
    const given = unwrap(node, typescript);
    if (typescript.isRegularExpressionLiteral(given)) return given.text;
    if (typescript.isArrowFunction(given) || typescript.isFunctionExpression(given)) return 'undefined';
    const value = evaluateConstant(this.compiler, given, { mutable: true })?.value;
    if (value !== undefined) return JSON.stringify(value);
    if (typescript.isArrayLiteralExpression(given))
      return `[${given.elements.map((one) => this.argument(one)).join(', ')}]`;
    if (typescript.isObjectLiteralExpression(given)) return this.#object(given);
    if (isShape(given, this.compiler) && typescript.isIdentifier(given)) {
      const symbol = symbolOf(given, this.compiler);
      const initializer = symbol && initializerOf(symbol);
      if (initializer !== undefined) return this.argument(initializer);
    }
    return this.schema(given);
  }

  #factory(name: string, args: readonly ts.Expression[], node: ts.CallExpression): string {
    const [first, second] = args;
    if (name === 'lazy') return `z.lazy(() => ${this.schema(returned(first, node))})`;
    if (name === 'preprocess' && second !== undefined) return this.schema(second);
    if (name === 'enum' || name === 'nativeEnum') return this.#choices(name, first, node);
    return `z.${name}(${args.map((one) => this.argument(one)).join(', ')})`;
  }

  #choices(name: string, node: ts.Expression | undefined, at: ts.Node): string {
    const context: Pick<ReadContext, 'compiler'> = { compiler: this.compiler };
    const values = enumValues(node, at, context);
    if (name === 'enum' && values.every((value) => typeof value === 'string'))
      return `z.enum(${JSON.stringify(values)})`;
    const entries = values.map(
      (value, index) => `[${JSON.stringify(`member${index}`)}, ${JSON.stringify(value)}]`,
    );
    return `z.${name}(Object.fromEntries([${entries.join(', ')}]))`;
  }

  #method(name: string, args: readonly ts.Expression[]): string {
    if (LEFT_OUT.has(name)) return '';
    const [first, second] = args;
    if (name === 'register')
      return second && /\bglobalRegistry$/.test(first?.getText() ?? '')
        ? `.meta(${this.argument(second)})`
        : '';
    if (name === 'catch') return '.optional()';
    if (name === 'default' || name === 'prefault') {
      const getter = first && unwrap(first, typescript);
      const isGetter = getter && typescript.isArrowFunction(getter) && !typescript.isBlock(getter.body);
      const value = evaluateConstant(
        this.compiler,
        isGetter ? (getter.body as ts.Expression) : (first as ts.Expression),
        {
          mutable: true,
        },
      )?.value;
      return value === undefined ? '.optional()' : `.default(${JSON.stringify(value)})`;
    }
    return `.${name}(${args.map((one) => this.argument(one)).join(', ')})`;
  }

  #object({ properties }: ts.ObjectLiteralExpression): string {
    const parts = properties.map((property): string => {
      if (typescript.isSpreadAssignment(property)) return `...${this.argument(property.expression)}`;
      const name = nameOf(property);
      if (name === undefined) throw new UnreadableSchema(property, 'is made at run time');
      const key = `[${JSON.stringify(name)}]`;
      if (typescript.isPropertyAssignment(property)) return `${key}: ${this.argument(property.initializer)}`;
      if (typescript.isShorthandPropertyAssignment(property))
        return `${key}: ${this.argument(property.name)}`;
      const [statement] = property.body?.statements ?? [];
      if (statement && typescript.isReturnStatement(statement) && statement.expression)
        return `get ${key}() { return ${this.schema(statement.expression)}; }`;
      throw new UnreadableSchema(property, 'is made at run time');
    });
    return `{ ${parts.join(', ')} }`;
  }

  #constant(node: ts.Node): string {
    const symbol = symbolOf(node, this.compiler);
    const initializer = symbol && initializerOf(symbol);
    if (symbol === undefined || initializer === undefined)
      throw new UnreadableSchema(node, 'is made at run time');
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    const name = `$${this.#names.size + 1}`;
    this.#names.set(symbol, name);
    this.declarations.push(`const ${name} = ${this.schema(initializer)};\n`);
    return name;
  }

  #member(node: ts.PropertyAccessExpression): string {
    const { expression, name } = node;
    const owner = unwrap(expression, typescript);
    const isShapeOf = typescript.isPropertyAccessExpression(owner) && owner.name.text === 'shape';
    if (isShapeOf) return `${this.schema(owner.expression)}.shape[${JSON.stringify(name.text)}]`;
    if (['shape', 'element'].includes(name.text)) return `${this.schema(owner)}.${name.text}`;
    const constant = symbolOf(name, this.compiler);
    if (constant !== undefined && initializerOf(constant) !== undefined) return this.#constant(name);
    const member = constant?.valueDeclaration;
    if (member !== undefined && typescript.isPropertyAssignment(member))
      return this.schema(member.initializer);
    throw new UnreadableSchema(node, 'is made at run time');
  }
}
