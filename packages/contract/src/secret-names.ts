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
  'keybase',
];

/** What people have passwords of. After one of these words, `pass` and `pwd` are passwords whatever their value is. */
const OWNED_PASS =
  /(?:db|database|mysql|mariadb|postgres|pg|sql|oracle|mongo|redis|ldap|smtp|imap|pop3?|mail|email|ftp|sftp|ssh|sudo|root|admin|user|login|auth|api|app|proxy|http|rpc|vnc|vpn|wifi|keystore|truststore|cert)(?:pass|pwd)$/;
/** Names that are secret if their value looks generated: words that also have other meanings. */
const DOUBTFUL =
  /(?:^|[_\-.\s])(?:[Pp]ass|PASS|[Pp]wd|PWD|[Kk]ey|KEY)$|[a-z\d](?:Pass|PASS|Pwd|PWD|Key|KEY)$/;
/** Keys by which something is found, sorted or shared. */
const PLAIN_KEY =
  /(?:primary|foreign|unique|cache|object|storage|s3|partition|sort|group|index|idempotency|dedupe|translation|i18n|message|react|map|row|node|query|hash|public|routing|lookup|shortcut|hot)key$/;

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
  return SECRET_ENDINGS.some((ending) => plain.endsWith(ending)) || OWNED_PASS.test(plain);
}

/** Whether the value of a member with this name decides whether it is secret. */
export function mayBeSecretName(name: string): boolean {
  return DOUBTFUL.test(name);
}

/**
 * Whether a member with this name and this value contains a secret. Unlike `isSecretName`, looks at the value of names with several
 * meanings: `pass`, `backupPwd` and `jwtKey` are secret if their value looks generated.
 */
export function isSecretMember(name: string, value: string): boolean {
  if (isSecretName(name)) return true;
  if (!mayBeSecretName(name)) return false;
  const plain = plainName(name);
  if (plain.endsWith('key')) return plain !== 'key' && !PLAIN_KEY.test(plain) && GENERATED_KEY.test(value);
  return GENERATED_PASS.test(value);
}

/** Letters and digits without a path, an expression or spaces. */
const GENERATED_PASS = /^(?=\D{0,100}\d)(?=[^A-Za-z]{0,100}[A-Za-z])(?![/~.$])[^\s/\\()[\]{}<>]{8,200}$/;
/** 32 or more hexadecimal digits, or 24 or more letters of both cases and digits. */
const GENERATED_KEY =
  /^(?:[\dA-Fa-f]{32,128}|(?=[^A-Z]{0,128}[A-Z])(?=[^a-z]{0,128}[a-z])(?=\D{0,128}\d)[A-Za-z\d+/]{24,256}={0,2})$/;

/** Like `isSecretName`, but for URL query parameters, where `key` and `sig` are also secret. */
export function isSecretParameter(name: string): boolean {
  return QUERY_NAMES.has(plainName(name)) || isSecretName(name);
}

/** Normalizes a name for comparison: lower case, without `-`, `_`, `.` and spaces. */
export function plainName(name: string): string {
  return name.replace(/[-_\s.]/g, '').toLowerCase();
}
