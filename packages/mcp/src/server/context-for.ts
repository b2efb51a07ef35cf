import type { ServerContext } from '@modelcontextprotocol/server';
import { requireContext, type ToolSpec } from '@toolwright/contract';
import type { ContextOfSource } from '@toolwright/tools';
import { findToken, type VerifiedToken } from '../http/verified-token.js';

/** A tool call or a resource read from a client, for `contextFor`. */
export interface McpRequest {
  /** The name of the tool; empty for a resource read. */
  readonly tool: string;
  /** The URI of the resource; undefined for a tool call. */
  readonly resource?: string | undefined;
  /** The headers of the HTTP request, with lowercase names; empty over standard input and output. Only the server's token was verified. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The session id. Undefined over standard input and output, and since revision 2026-07-28, which has no sessions. */
  readonly sessionId: string | undefined;
  /** The verified bearer token, if the server has `verifyToken`. */
  readonly token: VerifiedToken | undefined;
}

/** The option `contextFor`: required if the tools need a context. */
export type ContextForTools<Tools> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of empty options
  {} extends ContextOfSource<Tools> ? unknown : NeedsContextFor<ContextOfSource<Tools>>;

/** Makes `contextFor` required. */
export interface NeedsContextFor<Context> {
  /** Returns the context that tools read as `context.app`. Called for each call and resource read, which fail if it throws. */
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

/** @throws ToolwrightError `MISSING_CONTEXT` if a tool or a resource needs a context and `contextFor` is missing */
export function checkContextFor(
  tools: readonly Pick<ToolSpec, 'name' | 'needsContext'>[],
  contextFor: unknown,
): void {
  const hint = 'Pass `contextFor`, a function that returns the context for each request.';
  requireContext(tools, contextFor, { caller: 'the server', hint });
}
