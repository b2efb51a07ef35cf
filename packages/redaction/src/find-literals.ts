import { isSecretMember } from '@toolwright/contract';
import type { Span } from './spans.js';
import { MIN_LENGTH, writtenForms } from './written-forms.js';

/** A secret with a known value. A short secret matches only as a whole word, so that a key `a` does not redact every `a`. */
export interface Literal {
  readonly text: string;
  readonly alone: boolean;
}

/** Returns the secrets in all forms in which they may be written. */
export function toLiterals(secrets: readonly string[]): Literal[] {
  const forms = secrets.filter((secret) => secret !== '').flatMap(writtenForms);
  return [...new Set(forms)].map((text) => ({ text, alone: text.length < MIN_LENGTH }));
}

/** Returns the values of variables with secret names, and passwords in URLs. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    const password = /:\/\/[^\s/@:]*:([^\s/@]+)@/.exec(value)?.[1];
    return [
      ...(isSecretMember(name, value.trim()) ? [value.trim()] : []),
      ...(password === undefined ? [] : [password]),
    ];
  });
  return secrets.filter((secret) => secret.length >= MIN_LENGTH);
}

export function findLiterals(text: string, literals: readonly Literal[]): Span[] {
  const spans: Span[] = [];
  for (const literal of literals) {
    const { length } = literal.text;
    for (
      let start = text.indexOf(literal.text);
      start !== -1;
      start = text.indexOf(literal.text, start + length)
    ) {
      const end = start + length;
      if (literal.alone && (isWordCharacter(text[start - 1]) || isWordCharacter(text[end]))) continue;
      spans.push({ start, end });
    }
  }
  return spans;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9]/.test(character);
}
