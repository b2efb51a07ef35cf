import { isSecretName, plainName } from '@toolwright/contract';
import { findElements } from './find-elements.js';
import { findFlags } from './find-flags.js';
import { environmentSecrets, findLiterals, toLiterals } from './find-literals.js';
import { findMembers } from './find-members.js';
import { REDACTED } from './redacted.js';
import { RedactedStream, type TextStream } from './redacted-stream.js';
import { findForms, mayHoldKey } from './secret-forms.js';
import { knownSecrets } from './secrets/known-secrets.js';
import { mergeSpans, replaceSpans, type Span } from './spans.js';
import { TextIndex } from './text-index.js';

/** Secrets that users define: names of members with secret values, and patterns of secrets. */
export type RedactRules = readonly (string | RegExp)[];

export interface RedactionOptions {
  /** The values of known secrets, such as a client's API key. */
  readonly secrets?: readonly string[] | undefined;
  /** Environment variables; values with names such as `GITHUB_TOKEN` are secrets everywhere. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly rules?: RedactRules | undefined;
}

/** Removes secrets from texts, in linear time. */
export interface Redaction {
  /** Whether a member of that name holds a secret. */
  isSecret(name: string): boolean;
  /** The text with `[redacted]` in place of each secret. */
  redact(text: string): string;
  /** Like `redact`, but lines keep their numbers: a secret of several lines leaves `[redacted]` on each. */
  redactLines(text: string): string;
  /** Removes secrets as a replacer for `JSON.stringify`. Unlike redacting the text afterwards, this keeps it valid JSON. */
  redactMember(name: string, value: unknown): unknown;
  /** Like `redact`, for text that arrives in pieces: a possible secret is held back until the text after it arrives. */
  stream(): TextStream;
}

/** Skips the search for most texts. */
const HINT =
  /key|token|secret|passw|passphrase|auth|cookie|credential|bearer|basic|sig|eyJ|:\/\/|-----BEGIN|\\u00|\d:[\w-]{35}/i;

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
    spans.push(...findUnknown(text, names));
    return mergeSpans(spans);
  };

  const isSecret = (name: string): boolean => names.has(plainName(name)) || isSecretName(name);
  const redact = (text: string): string => replaceSpans(text, find(text), REDACTED);
  return {
    isSecret,
    redact,
    redactLines: (text) =>
      replaceSpans(
        text,
        find(text).flatMap((span) => byLine(text, span)),
        REDACTED,
      ),
    redactMember(name, value) {
      if (typeof value === 'boolean' || value == null) return value;
      if (isSecret(name)) return REDACTED;
      if (typeof value === 'string') return redact(value);
      return typeof value === 'object' ? redactKeys(value, redact) : value;
    },
    stream: () => new RedactedStream(find, { words, index }, patterns.length > 0),
  };
}

/**
 * Returns a part of a text without secrets, for errors that quote it. The whole text is searched, because a part may lack the secret's
 * name. A word that the cut would split is dropped, because it may be the rest of a secret.
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

/** Finds the texts of values that were hidden with `secret`. */
function findKnown(text: string): readonly Span[] {
  const secrets = knownSecrets();
  return secrets.hasTexts ? secrets.index.find(text) : NOTHING;
}

const NOTHING: readonly Span[] = [];

/** Finds secrets by their form or their name. */
function findUnknown(text: string, names: ReadonlySet<string>): Span[] {
  if (names.size === 0 && !HINT.test(text) && !mayHoldKey(text)) return [];
  return [
    ...findForms(text),
    ...findMembers(text, names),
    ...findFlags(text, names),
    ...findElements(text, names),
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
