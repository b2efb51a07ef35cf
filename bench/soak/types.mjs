import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST = 'tools-codegen/src/lower/random-types';

/** Compares the schemas of random types with the compiler; false if they disagree without a documented reason. */
export function reportTypes({ count = 2_000, seed = Math.floor(Math.random() * 2 ** 32) }) {
  console.log(`${count} types; repeat them with --seed ${seed}`);
  const env = { ...process.env, RANDOM_TYPES: String(count), RANDOM_SEED: String(seed) };
  const child = spawn('npm', ['run', '-s', 'jest', '--', TEST], { cwd: ROOT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}
