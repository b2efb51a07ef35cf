/** The endings of secret names, in lower case and without separators. */
const SECRET_ENDINGS = [
  'apikey',
  'accesskey',
  'accountkey',
  'secretkey',
  'privatekey',
  'signingkey',
  'encryptionkey',
  'masterkey',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'authorization',
  'cookie',
  'credentials',
];

/** Matches names of tokens that are not secret, because they mark a position or the end of text. */
const PLAIN_TOKEN =
  /(?:next|previous|prev|page|continuation|cursor|sync|first|last|start|stop|end|eos|bos|pad|per)token$/;

/** Names that are secret only in the query of a signed URL. */
const QUERY_NAMES: ReadonlySet<string> = new Set([
  'key',
  'sig',
  'signature',
  'xamzsignature',
  'xamzcredential',
  'xgoogsignature',
]);

/** Whether a member, header or variable with this name contains a secret: `apiKey`, `OPENAI_API_KEY`, `Set-Cookie`, `token`. */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  if (plain.endsWith('token')) return !PLAIN_TOKEN.test(plain);
  return SECRET_ENDINGS.some((ending) => plain.endsWith(ending));
}

/** Like `isSecretName`, but for URL query parameters, where `key` and `sig` are also secret. */
export function isSecretParameter(name: string): boolean {
  return QUERY_NAMES.has(plainName(name)) || isSecretName(name);
}

/** Normalizes a name for comparison: lower case, without `-`, `_`, `.` and spaces. */
export function plainName(name: string): string {
  return name.replace(/[-_\s.]/g, '').toLowerCase();
}
