import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@toolwright/contract';
import { ToolwrightError } from 'toolwright';
import { readPlainFile } from '../../files/plain-file.js';
import type { CliIo } from '../cli-io.js';

/**
 * Opens a text in the user's editor, `$VISUAL` or `$EDITOR`, and resolves to the text after the editor has ended. An editor that the
 * repository configures is never started.
 * @throws ToolwrightError `USAGE` without an editor, `TOOL_FAILED` if it fails
 */
export async function editText(
  text: string,
  { env, stdout }: Pick<CliIo, 'env' | 'stdout'>,
): Promise<string> {
  const editor = env.VISUAL?.trim() || env.EDITOR?.trim();
  if (!editor) {
    throw new ToolwrightError('USAGE', 'No editor is set.', {
      blame: 'user',
      hint: 'Put its name into the variable VISUAL or EDITOR.',
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'git-assistant-'));
  // Editors recognise a commit message by this name.
  const file = join(folder, 'COMMIT_EDITMSG');
  try {
    await writeFile(file, text, { mode: 0o600 });
    await runEditor(editor, file, env, stdout.isTTY === true);
    return (await readEdited(file)).replaceAll('\r\n', '\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readEdited(file: string): Promise<string> {
  try {
    return await readPlainFile(file);
  } catch (cause) {
    throw new ToolwrightError('TOOL_FAILED', `The edited message cannot be read. ${errorMessage(cause)}`, {
      blame: 'user',
      cause,
    });
  }
}

/**
 * Uses a shell, as git does, because the variable may contain arguments. The variable is the user's own; the file is passed as a separate
 * argument.
 */
function runEditor(editor: string, file: string, env: NodeJS.ProcessEnv, onTerminal: boolean): Promise<void> {
  const child = spawn('sh', ['-c', `${editor} "$@"`, editor, file], {
    env,
    stdio: ['inherit', onTerminal ? 'inherit' : process.stderr, 'inherit'],
  });
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) =>
      reject(
        new ToolwrightError('TOOL_FAILED', `The editor "${editor}" ${reason}.`, { blame: 'user', cause }),
      );
    child.once('error', (cause) => fail('cannot be started', cause));
    child.once('close', (code) => (code === 0 ? resolve() : fail(`ended with exit code ${code}`)));
  });
}
