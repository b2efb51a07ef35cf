import { spawn } from 'node:child_process';

export interface ShellResult {
  readonly code: number | null;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
}

/**
 * Runs a shell script in the environment of a newcomer. The script stops at the first command that fails.
 * @param env added to the environment
 */
export function runShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ShellResult> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['-e', '-c', script], {
    cwd,
    env: { PATH, HOME, NO_COLOR: '1', ...NPM, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const LIMIT_MS = 540_000;

/** Retries a request that hangs, instead of waiting for npm's default of five minutes. */
const NPM = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_fetch_timeout: '30000',
  npm_config_fetch_retries: '5',
};
