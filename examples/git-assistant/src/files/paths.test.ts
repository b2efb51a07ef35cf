import { posix } from 'node:path';
import fc from 'fast-check';
import { repositoryPath } from './repository-path.js';
import { isSecretPath } from './secret-files.js';

describe('a path from a model', () => {
  const part = fc.constantFrom('a', 'b c', '..', '.', '', '.git', '.gitignore', '.Git', 'x.ts');
  const given = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/'));

  it('stays within the repository, or is refused', () => {
    fc.assert(
      fc.property(given, (text) => {
        let path: string;
        try {
          path = repositoryPath(text);
        } catch {
          const plain = posix.normalize(`/r/o/o/t/${text}`);
          const outside = text.startsWith('/') || leaves(text);
          expect(outside || /(^|\/)\.git(\/|$)/i.test(plain)).toBe(true);
          return;
        }
        expect(posix.join('/root', path)).toBe(posix.join('/root', text).replace(/(?!^)\/$/, ''));
        expect(path).not.toMatch(/(^|\/)(\.git|\.\.)(\/|$)/i);
      }),
    );
  });

  it('is refused if it is absolute on any operating system, or contains a NUL', () => {
    for (const path of [
      '/etc/passwd',
      '\\\\host\\share',
      'C:\\x',
      'c:/x',
      'a\0b',
      '.git./config',
      '.GIT /x',
    ]) {
      expect(() => repositoryPath(path)).toThrow('The path');
    }
  });
});

/** Whether a path goes above its start at any point. */
function leaves(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

describe('a secret', () => {
  it.each([
    '.env',
    'app/.env.production',
    '.ENV',
    'certs/server.pem',
    'id_ed25519',
    '.ssh/config',
    '.aws/credentials',
    'secrets.yaml',
    'prod.tfvars',
    '.npmrc',
    'service-account-1.json',
    '.envrc',
    '.env-prod',
    '.env~',
    'deploy/prod.env',
    'kubeconfig',
    'staging.kubeconfig',
    'AuthKey_1.p8',
    'credentials.csv',
    'aws_credentials.csv',
    'my-secrets.yml',
    'passwords.txt',
    'rootkey.csv',
    'server.pem.bak',
    'id_rsa.old',
    '.vault-token',
    'credentials.tfrc.json',
    'terraform.tfstate.1700000000.backup',
    '.bash_history',
    '.config/gcloud/application_default_credentials.json',
    'env.production',
    'kube.config',
    'deploy_rsa',
    'key.pem.txt',
    'rclone.conf',
    'auth.json',
    '.envs/.production/.django',
  ])('is %s', (path) => expect(isSecretPath(path)).toBe(true));

  it.each([
    'id_rsa.pub',
    'prod.env.example',
    'secrets.template.yaml',
    'src/credentials.ts',
    'docs/secrets.md',
    'src/token.ts',
    'vite-env.d.ts',
    '.env.example',
    'src/env.ts',
    'environment.md',
    'keys.ts',
    'src/secrets/index.ts',
    'monkey.ts',
  ])('is not %s', (path) => expect(isSecretPath(path)).toBe(false));
});
