import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { describeUnknown, type JsonSchema } from '@toolwright/contract';
import { literalValues, resolveRef } from '@toolwright/json-schema';
import type { ResourceTable } from './resource-table.js';
import type { ServerOptions } from './server-options.js';

/** Adds the handler that completes variables and arguments: from `complete`, or by default from the literals of the variable's type. */
export function handleCompletion(
  server: Server,
  table: ResourceTable,
  { complete, prompts }: Pick<ServerOptions, 'complete' | 'prompts'>,
): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
    const { name, value } = argument;
    const given = context?.arguments ?? {};
    const isPrompt = ref.type === 'ref/prompt';
    const spec = isPrompt ? undefined : table.findTemplate(ref.uri);
    if (isPrompt) assertListed('Prompt', ref.name, prompts?.listPrompts() ?? []);
    else if (spec === undefined)
      assertListed(
        'Resource',
        ref.uri,
        table.list('uriTemplate').map(({ uriTemplate }) => String(uriTemplate)),
      );
    const request = { argument: name, value, given };
    const own = await complete?.(
      isPrompt ? { ...request, prompt: ref.name } : { ...request, resource: ref.uri },
    );
    const values = own ?? startingWith(value, literals(spec?.parameters.properties[name], spec?.parameters));
    return {
      completion: {
        values: values.slice(0, MAX_VALUES),
        total: values.length,
        hasMore: values.length > MAX_VALUES,
      },
    };
  });
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results */
const MAX_VALUES = 100;

function assertListed(kind: 'Prompt' | 'Resource', name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeUnknown(kind, name, names).message);
}

function startingWith(value: string, texts: readonly string[]): string[] {
  const start = value.toLowerCase();
  return texts.filter((text) => text.toLowerCase().startsWith(start));
}

/** Returns the literals that a schema allows, as strings. */
function literals(schema: JsonSchema | undefined, root: JsonSchema = {}): string[] {
  const target = schema && resolveRef(schema, root);
  if (target === undefined) return [];
  const branches = target.anyOf ?? target.oneOf ?? [];
  if (branches.length > 0) return branches.flatMap((branch) => literals(branch, root));
  const values = literalValues(target) ?? [];
  if (values.length === 0 && target.type === 'boolean') return ['true', 'false'];
  return values.flatMap((value) => (value === null || typeof value === 'object' ? [] : [String(value)]));
}
