import type { ServerContext } from '@modelcontextprotocol/server';
import { requireContext, type ToolSpec } from '@toolwright/contract';
import type { ContextOfSource } from '@toolwright/tools';
import { findToken, type VerifiedToken } from '../http/verified-token.js';

/** A call of a tool, or a read of a resource, by a client, for `contextFor`. */
export interface McpRequest {
  /** The name of the tool; empty if a resource is read. */
  readonly tool: string;
  /** The URI that is read; undefined for a call of a tool. */
  readonly resource?: string | undefined;
  /** Of the HTTP request, with names in lower case; empty over standard input and output. The token of the server was checked, other headers were not. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined over standard input and output, and since revision 2026-07-28, which has no sessions. */
  readonly sessionId: string | undefined;
  /** Whom the bearer token belongs to, if the server verifies tokens with `verifyToken`. */
  readonly token: VerifiedToken | undefined;
}

/** The option `contextFor`, required where the tools ask for a context. */
export type ContextForTools<Tools> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends ContextOfSource<Tools> ? unknown : NeedsContextFor<ContextOfSource<Tools>>;

/** An option `contextFor` that must be passed. */
export interface NeedsContextFor<Context> {
  /** Returns what the tools read as `context.app`, for each call. If it throws, the call fails. */
  readonly contextFor: (request: McpRequest) => AppOf<Context> | Promise<AppOf<Context>>;
}

type AppOf<Context> = Context extends { readonly context: infer App } ? App : never;

export function toRequest(tool: string, { http, sessionId }: ServerContext): McpRequest {
  const headers = Object.fromEntries(http?.req?.headers ?? []);
  return { tool, headers, sessionId, token: findToken({ http }) };
}

export function toResourceRequest(uri: string, context: ServerContext): McpRequest {
  return { ...toRequest('', context), resource: uri };
}

/** @throws ToolwrightError `MISSING_CONTEXT` if a tool or a resource asks for a context and nothing gives one */
export function checkContextFor(
  tools: readonly Pick<ToolSpec, 'name' | 'needsContext'>[],
  contextFor: unknown,
): void {
  const hint = 'Pass `contextFor`, a function that returns it for each request.';
  requireContext(tools, contextFor, { caller: 'the server', hint });
}
