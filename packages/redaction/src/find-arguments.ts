import { isSecretMember, isSecretName, plainName } from '@toolwright/contract';
import { isOpaque, isWord, PASSWORD_NAME } from './secret-forms.js';
import type { Span } from './spans.js';

/** Text in quotes, without spaces. At the end of a stream, the closing quote may be missing. */
const WORD = String.raw`(?<quote>\\{0,3}["'${'`'}])(?<value>(?:(?!\k<quote>)(?:\\\S|\S)){1,200})(?:\k<quote>|(?![^]))`;
const NAME = String.raw`(?<name>[A-Za-z_][\w.-]{0,63})`;
/** Functions that store their second argument under a name, or return it if they find nothing under the name. */
const STORES = /(?:define|put|set|add|append|env|property|default|header|option|config|param)$/i;
/** Methods that set what their name says: `setPassword`, `WithApiKey`, `password`. Others take any text: `checkPassword`. */
const SETTER =
  /^(?:(?:set|with)[A-Z_].*|(?:api|access|auth|client|db|user|secret|private|master)?_?(?:key|token|secret|password|passwd|passphrase))$/i;

const FORMS = [
  // env.put("PASSWORD", "…")
  String.raw`(?<!\w)(?<called>[A-Za-z_]\w{0,63})[ \t]{0,2}\(\s{0,16}(\\{0,3}["'])${NAME}\2[ \t]{0,4},\s{0,16}${WORD}`,
  // setPassword("…"), .password("…")
  String.raw`(?<setter>(?<=\.)|(?<!\w)(?=[Ss]et|[Ww]ith))${NAME}\([ \t]{0,4}${WORD}[ \t]{0,4}(?:\)|(?![^]))`,
  // <add key="Password" value="…"/>, and YAML with `name: PASSWORD` and `value: …` on two lines
  String.raw`\b(?:[Kk]ey|[Nn]ame)\b["']?[ \t]{0,4}[:=][ \t]{0,4}(["']?)${NAME}\1(?:,\s{0,32}|\s{1,32})["']?[Vv]alue["']?[ \t]{0,4}[:=][ \t]{0,4}(?:${WORD}|(?<word>[^\s"'${'`'},<>{}[\]()]{1,200})(?![^\s,<}\]]))`,
  // ENV PASSWORD …, ARG PASSWORD=…
  String.raw`^[ \t]{0,8}(?<docker>ENV|ARG)[ \t]{1,8}${NAME}(?:=|[ \t]{1,8})(?:${WORD}|(?<word>[^\s"'${'`'}$<]\S{0,199}))`,
].map((form) => new RegExp(form, 'gm'));

/** Finds secrets in arguments: the name and the value are separate words. @param more the plain names of further secrets */
export function findArguments(text: string, more: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const pattern of FORMS) {
    for (const { 0: match, index, groups = {} } of text.matchAll(pattern)) {
      const { name = '', quote = '', word, value = word ?? '' } = groups;
      const isNamed = isSecretName(name) || more.has(plainName(name));
      if (!isWord(value) || !(isNamed ? isValue(name, value, groups) : isSecretMember(name, value))) continue;
      const start = index + match.lastIndexOf(quote + value) + quote.length;
      spans.push({ start, end: start + value.length });
    }
  }
  return spans;
}

/** Whether a word is the value of a secret name. The short cookies of tests and examples are not. */
function isValue(name: string, value: string, form: Readonly<Record<string, string | undefined>>): boolean {
  if (form.docker !== undefined) return true;
  if (form.setter !== undefined && !SETTER.test(name)) return false;
  if (form.word !== undefined || !STORES.test(form.called ?? 'set')) return isSecretMember('pass', value);
  if (/cookie$/i.test(name)) return value.length >= 24;
  return PASSWORD_NAME.test(name) || (isOpaque(value) && !/[()]/.test(value));
}
