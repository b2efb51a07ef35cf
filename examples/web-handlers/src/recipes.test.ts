// M7
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The recipes have a real model, and a server of their own. */
const DIFFERENT = ['src/model.ts', 'src/main.ts', 'src/try.ts'];

it.each(['hono-and-express', 'nextjs', 'react'])('the recipe %s shows the files of this example', (name) => {
  const page = readFileSync(here(`../../../docs/recipes/${name}.md`), 'utf8');
  const blocks = [...page.matchAll(/^```tsx?\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm)];
  const same = blocks.filter(([, file = '']) => !DIFFERENT.includes(file));
  expect(same.length).toBeGreaterThan(1);
  for (const [, file = '', text = ''] of same) {
    const path = here(`../${file}`);
    // Turbopack needs the extension of the source.
    const shown = text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
    expect([file, existsSync(path) ? readFileSync(path, 'utf8') : undefined]).toEqual([file, shown]);
  }
});
