import { Buffer } from 'node:buffer';
import type { Message, ToolSpec } from '@toolwright/contract';
import * as fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { maskMessages, maskOutcome, maskSecretsIn, maskTools } from './mask-messages.js';
import { allowEnvironmentKeys, maskSecrets, SecretMask } from './mask-secrets.js';

const names: string[] = [];

function set(name: string, value: string): string {
  names.push(name);
  process.env[name] = value;
  return value;
}

afterEach(() => {
  for (const name of names.splice(0)) delete process.env[name];
});

/** A key of GitHub's form that no other test uses. */
function key(seed: string): string {
  return `ghp_${seed}A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6`;
}

// G4
describe('keys in the environment', () => {
  it('are masked in every written form, though nobody declared them', () => {
    const text = set('DEPLOY_A', key('a'));
    expect(maskSecrets(`pushed with ${text}.`)).toBe('pushed with [secret].');
    const forms = [
      JSON.stringify(JSON.stringify({ text })),
      encodeURIComponent(text),
      Buffer.from(`me:${text}`).toString('base64'),
      Buffer.from(text).toString('hex'),
    ];
    for (const form of forms) expect(maskSecrets(form)).toContain('[secret]');
  });

  it.each([
    ['a key of Slack', 'xoxb-1234567890-AbCdEfGhIj'],
    ['a JSON Web Token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN'],
    [
      'a private key',
      `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkq'.repeat(4)}\n-----END PRIVATE KEY-----`,
    ],
    ['the header of a request', 'abcDEF123456ghiJKL'],
    ['the password of an address', 'S3cretPassw0rd'],
  ])('are known by their form: %s', (what, text) => {
    const value =
      what === 'the header of a request'
        ? `Bearer ${text}`
        : what === 'the password of an address'
          ? `postgres://app:${text}@localhost/app`
          : text;
    set('DEPLOY_FORM', value);
    expect(maskSecretsIn({ shown: value }).shown).toContain('[secret]');
    expect(maskSecrets(`It is ${text} here`)).toBe('It is [secret] here');
  });

  it('leave ordinary words, and hide a password that is one only beside its user', () => {
    set('DEPLOY_WORDS', 'postgres://postgres:postgres@localhost/app');
    set('DEPLOY_PLAIN', 'correct horse battery staple');
    set('DEPLOY_PATH', '/usr/local/sk-tools/bin:/task-runner-12345678');
    const text = 'postgres correct horse battery staple /usr/local/sk-tools/bin:/task-runner-12345678';
    expect(maskSecrets(text)).toBe(text);
    expect(maskSecrets('url postgres://postgres:postgres@localhost/app')).toBe(
      'url postgres://[secret]localhost/app',
    );
  });

  it('count from the first text that shows them, whenever they were set', () => {
    expect(maskSecrets('nothing yet')).toBe('nothing yet');
    for (const seed of ['b', 'c', 'd']) {
      const text = set(`DEPLOY_${seed}`, key(seed));
      expect(maskOutcome({ result: { deep: [{ [text]: text }] }, error: null }).result).toEqual({
        deep: [{ '[secret]': '[secret]' }],
      });
    }
    // The same variable with another value: the earlier key may still be in use.
    const [before, after] = [key('b'), set('DEPLOY_b', key('e'))];
    expect(maskSecrets(`${before} ${after}`)).toBe('[secret] [secret]');
  });

  it('count in errors, in messages that were clean before, and in large values', () => {
    const message: Message = Object.freeze({ role: 'user', content: `about ${key('f')}` });
    expect(maskMessages([message])[0]).toBe(message);
    const text = set('DEPLOY_F', key('f'));
    expect(maskOutcome({ result: null, error: `no ${text}` }).error).toBe('no [secret]');
    expect(maskMessages([message])[0]?.content).toBe('about [secret]');
    const large = set('DEPLOY_G', key('g'));
    const rows = Array.from({ length: 1_000 }, (_, row) => ({ row, name: `name ${row}` }));
    expect(JSON.stringify(maskSecretsIn([...rows, { large }]))).not.toContain(large);
  });

  it('are masked in a text that arrives in pieces, like a declared secret', () => {
    const text = set('DEPLOY_H', key('h'));
    expect(maskSecrets(text)).toBe('[secret]');
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 30 }), (sizes) => {
        const mask = new SecretMask();
        const whole = `before ${text} after`;
        let [shown, at] = ['', 0];
        for (const size of sizes) {
          shown += mask.push(whole.slice(at, at + size));
          at += size;
        }
        expect(shown + mask.push(whole.slice(at)) + mask.end()).toBe('before [secret] after');
      }),
    );
  });

  it('can be allowed by name, unless another variable holds the same key', () => {
    const shared = set('DEPLOY_I', key('i'));
    set('DEPLOY_J', shared);
    expect(maskSecrets(shared)).toBe('[secret]');
    allowEnvironmentKeys('DEPLOY_I');
    expect(maskSecrets(shared)).toBe('[secret]');
    allowEnvironmentKeys('DEPLOY_J', 'DEPLOY_J');
    expect(maskSecrets(shared)).toBe(shared);
    allowEnvironmentKeys('DEPLOY_K');
    expect(maskSecrets(set('DEPLOY_K', key('k')))).toBe(key('k'));
  });

  it('cost time in proportion to the value, also where every text looks like a key', async () => {
    const texts = (size: number) => Array.from({ length: size }, (_, place) => `sk-A1b2C3d4E5f6${place}`);
    expect(await growth((size) => maskSecretsIn(texts(size)), [5_000, 20_000, 80_000])).toBe('linear');
  });

  it('end a search in a value that holds itself', () => {
    const value: Record<string, unknown> = { a: [1] };
    value.self = [value, value];
    expect(maskSecretsIn(value)).toBe(value);
    const only: Record<string, unknown> = {};
    only.self = only;
    expect(maskSecretsIn(only)).toBe(only);
  });

  it('are masked in the definitions of tools, also after they have become known', () => {
    const late = key('z');
    const spec = (text: string): ToolSpec => ({
      name: 'fetch',
      description: `Calls with ${text}.`,
      parameters: { type: 'object', properties: { token: { type: 'string', default: text } } },
      annotations: {},
      source: { file: 'a.ts', line: 1 },
    });
    const [plain, held] = [spec('a token'), spec(late)];
    const tools = [plain, held];
    expect(maskTools(tools)).toBe(tools);
    set('DEPLOY_LATE', late);
    expect(maskSecrets(late)).toBe('[secret]');
    expect(maskTools(tools)).toEqual([plain, spec('[secret]')]);
    expect(maskTools(tools)[1]).toBe(maskTools(tools)[1]);
    expect(maskTools([plain])[0]).toBe(plain);
  });
});
