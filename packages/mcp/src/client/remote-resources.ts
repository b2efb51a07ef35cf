import {
  CompleteResultSchema,
  GetPromptResultSchema,
  PromptSchema,
  ReadResourceResultSchema,
  ResourceSchema,
  ResourceTemplateSchema,
} from '@modelcontextprotocol/core';
import { type JsonObject, type ResourceContents, ToolwrightError } from '@toolwright/contract';
import type { McpPromptMessage, PromptArgument } from '../server/server-options.js';

interface RemoteEntry {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** A resource that a server lists. */
export interface RemoteResource extends RemoteEntry {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  /** The size in bytes. */
  readonly size?: number | undefined;
  readonly annotations?: JsonObject | undefined;
}

/** A URI template for resources (RFC 6570) that a server lists. */
export interface RemoteResourceTemplate extends RemoteEntry {
  readonly uriTemplate: string;
  readonly mimeType?: string | undefined;
  readonly annotations?: JsonObject | undefined;
}

/** A prompt that a server lists. */
export interface RemotePrompt extends RemoteEntry {
  readonly arguments?: readonly PromptArgument[] | undefined;
}

/** A prompt rendered by a server. */
export interface RenderedPrompt {
  readonly description?: string | undefined;
  readonly messages: readonly McpPromptMessage[];
}

/** Values suggested by a server. */
export interface Completion {
  /** At most 100. */
  readonly values: readonly string[];
  /** The total number of values, including those that were not sent. */
  readonly total?: number | undefined;
  readonly hasMore: boolean;
}

interface Schema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

export interface Entries {
  readonly resources: RemoteResource;
  readonly resourceTemplates: RemoteResourceTemplate;
  readonly prompts: RemotePrompt;
}

const ENTRIES: Readonly<Record<keyof Entries, Schema>> = {
  resources: ResourceSchema,
  resourceTemplates: ResourceTemplateSchema,
  prompts: PromptSchema,
};

/** Validates the entries of a list. Returns the valid entries and the positions of the invalid ones, starting at 1. */
export function readEntries<Member extends keyof Entries>(
  member: Member,
  listed: readonly unknown[],
): { readonly entries: readonly Entries[Member][]; readonly bad: readonly number[] } {
  const entries: Entries[Member][] = [];
  const bad: number[] = [];
  for (const [index, raw] of listed.entries()) {
    const { success, data } = ENTRIES[member].safeParse(raw);
    if (success)
      entries.push(data as Entries[Member]); // validated with the schema of this member
    else bad.push(index + 1);
  }
  return { entries, bad };
}

/** @throws ToolwrightError `INVALID_RESPONSE` */
export function readContents(server: string, result: unknown): readonly ResourceContents[] {
  return read<{ contents: ResourceContents[] }>(ReadResourceResultSchema, server, 'a resource', result)
    .contents;
}

/** @throws ToolwrightError `INVALID_RESPONSE` */
export function readPrompt(server: string, result: unknown): RenderedPrompt {
  const { description, messages } = read<RenderedPrompt>(GetPromptResultSchema, server, 'a prompt', result);
  return description === undefined ? { messages } : { description, messages };
}

/** @throws ToolwrightError `INVALID_RESPONSE` */
export function readCompletion(server: string, result: unknown): Completion {
  const { completion } = read<{ completion: Partial<Completion> & Pick<Completion, 'values'> }>(
    CompleteResultSchema,
    server,
    'a completion',
    result,
  );
  const { values, total, hasMore = false } = completion;
  return { values, ...(total === undefined ? {} : { total }), hasMore };
}

/** Parses a result with a schema. */
function read<Result>(schema: Schema, server: string, what: string, result: unknown): Result {
  const { success, data } = schema.safeParse(result);
  if (success) return data as Result;
  throw new ToolwrightError('INVALID_RESPONSE', `${server} sent ${what} that violates the protocol.`, {
    blame: 'provider',
  });
}
