import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import * as fc from 'fast-check';

/** Patterns that people write, and patterns that codegen writes for template types. */
export const SAFE = [
  '^(?:0|-?[1-9]\\d*)$',
  '^[A-Z]{2}\\d{4}$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?Z$',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  '^#[0-9a-fA-F]{6}$',
  '^[\\w.+-]+@[A-Za-z0-9-]+\\.[A-Za-z]{2,}$',
  '^\\+?[1-9]\\d{1,14}$',
  '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
  '^user-[\\s\\S]*$',
  '^(?:a|b|c)$',
  '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?px$',
  '^\\p{L}+$',
  '^[^\\s]+ [^\\s]+$',
  '^\\S+$',
  '^[A-Za-z_$][\\w$]*$',
  '^v?\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?$',
  '^\\p{Lu}\\d[éß-ö]+x?$',
  'foo',
  '^x-',
  'a?b{2,3}c',
];

/** Patterns that take more than linear time, and some that only look like it. */
export const OTHERS = [
  '^(a+)+$',
  '^P(?:\\d+D)?(?:T(?:\\d+H)?(?:\\d+M)?)?$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^([a-zA-Z0-9]+)*$',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '^(?:\\w+\\.?)+@x$',
  '(.*)*x',
  '^((ab)*)+$',
  '^(?:.*,){20}x$',
  '^\\s+|\\s+$',
  '\\s+$',
  '^a*a*a*b$',
  '^.*.*=.*$',
  '\\d+\\d+x',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(?:a?){30}a{30}$',
  '^(?=(a+)+$)b',
  '^(?:[\\w-]+\\.?)*$',
  '^(?!\\s*$).+$',
  '^(?=.*\\d)(?=.*[a-z]).{8,64}$',
  '(?<=a+)b(?<!ab)',
  '\\ba+\\B.?$',
  '^(?:(?=a|b)[a-c])*$',
  '^[\\s\\S]*-[\\s\\S]*-[\\s\\S]*$',
  '^[\\s\\S]*\\.ts$',
  '^(?:|a|b)*$',
  '^[^a]?\\u{1F600}*.$',
  '^\\p{L}*\\p{Lu}$',
];

/** All syntax that a parser has to know. */
export const SYNTAX = String.raw`
  | () (?:)* (?<name>a) (?<ñ_$>a)b (?:a|b|)+? ((a)|(b))*c a{0}b (?:ab){0,2}? a{2,}b a?? (?:a{1}){1} (?:(?:)|a){3}
  . [^] [] [^\n\]]+ [\b\-^] [\\] [(|)?*{}]+ [a-c\d_-]* [-a] [ß-öé]+ [\p{L}\P{Lu}] [\]\\[]b
  \d\D\w\W\s\S \0 \cA+ \t\n\v\f\r \/ \^\$\.\*\+\?\(\)\[\]\{\}\|\\
  \x41\xe9+ \u0041\u00e9+ \u{1F600}? \u{000061} \ud83d\ude00* \uD83D\uDE00* \ud83d+ \ude00\ud83d? \\u{2} \\x41
  😀{2} [😀-😂] [\ud83d\ude00-\ud83d\ude02] [\u{1F600}-\u{1F602}] \p{Script=Greek}+ \P{ASCII}
  ^$ \b\B a(?=b|c) a(?!b(?=c)) (?<=ab)c (?<!a|b)c (?=a(?<=b(?!c)d)e) (?=(?:a|bc)*d) (?=a{2}b?c{1,}|)
  (?<=^|,)[^,]*(?=,|$) (?:(?=a)){0}b (?=(?<=a|b*c)(?:d|e?f)+g)
`
  .trim()
  .split(/\s+/)
  .concat('', '\ud83d?', 'a b', '\n');

/** The patterns of ajv-formats that are valid with the flag `u`. */
export const FORMATS = [fullFormats, fastFormats].flatMap(Object.values).flatMap((format) => {
  try {
    return format instanceof RegExp ? [new RegExp(format.source, 'u').source] : [];
  } catch {
    return []; // only the constructor can tell
  }
});

const CHARACTERS = String.raw`a a b . é 😀 [ab] [^a] [é-ö] \w \W \s \u{1F600} \xe9 \p{Lu} \ud83d\ude00`.split(
  ' ',
);
const QUANTIFIERS = ['*', '+', '?', '{2}', '{1,3}', '{0}', '{1,}', '*?'];

/** Patterns of any kind. */
export const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => {
  const character = fc.constantFrom(...CHARACTERS);
  const group = (openings: string[], body: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom(...openings), body).map(([opening, one]) => `${opening}${one})`);
  const branches = fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|'));
  const repeated = fc.oneof(character, group(['(?:', '('], branches));
  return {
    pattern: fc.oneof(
      { maxDepth: 4 },
      character,
      fc.constantFrom('', '^', '$', '\\b', '\\B'),
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
      fc.tuple(repeated, fc.constantFrom('', ...QUANTIFIERS)).map((parts) => parts.join('')),
      group(['(?=', '(?!', '(?<=', '(?<!'], branches),
    ),
  };
});
