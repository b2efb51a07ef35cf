import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A suite has looked at its standard input, which is a pipe. Its process has imported packages before, so that Node knows some folders. */
const program = (setUp: string): string => `
import { fstatSync } from 'node:fs';
import Environment from './jest-environment.mjs';
await import('zod');
fstatSync(0);
${setUp}
await import('fast-check');
`;

function run(setUp: string) {
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program(setUp)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    input: '',
    encoding: 'utf8',
  });
}

describe('the process of a suite', () => {
  it('loads packages after a suite that looked at a pipe', () => {
    expect(run('new Environment().setup();')).toMatchObject({ status: 0, stderr: '' });
  });

  // L5
  it('keeps no listener of a suite, such as one that ends the process when Jest replaces it', () => {
    const setUp = `
process.on('SIGTERM', function own() {});
const environment = new Environment();
environment.setup();
await import('../packages/evals/node_modules/@openai/agents/dist/index.mjs');
const count = () => process.listenerCount('SIGTERM') + process.listenerCount('unhandledRejection');
const during = count();
environment.teardown();
console.log(during, count(), process.listeners('SIGTERM')[0].name);
`;
    expect(run(setUp)).toMatchObject({ status: 0, stdout: '3 1 own\n', stderr: '' });
  });
});
