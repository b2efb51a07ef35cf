import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

it('completes every run exactly as expected, however many workers are killed and although PostgreSQL restarts, or says that PostgreSQL is missing', async () => {
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [program, '30', '3', '1000'], { timeout: 300_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
  if (output.includes('SKIPPED')) process.stderr.write(output);
  else {
    expect(output).toMatch(/^killed worker \d+$/m);
    expect(output).toContain('restarted PostgreSQL, which was down for 3 s');
    expect(output).toContain('30 charges for 30 orders; 0 orders went wrong.');
  }
});
