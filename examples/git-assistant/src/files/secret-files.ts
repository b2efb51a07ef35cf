/** Names under which people keep secrets. Their contents never reach a model, tracked or not. */
const SECRET_NAMES: readonly RegExp[] = [
  /^\.env(\..+)?$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^\.(npmrc|yarnrc|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg)$/,
  /^_netrc$/,
  /^(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|properties))?$/,
  /^(service-?account|client_secret).*\.json$/,
  /\.tfvars(\.json)?$/,
  /\.tfstate(\.backup)?$/,
];

const SECRET_FOLDERS = /(^|\/)\.(ssh|aws|gnupg|kube|docker)\//;

/** Templates that are there to be read. */
const EXAMPLE = /\.(example|sample|template|dist)$/;

/** Whether a file is taken for a secret because of its name; names of any case count. */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (EXAMPLE.test(name)) return false;
  return SECRET_FOLDERS.test(lower) || SECRET_NAMES.some((pattern) => pattern.test(name));
}
