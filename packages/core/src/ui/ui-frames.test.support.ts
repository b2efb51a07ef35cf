import { EventSchema } from '@ag-ui/core/schemas';
import { readUIMessageStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import { collect } from '../run/collect.test.support.js';
import type { RunStream } from '../run/stream/run-stream.js';
import { toUIResponse, type UIProtocol } from './to-ui-stream.js';
import type { UIStreamOptions } from './ui-encoder.js';

/** Returns the data of all frames. */
export async function framesOf(
  run: RunStream,
  protocol: UIProtocol,
  options?: UIStreamOptions,
): Promise<string[]> {
  const text = await toUIResponse(run, protocol, { runId: 'r', ...options }).text();
  const frames = text.split('\n\n');
  expect(frames.pop()).toBe('');
  expect(frames.length).toBeGreaterThan(0);
  // Checks frames one by one, because a pattern for the whole text would overflow the stack.
  for (const frame of frames) expect(frame).toMatch(/^data: [^\n]+$/);
  return frames.map((frame) => frame.replace('data: ', ''));
}

/** Returns the events, validated by the protocol's schemas. */
export async function agUi(run: RunStream, options?: UIStreamOptions) {
  const frames = (await framesOf(run, 'ag-ui', options)).map((frame) => JSON.parse(frame));
  // The protocol's schemas keep unknown members, so their output equals the frame.
  return frames.map((frame) => {
    expect(EventSchema.parse(frame)).toEqual(frame);
    return frame;
  });
}

/** Returns the chunks, validated by the AI SDK. */
export async function chunksOf(run: RunStream, options?: UIStreamOptions): Promise<UIMessageChunk[]> {
  const frames = await framesOf(run, 'ai-sdk', options);
  expect(frames.at(-1)).toBe('[DONE]');
  return Promise.all(
    frames.slice(0, -1).map(async (frame) => {
      const checked = await uiMessageChunkSchema().validate?.(JSON.parse(frame));
      if (!checked?.success) throw new Error(`Not a chunk: ${frame}`);
      return checked.value;
    }),
  );
}

/** Returns the message that the AI SDK creates from the chunks. */
export async function messageOf(chunks: readonly UIMessageChunk[], message?: UIMessage) {
  const stream = ReadableStream.from(chunks);
  const goesOn = message && { message };
  return (await collect(readUIMessageStream({ stream, terminateOnError: true, ...goesOn }))).at(-1);
}
