import type { CommandContext } from '../../command-context.js';
import { withStore } from './with-store.js';

/** Prints one record per line: `{ seq, at, record }`. */
export async function exportSession(
  id: string,
  { store: file }: { readonly store: string },
  { io }: CommandContext,
): Promise<void> {
  const records = await withStore(file, io.cwd, (store) => store.read(id));
  for (const record of records) io.stdout.write(`${JSON.stringify(record)}\n`);
}
