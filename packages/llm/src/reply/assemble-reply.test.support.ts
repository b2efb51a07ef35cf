import type { LLMResponse } from '@toolwright/contract';
import { decodeWhole } from './read-reply.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { StreamAssembler } from './stream-assembler.js';

/** Decodes a parsed body in one piece into a response. */
export function assembleReply(body: unknown, decoder: ReplyDecoder): LLMResponse {
  const assembler = new StreamAssembler();
  for (const delta of decodeWhole(body, decoder)) assembler.add(delta);
  return assembler.finish();
}
