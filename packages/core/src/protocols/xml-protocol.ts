import type { LLMResponse } from '@toolwright/contract';
import { fewFaults } from './few-faults.js';
import { formatOutcome } from './format-outcome.js';
import { isCut, readNativeCalls, readPlainArguments } from './native-calls.js';
import { type PromptedStyle, promptedRequest } from './prompted-request.js';
import { blockScanner, joinTexts, joinThoughts, readXmlReply } from './read-reply.js';
import { findWritten, replyMessage } from './reply-message.js';
import type { ReplyContext, RequestedCall, ToolCallProtocol } from './tool-call-protocol.js';
import type { XmlBlock } from './xml-blocks.js';

/** Writes tool calls as `<tool_call>` blocks in the text, for models without native tool calls. */
export const xmlProtocol: ToolCallProtocol = {
  name: 'xml',
  prepare: (request, context) => promptedRequest(request, context, STYLE),
  parse(response, context) {
    const cut = isCut(response);
    const { text, behind, calls: blocks, thoughts } = readXmlReply(response.content ?? '', context, cut);
    const calls = [
      ...fewFaults(
        blocks.map((block) => toCall(block, context)),
        context,
      ),
      ...readNativeCalls(response, context),
    ];
    const reasoning = joinThoughts(response.reasoning, thoughts);
    const message = replyMessage(
      {
        ...response,
        ...withoutSignatures(joinTexts(text, behind) !== (response.content ?? '')),
        content: joinTexts(text, behind),
        reasoning,
      },
      calls,
      context,
    );
    return { text: text || response.refusal || '', calls, message, reasoning };
  },
  formatResult({ name, outcome }) {
    return outcome.error === null
      ? formatOutcome(outcome)
      : `Error executing tool '${name}': ${outcome.error}`;
  },
  filterText: blockScanner,
};

const STYLE: PromptedStyle = {
  callFormat: `To call a tool, write a block in exactly this format, with JSON inside, one block for each call:
<tool_call>
{"name": "tool_name", "parameters": {"parameter": "value"}}
</tool_call>`,
  answer: 'the answer',
  assistant: (message, calls) =>
    [
      message.content ?? '',
      ...calls.map(({ id, function: { name, arguments: text } }) =>
        writeBlock(findWritten(message, id) ?? `{"name": ${JSON.stringify(name)}, "parameters": ${text}}`),
      ),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  result: (toolName, text) =>
    `<tool_result name="${escapeTags(toolName)}">\n${escapeTags(text)}\n</tool_result>`,
};

function writeBlock(content: string): string {
  return `<tool_call>\n${content}\n</tool_call>`;
}

/** Escapes the tags of this protocol in results, because only the model's own text may contain calls. */
function escapeTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*tool_(?:call|result))/gi, '&lt;');
}

function toCall(block: XmlBlock, context: ReplyContext): RequestedCall {
  const id = context.claimCallId('');
  const { name } = block;
  if (block.ok) return { id, name, ...readPlainArguments(block.args) };
  const { text, problem } = block;
  return { id, name, text, args: undefined, problem, written: text };
}

/** Drops the provider data of changed text, because its signature would no longer match. */
function withoutSignatures(changed: boolean): Pick<LLMResponse, 'providerData'> {
  return changed ? { providerData: undefined } : {};
}
