/** Names of files in which people keep secrets, in lower case. Their contents never reach a model, tracked or not. */
const SECRET_NAMES: readonly RegExp[] = [
  // .env, .env.local, .env-prod, .envrc, prod.env, .env~
  /^\.env(rc)?([._~-].*)?$/,
  /\.env$/,
  // env.production
  /^env\.(local|prod(uction)?|staging|dev(elopment)?|test)$/,
  /^(rclone\.conf|auth\.json)$/,
  // Keys and key stores, also copies such as server.pem.bak
  /\.(pem|key|p8|p12|pkcs12|pfx|jks|keystore|bcfks|kdbx?|ppk|asc|gpg|pgp|keytab|agekey|ovpn|mobileprovision)(\.(bak|old|orig|save|txt)|~)?$/,
  /^[^/]+[_-](rsa|ed25519)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-](?!pub$).*)?$/,
  /^\.(npmrc|yarnrc|pypirc|netrc|pgpass|my\.cnf|htpasswd|git-credentials|dockercfg|dockerconfigjson|s3cfg|boto|terraformrc)$/,
  /^(_netrc|terraform\.rc|\.?vault[-_](pass(word)?|token)|wp-config\.php|local\.settings\.json)$/,
  /^([^/]*[._-])?(credentials?|secrets?|passwords?|passwd|rootkey|access-?keys?|api-?keys?|auth-?tokens?)(\.(json|ya?ml|toml|ini|txt|csv|properties|xml|conf|cfg|tfrc\.json))?$/,
  /^\.?token(\.txt)?$|^\.[^/]*[-_]token$/,
  /^(service-?account|client_?secrets?|[^/]*firebase-adminsdk|gha-creds).*\.json$/,
  /^([^/]*[._-])?kube[.-]?config(\.ya?ml)?$|\.kubeconfig$/,
  /\.tfvars(\.json)?$/,
  /\.tfstate(\..*)?$/,
  /^\.[a-z]+_history$/,
];

const SECRET_FOLDERS = /(^|\/)\.(envs|ssh|aws|azure|gnupg|kube|docker|config\/(gcloud|gh))\//;

/** Templates that are meant to be read. */
const EXAMPLE = /[._-](example|sample|template|dist)(\.[a-z]+)?$|^(example|sample|template)\.env$/;

/** Whether the name of a file suggests a secret, in upper or lower case. */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (EXAMPLE.test(name)) return false;
  return SECRET_FOLDERS.test(lower) || SECRET_NAMES.some((pattern) => pattern.test(name));
}
