import type { MessagePort } from 'node:worker_threads';
import type { QuickJSHandle, QuickJSSyncVariant } from 'quickjs-emscripten-core';

type Core = typeof import('quickjs-emscripten-core');

/** Starts a program in an idle worker. */
export interface StartMessage {
  readonly type: 'start';
  readonly code: string;
  /** See `GuestConfig`. */
  readonly config: string;
  readonly memoryMb: number;
  readonly cpuMs: number;
  readonly calls: number;
  readonly values: number;
  readonly output: number;
  readonly logs: number;
}

/** Answers the calls of the program. Each answer is JSON; see `Guest`. */
export interface AnswerMessage {
  readonly type: 'answer';
  readonly answers: readonly string[];
}

/** A call that leaves the sandbox. */
export interface SentCall {
  readonly id: number;
  readonly name: string;
  /** JSON; see `toWire`. */
  readonly args: string;
}

/** What the worker answers to each message. */
export type WorkerStep = { readonly logs: readonly string[]; readonly lost: number } & (
  | { readonly type: 'calls'; readonly calls: readonly SentCall[] }
  | { readonly type: 'returned'; readonly value: string; readonly store: string }
  | { readonly type: 'thrown' | 'crashed'; readonly message: string }
  | { readonly type: 'stuck' }
  | { readonly type: 'limit'; readonly limit: 'memoryMb' | 'cpuMs' | 'calls' | 'values' | 'output' }
);

export interface WorkerData {
  /** The paths of the packages. */
  readonly core: string;
  readonly variant: string;
  /** The source of `installGuest`. */
  readonly guest: string;
  /** The compiled engine. */
  readonly wasm: object;
}

/**
 * The program of a worker: executes one program after another, each in an engine and a memory of its own. It is sent as text, so it must not
 * refer to anything outside itself.
 */
export function sandboxWorker(
  load: (path: string) => unknown,
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  { core, variant, guest: guestText, wasm }: WorkerData,
): void {
  const { Memory } = (
    globalThis as unknown as {
      readonly WebAssembly: {
        readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
      };
    }
  ).WebAssembly;
  // The engine asks this thread for its time zone, and a program must do the same on each machine.
  const dates = Date.prototype as unknown as Record<string, unknown>;
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'])
    dates[`get${part}`] = dates[`getUTC${part}`];
  dates.getTimezoneOffset = () => 0;
  const { newQuickJSWASMModuleFromVariant, newVariant } = load(core) as Core;
  const loaded = load(variant) as { readonly default?: QuickJSSyncVariant } & QuickJSSyncVariant;
  const base = loaded.default ?? loaded;
  let answer: (texts: readonly string[]) => WorkerStep = () => ({
    type: 'crashed',
    message: 'No program.',
    logs: [],
    lost: 0,
  });

  const start = async (message: StartMessage): Promise<WorkerStep> => {
    const { code, config, memoryMb, cpuMs, output } = message;
    // The engine's own limit does not count typed arrays, so the memory itself is bounded; it starts with 16 MiB. The engine needs
    // some of it for its errors.
    const pages = Math.max(256, Math.ceil(memoryMb * 16));
    const memory = new Memory({ initial: 256, maximum: pages });
    const isFull = (): boolean => memory.buffer.byteLength > pages * 65_536 * 0.8;
    const module = await newQuickJSWASMModuleFromVariant(
      newVariant(base, { wasmModule: wasm, wasmMemory: memory }),
    );
    const runtime = module.newRuntime();
    runtime.setMemoryLimit((pages - 64) * 65_536);
    runtime.setMaxStackSize(512 * 1024);
    const context = runtime.newContext();
    let spentMs = 0;
    let sliceStart = performance.now();
    let isTooLong = false;
    runtime.setInterruptHandler(() => {
      isTooLong ||= spentMs + performance.now() - sliceStart > cpuMs;
      return isTooLong;
    });
    let calls: SentCall[] = [];
    let callsLeft = message.calls;
    let logsLeft = message.logs;
    let excess: 'calls' | 'values' | 'output' | 'memoryMb' | undefined;
    let logs: string[] = [];
    let lost = 0;
    /** The characters of the calls that wait together: they are outside the engine's memory. */
    let sent = 0;
    let end:
      | { type: 'returned'; value: string; store: string }
      | { type: 'thrown'; message: string }
      | undefined;
    /** Copies a text out of the engine, if it is not too long. */
    const textOf = (handle: QuickJSHandle, max: number): string | undefined => {
      const size = context.getProp(handle, 'length');
      const isTooMuch = context.getNumber(size) > max;
      size.dispose();
      return isTooMuch ? undefined : context.getString(handle);
    };
    const addCall = (id: number, name: string, args: string | undefined): void => {
      callsLeft -= 1;
      sent += args?.length ?? 0;
      if (args === undefined) excess ??= 'values';
      else if (callsLeft < 0) excess ??= 'calls';
      else if (sent > memoryMb * 1_048_576) excess ??= 'memoryMb';
      else calls.push({ id, name, args });
    };
    const addLog = (line: string, length: number): void => {
      // The end of the line counts as well.
      const fits = line.length === length && length < logsLeft;
      const shown = fits ? line : line.slice(0, logsLeft);
      lost += length - shown.length;
      if (fits || shown !== '') logs.push(shown);
      logsLeft = fits ? logsLeft - length - 1 : 0;
    };
    const addEnd = (first: string | undefined, second: string | undefined, isThrown: boolean): void => {
      if (end !== undefined) return;
      if (first === undefined || second === undefined) excess ??= 'output';
      else if (!isThrown) end = { type: 'returned', value: first, store: second };
      // Without memory, the engine throws this.
      else if (/^(?:The result cannot leave the program\. )?InternalError: out of memory/.test(first))
        excess ??= 'memoryMb';
      else {
        const more = Number(second) - first.length;
        end = { type: 'thrown', message: more > 0 ? `${first}\n… ${more} more characters were cut.` : first };
      }
    };
    const send = context.newFunction('send', (typeHandle, ...handles) => {
      const type = context.getString(typeHandle);
      // What is sent is bounded here, and nowhere else.
      const maxima = {
        call: [20, 1_000, message.values],
        log: [message.logs, 20, 0],
        returned: [output, output, 0],
        thrown: [output, 20, 0],
      }[type] ?? [0, 0, 0];
      const [first, second, third] = handles.map((handle, index) => textOf(handle, maxima[index] ?? 0));
      if (type === 'call') addCall(Number(first), second ?? '', third);
      else if (type === 'heavy') excess ??= 'values';
      else if (type === 'log') addLog(first ?? '', Number(second));
      else addEnd(first, second, type === 'thrown');
    });
    const hrefOf = context.newFunction('hrefOf', (handle) => {
      try {
        return context.newString(new URL(textOf(handle, message.values) ?? '').href);
      } catch {
        // No address.
        return context.undefined;
      }
    });

    /** Runs the program until it waits. */
    const drain = (begin: () => void): WorkerStep => {
      calls = [];
      sent = 0;
      logs = [];
      lost = 0;
      sliceStart = performance.now();
      let failure: string | undefined;
      try {
        begin();
        for (;;) {
          const done = runtime.executePendingJobs(100);
          const left = done.error === undefined ? done.value : 0;
          if (done.error !== undefined) failure = String(done.error.context.dump(done.error)?.message);
          done.dispose();
          isTooLong ||= spentMs + performance.now() - sliceStart > cpuMs;
          if (left === 0 || isTooLong || excess !== undefined) break;
        }
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
      }
      spentMs += performance.now() - sliceStart;
      const told = { logs, lost };
      if (isTooLong) return { type: 'limit', limit: 'cpuMs', ...told };
      if (excess !== undefined) return { type: 'limit', limit: excess, ...told };
      // Without memory, the engine throws null.
      const isMemory =
        failure?.includes('memory') || (isFull() && end?.type !== 'returned' && calls.length === 0);
      if (isMemory) return { type: 'limit', limit: 'memoryMb', ...told };
      if (failure !== undefined) return { type: 'crashed', message: failure, ...told };
      if (calls.length > 0) return { type: 'calls', calls, ...told };
      if (end === undefined) return { type: 'stuck', ...told };
      return { ...end, ...told };
    };
    const evaluate = (source: string, name: string) => context.unwrapResult(context.evalCode(source, name));
    let settle: (texts: readonly string[]) => void = () => {};
    const step = drain(() => {
      // Some compilers add calls of `__name` to functions.
      const install = evaluate(
        `(() => { const __name = (given) => given; return ${guestText}; })()`,
        'sandbox.js',
      );
      const host = context.newObject();
      context.setProp(host, 'send', send);
      context.setProp(host, 'hrefOf', hrefOf);
      const guest = context.unwrapResult(
        context.callFunction(install, context.undefined, context.newString(config), host),
      );
      const program = evaluate(`(async function () { 'use strict';${code}\n})`, 'program.js');
      settle = (texts) => {
        const given = context.getProp(guest, 'answer');
        for (const text of texts)
          context.unwrapResult(context.callFunction(given, guest, context.newString(text)));
      };
      context.unwrapResult(context.callFunction(context.getProp(guest, 'run'), guest, program));
    });
    answer = (texts) => drain(() => settle(texts));
    return step;
  };

  const crashed = (error: unknown): WorkerStep => {
    const message = error instanceof Error ? error.message : String(error);
    return { type: 'crashed', message, logs: [], lost: 0 };
  };
  port.on('message', (message: StartMessage | AnswerMessage) => {
    if (message.type === 'start')
      start(message).then(
        (step) => port.postMessage(step),
        (error) => port.postMessage(crashed(error)),
      );
    else port.postMessage(answer(message.answers));
  });
}
