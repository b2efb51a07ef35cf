import { createRedaction } from '@toolwright/redaction';
import type { CliIo } from '../cli-io.js';
import { printable } from './printable.js';

/** A message of a provider or a hook without secrets and without characters that control a terminal. */
export function redacted(text: string, { env }: Pick<CliIo, 'env'>): string {
  return printable(createRedaction({ env }).redact(text));
}
