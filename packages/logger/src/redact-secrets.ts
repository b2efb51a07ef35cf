const REDACTED = '[redacted]';

/** Ends of names, without `-`, `_` and case, whose values are secret. `token` alone is one; `inputTokens` is not. */
const SECRET_ENDINGS = [
  'apikey',
  'apitoken',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'sessiontoken',
  'accesskey',
  'secretkey',
  'privatekey',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'authorization',
  'cookie',
  'credentials',
];

/** Keys that give themselves away by their form: those of model providers, GitHub, Slack and AWS, and bearer tokens. */
const SECRET_FORMS =
  /\b(?:sk-[\w-]{16,}|gsk_\w{16,}|AIza[\w-]{30,}|gh[opusr]_\w{16,}|github_pat_\w{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|Bearer\s+[\w.~+/-]{8,}=*)/g;

/** A member with a text in JSON, and the same within a text of JSON. */
const MEMBER = /("([^"\\\n]{1,64})"\s*:\s*)"(?:[^"\\]|\\[\s\S])*"/g;
const INNER_MEMBER = /(\\"([^"\\\n]{1,64})\\"\s*:\s*)\\"(?:(?!\\")[\s\S])*\\"/g;
/** Spares most texts the search. */
const HINT =
  /key|token|secret|passw|passphrase|auth|cookie|credential|bearer|sk-|gsk_|AIza|gh[opusr]_|github_pat|xox|AKIA/i;

/** Takes what must not be logged out of names and texts. */
export interface Redaction {
  /** Whether a member of that name holds a secret. */
  isSecret(name: string): boolean;
  /** The text without secrets: members of JSON in it, and keys of well-known form. */
  redactText(text: string): string;
}

/** @param names of further members that hold secrets, compared without `-`, `_` and case */
export function createRedaction(names: readonly string[] = []): Redaction {
  const more = new Set(names.map(plainName));
  const isSecret = (name: string): boolean => {
    const plain = plainName(name);
    return plain === 'token' || more.has(plain) || SECRET_ENDINGS.some((ending) => plain.endsWith(ending));
  };
  const redactMember = (whole: string, head: string, name: string): string => {
    if (!isSecret(name)) return whole;
    return head.startsWith('\\') ? `${head}\\"${REDACTED}\\"` : `${head}"${REDACTED}"`;
  };
  return {
    isSecret,
    redactText(text) {
      if (more.size === 0 && !HINT.test(text)) return text;
      return text
        .replace(MEMBER, redactMember)
        .replace(INNER_MEMBER, redactMember)
        .replace(SECRET_FORMS, REDACTED);
    },
  };
}

function plainName(name: string): string {
  return name.replace(/[-_\s.]/g, '').toLowerCase();
}
