import type { ToolAnnotations, ToolCallRecord, ToolOutcome } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { readCallArguments } from '../../protocols/native-calls.js';
import type { Policy, PolicyCall } from '../policy.js';

/**
 * Creates a policy that answers repeated calls of a run with the earlier outcome. Equal calls in one reply wait for the first.
 * @param annotationsOf returns the annotations of a tool by its name
 */
export function repeatedCalls(annotationsOf: (toolName: string) => ToolAnnotations): Policy {
  let calls: RepeatedCalls | undefined;
  /** The keys of the calls in progress, by call id. */
  const keys = new Map<string, string>();
  return {
    name: 'repeated-calls',
    beforeTool(call, { state }) {
      if (calls === undefined) {
        calls = new RepeatedCalls();
        const before = state.toolCalls.filter(({ byProvider }) => !byProvider);
        calls.restore(before, annotationsOf);
      }
      const known = calls;
      // A program may do something else each time.
      const isAlways = call.approved || call.tool?.callsTools;
      const key = isAlways ? undefined : repetitionKey(call, call.tool?.annotations ?? {});
      if (key === undefined) return undefined;
      return {
        answer: async () => {
          const outcome = await known.claim(key);
          if (outcome !== undefined) return { ...outcome, repeated: true };
          keys.set(call.callId, key);
          return undefined;
        },
      };
    },
    afterTool(outcome, { callId, tool }) {
      const key = keys.get(callId);
      if (key !== undefined) calls?.finish(key, outcome);
      keys.delete(callId);
      if (outcome.error === null && tool?.annotations.destructive) calls?.forget();
    },
  };
}

/**
 * The successful calls of a run, by tool and arguments. A call to a destructive tool is always executed. It clears all stored
 * outcomes, because they may be out of date.
 */
export class RepeatedCalls {
  readonly #succeeded = new Map<string, ToolOutcome>();
  readonly #running = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();

  /**
   * Waits for an equal call in progress and returns its outcome. If it returns undefined, the caller must execute the call and
   * then call {@link finish}.
   */
  async claim(key: string): Promise<ToolOutcome | undefined> {
    for (;;) {
      const outcome = this.#succeeded.get(key);
      if (outcome !== undefined) return outcome;
      const running = this.#running.get(key);
      if (running === undefined) break;
      await running.ended;
    }
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#running.set(key, { ended, end });
    return undefined;
  }

  /** Stores the outcome of a claimed call. A failed call may be retried. */
  finish(key: string, outcome: ToolOutcome): void {
    if (outcome.error === null) this.#succeeded.set(key, outcome);
    this.#running.get(key)?.end();
    this.#running.delete(key);
  }

  /** Restores the calls from before a pause. */
  restore(records: readonly ToolCallRecord[], annotationsOf: (name: string) => ToolAnnotations): void {
    for (const { name, arguments: text, outcome } of records) {
      if (outcome.error !== null) continue;
      const annotations = annotationsOf(name);
      const read: ReturnType<typeof readCallArguments> =
        text.trim() === '' ? { args: {} } : readCallArguments(text);
      const key = repetitionKey(
        { name, arguments: text, args: read.args, isJson: read.isJson === true },
        annotations,
      );
      if (annotations.destructive) this.forget();
      else if (key !== undefined) this.#succeeded.set(key, outcome);
    }
  }

  forget(): void {
    this.#succeeded.clear();
  }
}

/** Returns a key that is the same for equivalent calls; undefined for a call that is always executed. */
export function repetitionKey(
  {
    name,
    arguments: text,
    args,
    isJson,
  }: Pick<PolicyCall, 'name' | 'args'> & Partial<Pick<PolicyCall, 'arguments' | 'isJson'>>,
  { destructive, needsApproval }: ToolAnnotations,
): string | undefined {
  // A call that a person approved is always executed.
  if (destructive || needsApproval) return undefined;
  if (args === undefined) return isJson ? `${name} ${text}` : undefined;
  return `${name} ${canonicalJson(args)}`;
}
