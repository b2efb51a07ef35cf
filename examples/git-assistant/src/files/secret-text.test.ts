import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from '../tools/core-tools.js';
import { withholdInPatch, withholdSecrets, withholdTokens } from './secret-text.js';

// In pieces, so that this file itself contains no secret.
const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`;
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const PEM = [`-----BEGIN ${'PRIVATE'} KEY-----`, ...Array(20).fill(BODY), `-----END ${'PRIVATE'} KEY-----`];

const repository = createRepository({
  'src/client.ts': `// needle\nconst client = connect('${TOKEN}'); // needle\nexport const after = 1;\n`,
  'src/key.ts': ['const key = `', ...PEM, '`; // needle', 'export const after = 2;', ''].join('\n'),
  'README.md': `# Use\n\nThe token is ${TOKEN}.\n`,
});
beforeAll(() => {
  repository.write('src/key.ts', 'export const gone = 1;\n');
  repository.write('src/client.ts', `const other = connect('${TOKEN}x'); // needle\n`);
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '-m', `Replace ${TOKEN}`);
});
afterAll(() => repository.dispose());

// G4
describe('a secret in a file of any name', () => {
  it('is shown by no tool, in neither direction of a diff', async () => {
    const core = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
    const results = [
      await core.call('fileRead', { path: 'src/client.ts' }),
      await core.call('gitShow', { revision: 'HEAD' }),
      await core.call('gitShow', { revision: 'HEAD~1' }),
      await core.call('gitDiff', { range: { of: 'commits', base: 'HEAD~1', head: 'HEAD' } }),
      await core.call('gitLog', {}),
      await core.call('gitBlame', { path: 'src/client.ts' }),
      // Begins in the middle of the key, where the text no longer looks like one.
      await core.call('gitBlame', { path: 'src/key.ts', revision: 'HEAD~1', firstLine: 10, lines: 5 }),
      await core.call('codeSearch', { query: 'needle' }),
      await core.call('projectDocs', { question: 'token' }),
    ];
    const said = JSON.stringify(results);
    expect(said).not.toContain(TOKEN);
    expect(said).not.toContain(BODY);
    expect(said).toContain('[redacted]');
    expect(said).toContain('export const after = 2;');
  });
});

describe('lines with a secret', () => {
  it('keep their numbers if a secret spans several lines', () => {
    const lines = ['one', ...PEM, 'two'];
    expect(withholdSecrets(lines)).toEqual(['one', ...PEM.map(() => '[redacted]'), 'two']);
    const patch = ['@@ -1,3 +1,3 @@', ' one', ...PEM.map((line) => `-${line}`), '+two', ''].join('\n');
    const shown = withholdInPatch(patch);
    expect(shown).not.toContain(BODY);
    expect(shown.split('\n')).toHaveLength(patch.split('\n').length);
    expect(shown).toContain('\n+two\n');
  });

  it('between two secrets stay, because removing them could hide a change', () => {
    const lines = [`const a = '${TOKEN}';`, 'seen();', ...PEM, 'seen();', `const b = '${TOKEN}';`];
    expect(withholdSecrets(lines)).toEqual([
      "const a = '[redacted]';",
      'seen();',
      ...PEM.map(() => '[redacted]'),
      'seen();',
      "const b = '[redacted]';",
    ]);
  });

  it.each(['# ', '// ', ' * ', '> '])('do not show a key in a comment: %j', (sign) => {
    const said = withholdSecrets(['one();', ...PEM.map((line) => sign + line), 'two();']);
    expect(said.join()).not.toContain(BODY);
    expect([said[0], said.at(-1)]).toEqual(['one();', 'two();']);
  });

  it('stay unchanged without a secret', () => {
    const lines = ['const a = 1;', '', 'ü\t'];
    expect(withholdSecrets(lines)).toBe(lines);
  });
});

describe('a name', () => {
  it.each([
    [`fix/${TOKEN}`, 'fix/[token withheld]'],
    [`src/${TOKEN}.txt`, 'src/[token withheld].txt'],
    [`{"path":"${TOKEN}/a.ts"}`, '{"path":"[token withheld]/a.ts"}'],
  ])('loses a token: %s', (name, shown) => expect(withholdTokens(name)).toBe(shown));

  it.each([
    'fix/sk-learn-pipeline-for-models',
    'src/re_render_component.ts',
    'password=Sup3rS3cret9.txt',
    'key-value',
  ])('without a token stays usable: %s', (name) => expect(withholdTokens(name)).toBe(name));
});
