import { createWriteStream, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'toolwright';
import { createJsonLogger } from 'toolwright/logging';

/** Below the folder of the example, which is above that of this module. */
export const LOG_FILE = 'node_modules/.cache/toolwright/quickstart.jsonl';

/** A logger that writes the events of this start to a file, for `toolwright dev` and `toolwright runs`. */
export function keepLog(): { readonly logger: Logger; close(): Promise<void> } {
  const file = fileURLToPath(new URL(`../${LOG_FILE}`, import.meta.url));
  mkdirSync(new URL('./', new URL(`../${LOG_FILE}`, import.meta.url)), { recursive: true });
  const stream = createWriteStream(file);
  return {
    logger: createJsonLogger({ stream }),
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}
