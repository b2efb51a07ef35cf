import { appendAll, isRecord, isSecretMember, isSecretName, plainName } from '@toolwright/contract';
import { findArguments } from './find-arguments.js';
import { findElements } from './find-elements.js';
import { findFlags } from './find-flags.js';
import { findLines } from './find-lines.js';
import { environmentSecrets, findLiterals, toLiterals } from './find-literals.js';
import { findMembers } from './find-members.js';
import { redactBody } from './redact-body.js';
import { REDACTED } from './redacted.js';
import { RedactedStream, type TextStream } from './redacted-stream.js';
import { isSchema, isSchemaMap } from './schema-members.js';
import { findForms, findTokens, mayHoldKey } from './secret-forms.js';
import { knownSecrets } from './secrets/known-secrets.js';
import { mergeSpans, replaceSpans, type Span } from './spans.js';
import { TextIndex } from './text-index.js';

/** User-defined secrets: names of members with secret values, and patterns that match secrets. */
export type RedactRules = readonly (string | RegExp)[];

export interface RedactionOptions {
  /** The values of known secrets, such as a client's API key. */
  readonly secrets?: readonly string[] | undefined;
  /** Environment variables. The values of variables such as `GITHUB_TOKEN` are redacted everywhere. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly rules?: RedactRules | undefined;
}

/** Removes secrets from text, in linear time. */
export interface Redaction {
  /** Whether a member with this name contains a secret. */
  isSecret(name: string): boolean;
  /** Returns the text with `[redacted]` in place of each secret. */
  redact(text: string): string;
  /** Redacts text but keeps its line numbers: a multiline secret becomes `[redacted]` on each line. */
  redactLines(text: string): string;
  /** Redacts the body of a request or a reply: JSON stays JSON, and only its strings, numbers and names change. */
  redactBody(body: string): string;
  /** Redacts a member. Can be used as a replacer for `JSON.stringify`, which keeps the JSON valid, unlike redacting the text. */
  redactMember(name: string, value: unknown): unknown;
  /** Creates a filter for streamed text. A possible secret is withheld until the text after it arrives. */
  stream(): TextStream;
}

/** Matches text that may contain a secret. Most text does not match, and is not searched any further. */
const HINT =
  /key|token|secret|pass|pwd|auth|cookie|credential|bearer|basic|sig|eyJ|:\/\/|-----BEGIN|\\u00|\d:[\w-]{35}|mysql|mariadb|curl|redis-cli|mongo|sqlcmd|login/i;

/** Creates the redaction used by everything that prints or stores third-party text. */
export function createRedaction(options: RedactionOptions = {}): Redaction {
  const { secrets = [], env = {}, rules = [] } = options;
  const literals = toLiterals([...secrets, ...environmentSecrets(env)]);
  const words = literals.filter(({ alone }) => alone);
  const index = new TextIndex();
  for (const { text, alone } of literals) if (!alone) index.add(text);
  const names = new Set(rules.filter((rule) => typeof rule === 'string').map(plainName));
  const patterns = rules.filter((rule) => rule instanceof RegExp).map(everywhere);

  const find = (text: string): Span[] => {
    const spans = [...findLiterals(text, words), ...index.find(text), ...findKnown(text)];
    for (const pattern of patterns) {
      for (const { 0: match, index } of text.matchAll(pattern)) {
        if (match !== '') spans.push({ start: index, end: index + match.length });
      }
    }
    appendAll(spans, findUnknown(text, names));
    return mergeSpans(spans);
  };

  const isSecret = (name: string): boolean => names.has(plainName(name)) || isSecretName(name);
  const redact = (text: string): string => replaceSpans(text, find(text), REDACTED);
  /** Schemas of parameters, whose names make only values secret. */
  const schemas = new WeakSet<object>();
  return {
    isSecret,
    redact,
    redactLines: (text) =>
      replaceSpans(
        text,
        find(text).flatMap((span) => byLine(text, span)),
        REDACTED,
      ),
    redactBody: (body) => redactBody(body, { isSecret, redact }),
    redactMember(name, value) {
      if (typeof value === 'boolean' || value == null) return value;
      if (isRecord(value) && isSchemaMap(name))
        for (const one of Object.values(value)) if (isRecord(one) && isSchema(one)) schemas.add(one);
      if (isSecret(name) && !(isRecord(value) && schemas.has(value))) return REDACTED;
      if (typeof value === 'string') return isSecretMember(name, value) ? REDACTED : redact(value);
      return typeof value === 'object' ? redactKeys(value, redact) : value;
    },
    stream: () => new RedactedStream(find, { words, index }, patterns.length > 0),
  };
}

/** Replaces keys and tokens of known formats, if they are long and have digits: such text is no name that a person chose. */
export function replaceTokens(text: string, mark: string): string {
  const isCertain = ({ start, end }: Span): boolean => end - start >= 20 && /\d/.test(text.slice(start, end));
  return replaceSpans(text, mergeSpans(findTokens(text).filter(isCertain)), mark);
}

/**
 * Returns a part of a text without secrets, for errors that quote it. Searches the whole text, because the part may lack the secret's
 * name. Omits a word that would be split at either end, because it may be part of a secret.
 */
export function excerpt(text: string, start: number, end: number): string {
  const spans = mergeSpans([...findKnown(text), ...findUnknown(text, new Set())]);
  const isHidden = (place: number): boolean => spans.some((span) => span.start < place && place < span.end);
  let from = start;
  if (from > 0 && !isHidden(from) && isInWord(text[from - 1]))
    while (from < end && isInWord(text[from])) from += 1;
  let to = end;
  if (!isHidden(to) && isInWord(text[to])) while (to > from && isInWord(text[to - 1])) to -= 1;
  return replaceSpans(
    text.slice(0, to),
    spans.filter((span) => span.start < to),
    REDACTED,
    from,
  );
}

function isInWord(character: string | undefined): boolean {
  return character !== undefined && /[^\s"'`,:;=()[\]{}<>]/.test(character);
}

/** Finds values that were hidden with `secret`. */
function findKnown(text: string): readonly Span[] {
  const secrets = knownSecrets();
  return secrets.hasTexts ? secrets.index.find(text) : NOTHING;
}

const NOTHING: readonly Span[] = [];

/** Finds secrets by their format or by their name. */
function findUnknown(text: string, names: ReadonlySet<string>): Span[] {
  if (names.size === 0 && !HINT.test(text) && !mayHoldKey(text)) return [];
  return [
    ...findForms(text),
    ...findMembers(text, names),
    ...findArguments(text, names),
    ...findFlags(text, names),
    ...findElements(text, names),
    ...findLines(text),
  ];
}

/** Redacts keys, which may be secrets as well. Returns the same object if no key is secret. */
function redactKeys(value: object, redact: (text: string) => string): object {
  if (Array.isArray(value) || Object.keys(value).every((key) => redact(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [redact(key), member]));
}

function everywhere(pattern: RegExp): RegExp {
  const flags = pattern.flags.replace('y', '');
  return new RegExp(pattern.source, flags.includes('g') ? flags : `${flags}g`);
}

/** Splits a span by lines. */
function byLine(text: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (let stop = text.indexOf('\n', from); stop !== -1 && stop < end; stop = text.indexOf('\n', from)) {
    if (stop > from) spans.push({ start: from, end: stop });
    from = stop + 1;
  }
  if (end > from) spans.push({ start: from, end });
  return spans;
}
