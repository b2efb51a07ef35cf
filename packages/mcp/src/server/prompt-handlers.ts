import {
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { describeUnknown, errorMessage } from '@toolwright/contract';
import { maskSecrets, maskSecretsIn } from '@toolwright/redaction';
import type { Conversations } from './conversations.js';
import { createMcpCall } from './peer.js';
import type { ServedPrompts } from './served-tools.js';
import type { PromptDetails, ServerOptions } from './server-options.js';

/** Adds the handlers that list and render prompts. By default, a prompt is a single user message. */
export function handlePrompts(
  server: Server,
  prompts: ServedPrompts,
  { promptDetails = {}, promptMessages }: ServerOptions,
  conversations: Conversations,
): void {
  const detailsOf = (name: string): PromptDetails =>
    (Object.hasOwn(promptDetails, name) ? promptDetails[name] : undefined) ?? {};
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.listPrompts().map((name) => {
      const { title, description, arguments: declared } = detailsOf(name);
      const variables = prompts.variables?.(name)?.map((variable) => ({ name: variable, required: true }));
      const args = declared?.map((argument) => ({ ...argument })) ?? variables ?? [];
      return { name, title, description, ...(args.length === 0 ? {} : { arguments: args }) };
    }),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const args = params.arguments ?? {};
    const text = render(prompts, params.name, args);
    return conversations.serve(server, params, context, async (peer) => {
      const own = await promptMessages?.(params.name, args, createMcpCall(peer));
      return {
        description: detailsOf(params.name).description,
        // The SDK's types lack `readonly` and distinguish text resources from binary ones.
        messages: maskSecretsIn(
          (own as PromptMessage[] | undefined) ?? [
            { role: 'user' as const, content: { type: 'text' as const, text } },
          ],
        ),
      };
    });
  });
}

/** Renders a prompt. @throws ProtocolError `InvalidParams` for an unknown prompt or a missing variable */
function render(prompts: ServedPrompts, name: string, args: Readonly<Record<string, string>>): string {
  let text: string | undefined;
  try {
    text = prompts.render(name, args);
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, maskSecrets(errorMessage(error)));
  }
  if (text !== undefined) return text;
  const { message } = describeUnknown('Prompt', name, prompts.listPrompts());
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
