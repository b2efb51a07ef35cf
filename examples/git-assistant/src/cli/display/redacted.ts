import { createRedaction } from '@toolwright/contract';
import type { CliIo } from '../cli-io.js';
import { printable } from './printable.js';

/** What others have said of a failure, such as a provider or a hook, without secrets and without what would steer a terminal. */
export function redacted(text: string, { env }: Pick<CliIo, 'env'>): string {
  return printable(createRedaction({ env }).redact(text));
}
