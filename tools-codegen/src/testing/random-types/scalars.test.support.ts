import type { RandomType, TypeScope } from './random-type.test.support.js';

/** Types without others in them. */
export function scalar(scope: TypeScope): RandomType {
  return scope.random.pick(scope.plain ? PLAIN : [...PLAIN, ...OTHERS])(scope);
}

type MakeType = (scope: TypeScope) => RandomType;

const plain =
  (text: string, values: RandomType['values']): MakeType =>
  () => ({ text, values });

const string = plain('string', ['a', '']);
const number = plain('number', [0, -1.5]);

/** JSON that has the same type in memory. */
const PLAIN: readonly MakeType[] = [
  string,
  string,
  number,
  number,
  plain('boolean', [true, false]),
  plain('null', [null]),
  plain('unknown', [null, 'a', { a: [1] }]),
  plain('object', [{}, { a: 1 }]),
  plain("'a'", ['a']),
  plain('7', [7]),
  plain('-1', [-1]),
  plain('true', [true]),
  plain("'a' | 'b'", ['a', 'b']),
  plain("'a' | (string & {})", ['a', 'b']),
  plain('string | number', ['a', 1]),
  plain('1 | 2 | 1.5', [1, 2, 1.5]),
  plain("'a' | 1 | false | null", ['a', 1, false, null]),
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: TypeScript in text.
  plain('`x-${string}`', ['x-', 'x-1']),
  plain('`${number}px`', ['1px', '-1.5px', 'px', '1e3px', '+1px', '01px']),
  plain('`${number}`', ['1', '-1.5', '', '1e21', '.5', '1.', 'Infinity', '-0']),
  plain('`${number}-${number}`', ['1-1', '-1--1', '1', '1.5-2']),
  plain('Lowercase<`${string}-A`>', ['a-a', 'a-A', '-a']),
  plain("`${'a' | 'b'}-${number}`", ['a-1', 'b-0', 'c-1']),
  plain('`${string}:${string}`', ['a:b', ':', 'a']),
  plain('`${boolean}`', ['true', 'false']),
  plain('`${bigint}`', ['1', '-1', '1.5', '-0', '01']),
  plain('Uppercase<string>', ['A', '', 'a']),
  plain('Capitalize<`x${string}`>', ['Xa', 'xa']),
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: TypeScript in text.
];

const OTHERS: readonly MakeType[] = [
  plain('Date', ['2026-02-03T04:05:06Z', '2026-02-30T04:05:06Z']),
  plain('bigint', ['1', '-1', '01']),
  plain('URL', ['https://example.com/', 'a']),
  plain('Uint8Array', ['aGVsbG8=', '']),
  plain('Date | string', ['2026-02-03T04:05:06Z', 'a']),
  plain('string | URL | null', ['https://example.com/', 'a', null]),
  plain('bigint | number | string', ['1', 'a', 1]),
  plain('Uint8Array[] | string[]', [['aGVsbG8='], ['a'], []]),
  enumeration,
  brand,
];

function enumeration({ random, declare }: TypeScope): RandomType {
  const values = random.some(['a', 'b', 1, 2, -1], 1 + random.below(4));
  const members = values.map((value, index) => `M${index} = ${JSON.stringify(value)}`).join(', ');
  const keyword = random.pick(['enum', 'const enum', 'declare enum']);
  const name = declare(
    (own) => `${keyword} ${own} { ${members} }`,
    (own) => `type ${own} = ${values.map((value) => JSON.stringify(value)).join(' | ')};`,
  );
  return { text: name, values };
}

/** A nominal type: its brand exists for the compiler only. */
function brand({ random, declare }: TypeScope): RandomType {
  const { text, values } = random.pick([string, number])({ random, declare });
  const name = declare(
    (own) => `type ${own} = ${text} & { readonly __brand: '${own}' };`,
    (own) => `type ${own} = ${text};`,
  );
  return { text: name, values };
}
