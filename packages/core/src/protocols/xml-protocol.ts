import type { LLMResponse } from '@toolwright/contract';
import { formatOutcome } from '../format-outcome.js';
import { CUT_CALL, isCut, parseObject, readNativeCalls } from './native-calls.js';
import { type PromptedStyle, promptedRequest } from './prompted-request.js';
import { replyMessage } from './reply-message.js';
import type { ReplyContext, RequestedCall, ToolCallProtocol } from './tool-call-protocol.js';
import { readXmlReply, type XmlBlock } from './xml-blocks.js';
import { XmlFilter } from './xml-filter.js';

/** Tool calls as `<tool_call>` blocks in the text, for models without tools of their own. */
export const xmlProtocol: ToolCallProtocol = {
  name: 'xml',
  prepare: (request, context) => promptedRequest(request, context, STYLE),
  parse(response, context) {
    const { text, blocks } = readXmlReply(response.content ?? '');
    const calls = [
      ...blocks.map((block, index) => toCall(block, context, isCut(response) && index === blocks.length - 1)),
      ...readNativeCalls(response, context),
    ];
    const message = replyMessage(
      { ...response, ...withoutSignatures(blocks), content: text },
      calls,
      context,
    );
    return { text: text || response.refusal || '', calls, message };
  },
  formatResult({ name, outcome }) {
    return outcome.error === null
      ? formatOutcome(outcome)
      : `Error executing tool '${name}': ${outcome.error}`;
  },
  filterText: () => new XmlFilter(),
};

const STYLE: PromptedStyle = {
  callFormat: `To call a tool, write a block of exactly this form, with JSON in it, one block for each call:
<tool_call>
{"name": "tool_name", "parameters": {"parameter": "value"}}
</tool_call>`,
  quote: escapeTags,
  assistant: ({ content }, calls) =>
    [
      escapeTags(content ?? ''),
      ...calls.map(({ function: { name, arguments: text } }) => writeBlock(name, text)),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  result: (toolName, text) =>
    `<tool_result name="${escapeTags(toolName)}">\n${escapeTags(text)}\n</tool_result>`,
};

function writeBlock(name: string, args: string): string {
  return `<tool_call>\n{"name": ${JSON.stringify(name)}, "parameters": ${args}}\n</tool_call>`;
}

/** What others say, and whoever repeats it, has no tags of this protocol: only the model's own words make a call. */
function escapeTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*tool_(?:call|result))/gi, '&lt;');
}

function toCall(block: XmlBlock, context: ReplyContext, cut: boolean): RequestedCall {
  const id = context.claimCallId('');
  if (!block.ok) {
    return {
      id,
      name: block.name,
      text: block.text,
      args: undefined,
      problem: cut ? CUT_CALL : block.problem,
    };
  }
  return { id, name: block.name, text: block.args, args: parseObject(block.args) };
}

/** The text that a provider has signed does not stay as it was where blocks are taken out of it. */
function withoutSignatures(blocks: readonly XmlBlock[]): Pick<LLMResponse, 'providerData'> {
  return blocks.length > 0 ? { providerData: undefined } : {};
}
