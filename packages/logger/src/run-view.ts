import type { RunInfo, ToolCallEvent } from '@toolwright/contract';

/** The state that a logger keeps for a run until it ends. */
export class RunView {
  readonly info: RunInfo;
  /** The number of the run among those of the agent, from 1. */
  readonly number: number;
  /** Milliseconds. */
  readonly startedAt: number;
  /** When the open request was sent. */
  requestAt: number | undefined;
  /** Deltas received since then. */
  deltas = 0;
  tools = 0;
  /** The input, so that a message that repeats it is not shown. */
  shownInput = '';
  /** Text streamed since the last message. */
  streamedText = '';
  streamedReasoning = '';
  /** The answer shown last, streamed or not. */
  shownAnswer = '';
  /** A call is a twin if another call of the same tool is open. */
  readonly openCalls = new Map<string, ToolCallEvent & { readonly twin: boolean }>();
  #several = false;
  readonly #openByName = new Map<string, Set<string>>();

  constructor(info: RunInfo, number: number, startedAt: number) {
    this.info = info;
    this.number = number;
    this.startedAt = startedAt;
  }

  /** Whether a message repeats the input, which was shown when the run started. */
  repeatsInput(text: string): boolean {
    const repeats = text === this.shownInput;
    this.shownInput = '';
    return repeats;
  }

  openCall(event: ToolCallEvent): void {
    const others = this.#openByName.get(event.name) ?? new Set();
    this.#openByName.set(event.name, others);
    const [first = ''] = others;
    const other = this.openCalls.get(first);
    if (other?.twin === false) this.openCalls.set(first, { ...other, twin: true });
    this.openCalls.set(event.callId, { ...event, twin: others.size > 0 });
    others.add(event.callId);
    this.#several ||= this.openCalls.size > 1;
  }

  /** Whether several calls are open, or were open at the same time at any point since the last time no call was open. */
  get severalCalls(): boolean {
    return this.#several;
  }

  /** Removes and returns the call; undefined if logging started after it. */
  closeCall(callId: string): (ToolCallEvent & { readonly twin: boolean }) | undefined {
    const call = this.openCalls.get(callId);
    this.openCalls.delete(callId);
    if (call) this.#openByName.get(call.name)?.delete(callId);
    if (this.openCalls.size === 0) this.#several = false;
    return call;
  }
}
