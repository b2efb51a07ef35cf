import { ToolwrightError } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import { withStore } from './with-store.js';

/** @throws ToolwrightError `UNKNOWN_SESSION`; `SESSION_BUSY` where somebody writes to it */
export async function deleteSession(
  id: string,
  { store: file }: { readonly store: string },
  { io }: CommandContext,
): Promise<void> {
  await withStore(file, io.cwd, async (store) => {
    if ((await store.find(id)) === undefined) throw unknown(id);
    await store.delete(id);
  });
  io.stderr.write(`Deleted ${id}.\n`);
}

function unknown(id: string): ToolwrightError {
  return new ToolwrightError('UNKNOWN_SESSION', `There is no session '${id}'.`, {
    blame: 'user',
    hint: 'Run `toolwright sessions list`.',
  });
}
