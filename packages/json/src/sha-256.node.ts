import { builtInModule, ToolwrightError } from '@toolwright/contract';
import type { hmacSha256 as webHmac, sha256 as webSha } from './sha-256.js';

/** In place of `sha-256.ts` on Node.js, whose own functions are faster. They load a library of 10 ms, so they are looked up when needed. */
export const sha256: typeof webSha = (text) => nodeCrypto().createHash('sha256').update(text).digest('hex');

export const hmacSha256: typeof webHmac = (key, text) =>
  nodeCrypto().createHmac('sha256', key).update(text).digest('hex');

function nodeCrypto(): Pick<typeof import('node:crypto'), 'createHash' | 'createHmac'> {
  const crypto = builtInModule('crypto');
  if (crypto !== undefined) return crypto;
  throw new ToolwrightError('UNSUPPORTED', 'This program was built for Node.js, but does not run on it.', {
    blame: 'developer',
    hint: "Let the bundler resolve imports without the condition 'node'.",
  });
}
