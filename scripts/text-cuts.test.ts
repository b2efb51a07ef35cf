import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packages } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A text that is cut by hand to a number of characters and shown with a mark. */
const BY_HAND = /\.(?:slice\((?:0|-)[^()\n]*\)|substring\([^()\n]*\)|substr\([^()\n]*\))\}? ?(?:…|\[…\])/;

describe('packages and examples', () => {
  const examples = readdirSync(join(root, 'examples')).map((name) => join('examples', name));
  const folders = [...packages(), ...examples].filter((folder) => existsSync(join(root, folder, 'src')));
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => join(folder, 'src', file)),
  );

  it('cut texts only with textStart, textEnd and shortenText, which never split a character', () => {
    expect(files.length).toBeGreaterThan(300);
    const found = files.filter((file) => BY_HAND.test(readFileSync(join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });
});
