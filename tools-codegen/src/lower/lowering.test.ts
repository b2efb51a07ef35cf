import type { Compiler } from '@toolwright/program/compiler';
import type { NodeFinding } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import {
  createTypeProgram,
  findInput,
} from '../../../packages/program/src/testing/type-program.test.fixture.js';
import { emitSchema } from '../emit/schema.js';
import { createLowering, type Lowering } from './lowering.js';
import type { Position } from './walk.js';

interface Session {
  readonly compiler: Compiler;
  readonly lowering: Lowering;
  readonly found: NodeFinding[];
  /** Lowers a parameter of an exported function by name, or its result as `result`. */
  lower(name: string, part: string): ReturnType<Lowering['lowerType']>;
  schema(name: string, part: string): unknown;
}

const file = '/virtual/input.ts';

function start(text: string): Session {
  const compiler = createTypeProgram([], { [file]: text });
  const found: NodeFinding[] = [];
  const lowering = createLowering(compiler, (finding) => found.push(finding));
  const lower = (name: string, part: string) => {
    const [type, node, position] = findPart(compiler, name, part);
    return lowering.lowerType(type, node, position);
  };
  const schema = (name: string, part: string) => {
    const lowered = lower(name, part);
    return lowered && emitSchema(lowered, lowering.definitions);
  };
  return { compiler, lowering, found, lower, schema };
}

function findPart(compiler: Compiler, name: string, part: string): [ts.Type, ts.Node, Position] {
  const { checker } = compiler;
  const { node } = findInput(compiler, file, name);
  const signature = compiler.ts.isFunctionDeclaration(node)
    ? checker.getSignatureFromDeclaration(node)
    : undefined;
  if (signature === undefined) throw new Error(`${name} is no function.`);
  if (part === 'result') {
    const type = checker.getReturnTypeOfSignature(signature);
    return [checker.getAwaitedType(type) ?? type, node, 'output'];
  }
  const parameter = signature.parameters.find((candidate) => candidate.name === part)?.valueDeclaration;
  if (parameter === undefined) throw new Error(`${name} has no parameter ${part}.`);
  return [checker.getTypeAtLocation(parameter), parameter, 'input'];
}

describe('createLowering', () => {
  // A4: a type that is written in two ways is one type for the checker.
  it.each([
    ['(Day[] & Tag)', '(string[] & Tag)'],
    ['(readonly Day[] & Tag)[]', '(readonly string[] & Tag)[]'],
    ['[number, ...Day[]]', '[number, ...string[]]'],
    ['(Day & Tag) | number', '(string & Tag) | number'],
  ])('gives the texts of %s to none of %s', (documented, plain) => {
    const { schema } = start(`
      interface Tag { __brand: 'tag' }
      /**
       * A day.
       * @format date
       */
      type Day = string;
      export function f(a: ${documented}, b: { deep: ${plain} }) {}
    `);
    expect(JSON.stringify(schema('f', 'a'))).toContain('"format":"date"');
    expect(JSON.stringify(schema('f', 'b'))).not.toMatch(/date|day/);
  });

  it('keeps the order of a union as the parameter has it', () => {
    const { schema } = start(`
      type Size = 'xl' | 'm' | 's';
      export function f(a: 'z' | 'a', b: 'a' | 'z', c: 'last' | Size, d?: Size) {}
    `);
    expect(schema('f', 'a')).toMatchObject({ enum: ['z', 'a'] });
    expect(schema('f', 'b')).toMatchObject({ enum: ['a', 'z'] });
    expect(schema('f', 'c')).toMatchObject({ enum: ['last', 'xl', 'm', 's'] });
    expect(schema('f', 'd')).toMatchObject({ enum: ['xl', 'm', 's'] });
  });

  it('resolves aliases of a parameter, of a rest parameter and within a promise', () => {
    const { schema } = start(`
      /** @format email */
      type Email = string;
      export async function f(to: Email, ...copies: Email[]): Promise<Email[]> { return []; }
    `);
    const email = { type: 'string', format: 'email' };
    expect(schema('f', 'to')).toEqual(email);
    expect(schema('f', 'copies')).toEqual({ type: 'array', items: email });
    expect(schema('f', 'result')).toEqual({ type: 'array', items: email });
  });

  it('orders the literals of an inferred type by value', () => {
    const { schema } =
      start(`export function f(rate = 0.1, mode: typeof modes[number] = 'b') { return { rate, mode }; }
      const modes = ['b', 'a'] as const;`);
    expect(schema('f', 'rate')).toEqual({ type: 'number' });
    expect(schema('f', 'result')).toMatchObject({
      properties: { rate: { type: 'number' }, mode: { enum: ['a', 'b'] } },
      required: ['rate', 'mode'],
    });
  });

  it('makes one definition of a type that several tools use', () => {
    const { lower, lowering } = start(`
      interface User { name: string; friends: User[] }
      export function f(user: User) {}
      export function g(user: User, again: User) {}
    `);
    const refs = [lower('f', 'user'), lower('g', 'user'), lower('g', 'again')];
    expect(new Set(refs.map((node) => JSON.stringify(node))).size).toBe(1);
    expect([...lowering.definitions.values()].map(({ name }) => name)).toEqual(['User']);
  });

  it('defines every referenced type', () => {
    const { lower, lowering } = start(`
      interface A { b?: B; c: C[] }
      interface B { a: A; run(): void }
      interface C { a?: A; b?: B }
      export function f(a: A) {}
      export function g(c: C) {}
    `);
    lower('f', 'a');
    lower('g', 'c');
    const ids =
      JSON.stringify([...lowering.definitions.values()]).match(/(?<="kind":"ref","id":")[^"]+/g) ?? [];
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !lowering.definitions.has(id))).toEqual([]);
  });

  it('reports a fault for each tool that has it, in the words of its declaration, so that it is printed once', () => {
    const { lower, found } = start(`
      interface Options { hooks: { before: () => void } }
      export function f(options: Options) {}
      export function g(first: string, all: Options[]) {}
    `);
    expect(lower('f', 'options')).toBeUndefined();
    expect(lower('g', 'all')).toBeUndefined();
    expect(found.map(({ message }) => message)).toEqual([
      '`Options.hooks.before` is a function, which JSON cannot carry.',
      '`Options.hooks.before` is a function, which JSON cannot carry.',
    ]);
    expect(found.map(({ node }) => node.getText())).toEqual(['before: () => void', 'before: () => void']);
  });

  it('finds the place of a part behind many unions whose members lead to the same types', () => {
    const length = 40;
    const levels = Array.from({ length }, (_, index) => {
      const next = index + 1 < length ? `A${index + 1} | B${index + 1}` : 'RegExp | Date';
      return `interface A${index} { a: 1; next: ${next} }\ninterface B${index} { b: 1; next: ${next} }`;
    });
    const { lower, found } = start(`${levels.join('\n')}\nexport function f(value: A0 | B0) {}`);
    expect(lower('f', 'value')).toBeUndefined();
    expect(found[0]).toMatchObject({ code: 'TW2019' });
    expect(found[0]?.node.getText()).toBe('RegExp | Date');
  });

  it('warns if a result has no schema', () => {
    const { lower, found } = start('export function f(): { stop: () => void } { return { stop() {} }; }');
    expect(lower('f', 'result')).toBeUndefined();
    expect(found).toMatchObject([
      { code: 'TW2001', severity: 'warning', message: '`f().stop` is a function, which JSON cannot carry.' },
    ]);
  });

  it('warns if the documentation of a result is wrong', () => {
    const { lower, found } = start(
      'interface R {\n/** @minimum 1 */\na: string }\nexport function f(): R { return { a: "" }; }',
    );
    expect(lower('f', 'result')).toBeDefined();
    expect(found).toMatchObject([{ code: 'TW2030', severity: 'warning' }]);
  });

  it('warns of a private member of an intersection, which has no name', () => {
    const { lower, found } = start(
      'class Stamp { at = 1; private by = 2; }\nexport function f(): Stamp & { more: string } { throw 0; }',
    );
    lower('f', 'result');
    expect(found.map(({ code }) => code)).toContain('TW2027');
  });

  it('reads undefined in a result as null', () => {
    const { schema } = start('export async function f(): Promise<string | undefined> { return undefined; }');
    expect(schema('f', 'result')).toEqual({ type: ['string', 'null'] });
  });

  it('reports at most twenty faults of one value', () => {
    const members = Array.from({ length: 50 }, (_, index) => `m${index}: () => void;`).join('\n');
    const { lower, found } = start(`export function f(value: { ${members} }) {}`);
    lower('f', 'value');
    expect(found.length).toBe(20);
  });

  it('finds the fault of an optional member among many faults', () => {
    const members = Array.from({ length: 30 }, (_, index) => `m${index}: () => void;`).join('\n');
    const { lower, found } = start(`export function f(value: { inner?: { ${members} last: any } }) {}`);
    expect(lower('f', 'value')).toBeUndefined();
    expect(found.map(({ code }) => code)).toContain('TW2002');
  });

  it('takes linear time for a union of 5,000 objects with built-in objects', () => {
    const timeOf = (size: number): number => {
      const members = Array.from(
        { length: size },
        (_, index) => `{ kind: 'k${index}'; at: Date; v${index}: number }`,
      );
      const session = start(`type Many = ${members.join(' | ')};\nexport function f(a: Many) {}`);
      const [type, node, position] = findPart(session.compiler, 'f', 'a');
      const before = performance.now();
      const lowered = session.lowering.lowerType(type, node, position);
      const schema = lowered && emitSchema(lowered, session.lowering.definitions);
      expect(schema?.$defs?.Many?.anyOf ?? schema?.anyOf).toHaveLength(size);
      return performance.now() - before;
    };
    timeOf(500);
    const small = timeOf(500);
    // Ten times as many; quadratic time would be a hundred times as long.
    expect(timeOf(5000)).toBeLessThan(50 * small + 100);
  });

  it('takes linear time for a union of 5,000 literals, and keeps their order', () => {
    const timeOf = (size: number): number => {
      const values = Array.from({ length: size }, (_, index) => `v${(index * 7919) % size}`);
      const session = start(`
        type Many = ${values.map((value) => `'${value}'`).join(' | ')};
        export function f(a: Many, b?: Many, c?: Many[]) {}
      `);
      const parts = ['a', 'b', 'c'].map((part) => findPart(session.compiler, 'f', part));
      const before = performance.now();
      const lowered = parts.map(([type, node, position]) => session.lowering.lowerType(type, node, position));
      const took = performance.now() - before;
      const [first] = lowered;
      expect(first && emitSchema(first, session.lowering.definitions)).toEqual({
        type: 'string',
        enum: values,
      });
      expect(session.lowering.definitions.size).toBe(1);
      return took;
    };
    timeOf(500);
    const small = timeOf(500);
    expect(timeOf(5000)).toBeLessThan(50 * small + 100);
  });

  it('lowers hundreds of types in a chain, however deep', () => {
    const size = 600;
    const types = Array.from(
      { length: size },
      (_, index) =>
        `interface T${index} { name: string; next?: T${(index + 1) % size}; other?: T${(index * 7) % size}[] }`,
    );
    const { lower, lowering, found } = start(`${types.join('\n')}\nexport function f(first: T0) {}`);
    expect(lower('f', 'first')).toEqual({ kind: 'ref', id: expect.stringMatching(/^T0~/) });
    expect(found).toEqual([]);
    expect(lowering.definitions.size).toBe(size);
  });

  it('reports a fault behind hundreds of types by its declaration', () => {
    const size = 300;
    const types = Array.from(
      { length: size },
      (_, index) => `interface T${index} { a${index}: T${index + 1}; back?: T0 }`,
    );
    const { lower, lowering, found } = start(
      `${types.join('\n')}\ninterface T${size} { fault: any }\nexport function f(first: T0) {}`,
    );
    expect(lower('f', 'first')).toBeUndefined();
    expect(found.map(({ code, node }) => `${code} ${node.getText()}`)).toEqual(['TW2002 fault: any']);
    expect(found[0]?.message).toMatch(/^`T300\.fault` is `any`/);
    expect(lowering.definitions.size).toBe(0);
  });

  it('stops conditional types that grow in several places', () => {
    const { lower, found } = start(`
      type Grow<T> = { left?: Grow<[T, 0]>; right?: Grow<[T, 1]>; more?: readonly Grow<[0, T]>[] } & { at: T };
      export function f(value: Grow<string>) {}
    `);
    expect(lower('f', 'value')).toBeUndefined();
    expect(found.map(({ code }) => code)).toEqual(['TW2012']);
  });

  it('stops generic types that lead to other instances of themselves', () => {
    const { schema } = start(`
      interface Link<T> { value: T; next?: Link<T>; other?: Link<T | null> }
      export function f(link: Link<string>) {}
    `);
    expect(schema('f', 'link')).toMatchObject({
      $defs: { LinkString: { required: ['value'] }, LinkStringOrNull: { required: ['value'] } },
    });
  });

  it('lowers built-in objects to codec nodes if they are enabled', () => {
    const compiler = createTypeProgram([], {
      [file]: 'export interface Input { at: Date; ids: Set<number>; table: Map<string, Date>; big: bigint }',
    });
    const lowering = createLowering(compiler, () => {});
    const { type, node } = findInput(compiler, file);
    const lowered = lowering.lowerType(type, node, 'input');
    expect(lowered && emitSchema(lowered, lowering.definitions).properties).toEqual({
      at: { type: 'string', format: 'date-time' },
      ids: { type: 'array', items: { type: 'number' }, uniqueItems: true },
      table: { type: 'object', additionalProperties: { type: 'string', format: 'date-time' } },
      big: { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' },
    });
  });
});
