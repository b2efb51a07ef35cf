import {
  type AgentEvent,
  checkOptions,
  optionsOf,
  randomUuid,
  type ToolwrightError,
} from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';
import type { OutputUpdate } from '../output/partial/output-updates.js';
import type { RunStream } from '../run/stream/run-stream.js';
import { AgUiEncoder } from './ag-ui-encoder.js';
import { AiSdkEncoder } from './ai-sdk-encoder.js';
import { isOutputUpdate, ShownOutputs } from './shown-outputs.js';
import { shownValue, type UIEncoder, type UIStreamOptions } from './ui-encoder.js';

/** A protocol between an agent and a user interface: AG-UI, or the AI SDK's UI message stream. */
export type UIProtocol = 'ag-ui' | 'ai-sdk';

/**
 * Returns a run as server-sent events for a user interface. The run starts when the stream is read, waits for its reader, and is
 * aborted if the reader cancels the stream. Error details are only shown if `showError` returns them.
 * @throws ToolwrightError `USAGE` if the run is already being read
 */
export function toUIStream(
  run: RunStream,
  protocol: UIProtocol,
  options: UIStreamOptions = {},
): ReadableStream<Uint8Array> {
  return streamFrames(run, createEncoder(protocol, options), options);
}

/** Returns the same stream as a response with the headers of the protocol. */
export function toUIResponse(run: RunStream, protocol: UIProtocol, options: UIStreamOptions = {}): Response {
  const encoder = createEncoder(protocol, options);
  return new Response(streamFrames(run, encoder, options), { headers: { ...HEADERS, ...encoder.headers } });
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // Prevents proxies such as nginx from buffering the whole response.
  'x-accel-buffering': 'no',
};

const OPTIONS = optionsOf<UIStreamOptions>()({
  'a function': 'show showPartialOutput showError',
  'a string': 'runId threadId',
});

function createEncoder(protocol: UIProtocol, options: UIStreamOptions): UIEncoder {
  checkOptions(options, OPTIONS, 'toUIStream');
  const runId = options.runId ?? randomUuid();
  if (protocol === 'ag-ui') return new AgUiEncoder(runId, options);
  if (protocol === 'ai-sdk') return new AiSdkEncoder(runId, options);
  throw unknownProtocol(protocol);
}

/** Creates the error for a name that only a program without types can give. */
export function unknownProtocol(name: unknown): ToolwrightError {
  return invalidConfig(`'${String(name)}' is not a known protocol.`, "Use 'ag-ui' or 'ai-sdk'.");
}

function streamFrames(
  run: RunStream,
  encoder: UIEncoder,
  { show = (event) => event, showPartialOutput }: UIStreamOptions,
): ReadableStream<Uint8Array> {
  const outputs = new ShownOutputs(encoder, showPartialOutput);
  const shown = showPartialOutput === undefined ? run.shownEvents : run.shownEventsAndOutput;
  const events: AsyncIterator<AgentEvent | OutputUpdate> = shown[Symbol.asyncIterator]();
  const bytes = new TextEncoder();
  let isLeft = false;
  let hasEnded = false;
  const encode = (event: AgentEvent): readonly object[] => {
    if (event.type !== 'run-end') return encoder.encode(event);
    hasEnded = true;
    return [...outputs.retract(), ...encoder.encode(withOutputJson(event, run))];
  };
  const next = async (): Promise<{ readonly datas: string[]; readonly done: boolean }> => {
    try {
      const { done = false, value } = await events.next();
      if (!done && isOutputUpdate(value)) return { datas: write(outputs.encode(value)), done };
      // A page shows the call of the program, and what it returned.
      const event = done || isInner(value) ? undefined : show(value);
      return { datas: event === undefined ? [] : write(encode(event)), done };
    } catch (error) {
      // After an error in `show` or `showPartialOutput`, the run is still in progress and must be ended.
      void events.return?.();
      // A run that throws may already have sent its end, and the protocols allow only one.
      return { datas: hasEnded ? [] : write([...outputs.retract(), ...encoder.fail(error)]), done: true };
    }
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let step = await next();
    while (step.datas.length === 0 && !step.done) step = await next();
    if (isLeft) return;
    const { datas, done } = step;
    if (done && encoder.last !== undefined) datas.push(encoder.last);
    if (datas.length > 0) controller.enqueue(bytes.encode(datas.map((data) => `data: ${data}\n\n`).join('')));
    if (done) controller.close();
  };
  const cancel = async (): Promise<void> => {
    isLeft = true;
    await events.return?.();
  };
  // Disables read-ahead, so that the run waits for its reader.
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** Whether an event is about a call that the tool of another call makes. */
function isInner(event: AgentEvent): boolean {
  return 'parentCallId' in event && event.parentCallId !== undefined;
}

function write(frames: readonly object[]): string[] {
  return frames.map((frame) => JSON.stringify(frame));
}

type RunEndEvent = Extract<AgentEvent, { type: 'run-end' }>;

/** Encodes the output with its codecs, because JSON cannot represent values such as a `Map` or a `bigint`. */
function withOutputJson(event: RunEndEvent, run: RunStream): RunEndEvent {
  if (event.result.output === undefined) return event;
  return { ...event, result: { ...event.result, output: shownValue(run.toOutputJson(event.result.output)) } };
}
