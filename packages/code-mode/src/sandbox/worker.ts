import type { MessagePort } from 'node:worker_threads';
import type { QuickJSSyncVariant } from 'quickjs-emscripten-core';

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
}

/** Answers the calls of the program. Each answer is JSON; see `Guest`. */
export interface AnswerMessage {
  readonly type: 'answer';
  readonly answers: readonly string[];
}

/** What the worker answers to each message. */
export type WorkerStep = { readonly logs: readonly string[]; readonly lost: number } & (
  | { readonly type: 'calls'; readonly calls: readonly { readonly id: number; readonly call: string }[] }
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
    let calls: { id: number; call: string }[] = [];
    let callsLeft = message.calls;
    let excess: 'calls' | 'values' | undefined;
    let logs: string[] = [];
    let lost = 0;
    let end:
      | { type: 'returned'; value: string; store: string }
      | { type: 'thrown'; message: string }
      | undefined;
    const send = context.newFunction('send', (typeHandle, firstHandle, secondHandle) => {
      const type = context.getString(typeHandle);
      const [first, second] = [context.getString(firstHandle), context.getString(secondHandle)];
      if (type === 'call') {
        callsLeft -= 1;
        if (second.length > message.values) excess ??= 'values';
        else if (callsLeft < 0) excess ??= 'calls';
        else calls.push({ id: Number(first), call: second });
      } else if (type === 'log') logs.push(first);
      else if (type === 'lost') {
        lost += first.length;
        if (second !== '') logs.push(second);
      } else
        end ??=
          type === 'returned' ? { type, value: first, store: second } : { type: 'thrown', message: first };
    });

    /** Runs the program until it waits. */
    const drain = (begin: () => void): WorkerStep => {
      calls = [];
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
      if (end.type === 'thrown') return { ...end, ...told };
      const isTooMuch = end.value.length > output || end.store.length > output;
      return isTooMuch ? { type: 'limit', limit: 'output', ...told } : { ...end, ...told };
    };
    const evaluate = (source: string, name: string) => context.unwrapResult(context.evalCode(source, name));
    let settle: (texts: readonly string[]) => void = () => {};
    const step = drain(() => {
      // Some compilers add calls of `__name` to functions.
      const install = evaluate(
        `(() => { const __name = (given) => given; return ${guestText}; })()`,
        'sandbox.js',
      );
      const guest = context.unwrapResult(
        context.callFunction(install, context.undefined, context.newString(config), send),
      );
      const program = evaluate(`(async function () {${code}\n})`, 'program.js');
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
