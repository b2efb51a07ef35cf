import type { RunInfo, ToolCallEvent } from '@toolwright/contract';

/** The state that a logger keeps for a run until the run ends. */
export class RunView {
  readonly info: RunInfo;
  /** The run's number within its agent, starting at 1. */
  readonly number: number;
  /** The start time in milliseconds. */
  readonly startedAt: number;
  /** The run that started this one, if the log shows its tree. */
  readonly parent: RunView | undefined;
  readonly depth: number;
  /** The number of active runs that this run started. */
  children = 0;
  /** The time at which the open request was sent, in milliseconds. */
  requestAt: number | undefined;
  /** The number of deltas received since then. */
  deltas = 0;
  tools = 0;
  /** The input. Used to hide a message that repeats it. */
  shownInput = '';
  /** The text streamed since the last message. */
  streamedText = '';
  streamedReasoning = '';
  /** The answer that was shown last, whether streamed or not. */
  shownAnswer = '';
  /** The open calls. A call is a twin if another call to the same tool is open. `level` counts the calls above it, such as programs. */
  readonly openCalls = new Map<string, ToolCallEvent & { readonly twin: boolean; readonly level: number }>();
  /** The ids of the calls of one reply that have no result yet, if the reply had several. They are shown as branches of a tree. */
  readonly branches = new Set<string>();
  #several = false;
  readonly #openByName = new Map<string, Set<string>>();

  constructor(info: RunInfo, number: number, startedAt: number, parent?: RunView) {
    this.info = info;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.number = number;
    this.startedAt = startedAt;
  }

  /** Whether a message repeats the input, which was shown when the run started. */
  repeatsInput(text: string): boolean {
    // A conversation has no halves of characters, which an input may have.
    const repeats = text.toWellFormed() === this.shownInput.toWellFormed();
    this.shownInput = '';
    return repeats;
  }

  openCall(event: ToolCallEvent): void {
    const others = this.#openByName.get(event.name) ?? new Set();
    this.#openByName.set(event.name, others);
    const [first = ''] = others;
    const other = this.openCalls.get(first);
    if (other?.twin === false) this.openCalls.set(first, { ...other, twin: true });
    const level = this.levelBelow(event.parentCallId);
    this.openCalls.set(event.callId, { ...event, twin: others.size > 0, level });
    others.add(event.callId);
    this.#several ||= this.openCalls.size > 1;
    if (level > 0) return;
    // The messages of some protocols do not list the calls of a reply.
    const ofReply = [...this.openCalls.values()].filter((call) => call.level === 0);
    if (ofReply.length > 1) for (const { callId } of ofReply) this.branches.add(callId);
  }

  /** Returns the level of what a call makes; 0 without a call. */
  levelBelow(callId: string | undefined): number {
    return callId === undefined ? 0 : (this.openCalls.get(callId)?.level ?? 0) + 1;
  }

  /** Whether several calls are open, or were open together since the last time that no call was open. */
  get severalCalls(): boolean {
    return this.#several;
  }

  /** Removes and returns a call. Returns undefined if logging started after the call. */
  closeCall(callId: string): (ToolCallEvent & { readonly twin: boolean }) | undefined {
    const call = this.openCalls.get(callId);
    this.openCalls.delete(callId);
    if (call) this.#openByName.get(call.name)?.delete(callId);
    if (this.openCalls.size === 0) this.#several = false;
    return call;
  }
}
