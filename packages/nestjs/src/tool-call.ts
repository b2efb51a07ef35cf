import type { ArgumentsHost } from '@nestjs/common';
import type { ToolContext } from '@toolwright/contract';

/** A call of a tool, or a read of a resource, for guards, interceptors and filters. */
export interface ToolCall {
  readonly kind: 'tool' | 'resource';
  /** The name of the tool, or the URI of the resource, which may be a template. */
  readonly name: string;
  /** The arguments by name, validated and decoded; not yet piped. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The context of the call, even if the method takes none: its `app`, `callId` and `signal`. */
  readonly context: ToolContext;
}

/** Returns the call that an execution context stands for; undefined for a handler of HTTP and for other handlers of Nest. */
export function findToolCall(host: ArgumentsHost): ToolCall | undefined {
  return CALLS.get(host.getArgs());
}

/** Remembers the call that these arguments of an execution context stand for. */
export function noteToolCall(args: readonly unknown[], call: ToolCall): void {
  CALLS.set(args, call);
}

const CALLS = new WeakMap<object, ToolCall>();
