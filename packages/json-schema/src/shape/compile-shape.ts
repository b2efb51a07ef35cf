import type { Shape } from '@toolwright/contract';
import { getBuiltIn } from '../built-ins/built-ins.js';
import { type FindClass, hasToJson } from '../codec/user-class.js';
import { isDataObject } from './is-data-object.js';

/** Whether a shape is tested against JSON values or values in memory. */
export type ShapeOptions =
  | { readonly form: 'json'; readonly closed: boolean }
  | { readonly form: 'memory'; readonly closed: boolean; readonly findClass: FindClass };

export type ShapeTest = (value: unknown) => boolean;

/**
 * Compiles a {@link Shape} to a test.
 * @param options.closed whether to refuse undeclared members and instances of subclasses; TypeScript allows both in memory
 */
export function compileShape(shape: Shape, options: ShapeOptions): ShapeTest {
  if (shape.class !== undefined && options.form === 'memory') {
    return classTest(shape.class, options.findClass, options.closed);
  }
  const tests = [
    kindTest(shape, options),
    valuesTest(shape),
    anyOfTest(shape, options),
    ...contentTests(shape, options),
  ];
  const [first = always, ...others] = tests.filter((test) => test !== undefined);
  return others.length === 0 ? first : (value) => first(value) && others.every((test) => test(value));
}

function always(): boolean {
  return true;
}

function classTest(name: string | true, findClass: FindClass, closed: boolean): ShapeTest {
  // Any class may have `toJSON`, so more specific shapes take precedence.
  if (name === true) return (value) => !closed && isDataObject(value) && hasToJson(value);
  const find = findClass(name);
  if (!closed) return (value) => value instanceof find();
  return (value) => isDataObject(value) && Object.getPrototypeOf(value) === find().prototype;
}

function kindTest({ codec, types }: Shape, { form }: ShapeOptions): ShapeTest | undefined {
  if (codec !== undefined && form === 'memory') return getBuiltIn(codec).is;
  if (types === undefined) return undefined;
  const tests = types.map((type) => kinds[type]);
  const [only] = tests;
  return tests.length === 1 ? only : (value) => tests.some((test) => test(value));
}

const kinds: Readonly<Record<NonNullable<Shape['types']>[number], ShapeTest>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isDataObject,
};

function valuesTest({ values }: Shape): ShapeTest | undefined {
  if (values === undefined) return undefined;
  const allowed = new Set<unknown>(values);
  return (value) => allowed.has(value);
}

function anyOfTest({ anyOf }: Shape, options: ShapeOptions): ShapeTest | undefined {
  const tests = anyOf?.map((shape) => compileShape(shape, options));
  return tests && ((value) => tests.some((test) => test(value)));
}

/** Returns the tests for members and items. Each accepts values that have none. */
function contentTests(shape: Shape, options: ShapeOptions): (ShapeTest | undefined)[] {
  const tests = [membersTest(shape, options), itemsTest(shape, options)];
  if (options.form === 'json' || shape.codec === undefined) return tests;
  const builtIn = getBuiltIn(shape.codec);
  if (builtIn.parts === undefined) return [];
  return [
    (value) => {
      const content = builtIn.content(value, shape);
      return content !== undefined && tests.every((test) => test === undefined || test(content));
    },
  ];
}

function membersTest(shape: Shape, options: ShapeOptions): ShapeTest | undefined {
  const { required = [], properties = {}, additional } = shape;
  const members = new Map(
    Object.entries(properties).map(([name, member]) => [name, compileShape(member, options)]),
  );
  const others =
    additional === false
      ? options.closed && (() => false)
      : additional !== undefined && compileShape(additional, options);
  if (required.length === 0 && members.size === 0 && others === false) return undefined;
  return (value) => {
    if (!isDataObject(value)) return true;
    if (!required.every((name) => Object.hasOwn(value, name) && value[name] !== undefined)) return false;
    return Object.entries(value).every(([name, member]) => {
      const test = members.get(name) ?? others;
      return test === false || member === undefined || test(member);
    });
  };
}

function itemsTest(shape: Shape, options: ShapeOptions): ShapeTest | undefined {
  const { prefix = [], items, minItems = 0 } = shape;
  if (prefix.length === 0 && items === undefined && minItems === 0) return undefined;
  const first = prefix.map((element) => compileShape(element, options));
  const rest = items === undefined ? always : items === false ? () => false : compileShape(items, options);
  return (value) =>
    !Array.isArray(value) ||
    (value.length >= minItems && value.every((item, index) => (first[index] ?? rest)(item)));
}
