import { readFileSync } from 'node:fs';
import path from 'node:path';
import { followProject } from './follow-project.js';
import { createTestProject } from './testing/test-project.test.support.js';

it('does not repeat what codegen guesses about decorators: the plugin compiles them, or reports those that stay', async () => {
  const project = createTestProject();
  const { extends: base } = JSON.parse(readFileSync(path.join(project.folder, 'tsconfig.json'), 'utf8'));
  const compilerOptions = { target: 'esnext', noEmit: false };
  project.write('tsconfig.json', JSON.stringify({ extends: base, compilerOptions, include: ['src'] }));
  project.write(
    'src/notes.ts',
    "import { tool } from 'toolwright';\nexport class Notes {\n  @tool list(): string[] { return []; }\n}\n",
  );
  const said: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (text) => said.push(String(text)) > 0;
  try {
    expect(await followProject({ cwd: project.folder }).update()).toMatchObject({ failure: undefined });
  } finally {
    process.stderr.write = write;
  }
  const place = path.relative(process.cwd(), path.join(project.folder, 'src/notes.ts')).replaceAll('\\', '/');
  expect(said.join('')).toContain(`${place}:3:9 - warning TW3002`);
  expect(said.join('')).toContain('  3 |   @tool list(): string[]');
  expect(said.join('')).not.toContain('TW1004');
});
