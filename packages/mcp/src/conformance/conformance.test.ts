/** A small part of the official conformance suite; `node scripts/mcp-conformance.mjs` runs all of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../../scripts/mcp-conformance.mjs', import.meta.url));

async function run(side: 'server' | 'client', scenario: string): Promise<string> {
  const child = spawn(process.execPath, [script, side, scenario], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return output;
}

it('accepts our server and our client, and fails for a broken one', async () => {
  const outputs = await Promise.all([
    run('server', 'tools-call-with-progress'),
    run('client', 'auth/scope-step-up'),
    run('server', 'no-such-scenario'),
  ]);
  expect(outputs.map((output) => output.trim().split('\n').at(-1))).toEqual([
    '1 passed, 0 failed, 0 skipped',
    '1 passed, 0 failed, 0 skipped',
    '0 passed, 1 failed, 0 skipped',
  ]);
});
