import type { EarlyRefusal, LLMResponse, RunResult, UserMessage } from '@toolwright/contract';
import {
  type CleanText,
  maskMessages,
  redactJsonText,
  redactMessage,
  secretMask,
} from '@toolwright/redaction';

/** Masks secrets in the input of a run. */
export function maskInput(input: UserMessage): UserMessage {
  const mask = secretMask(input);
  return mask === undefined ? input : redactMessage(input, mask);
}

/** Masks secrets in a model's response, including call arguments. Models must neither read nor write secrets. */
export function maskResponse(response: LLMResponse): LLMResponse {
  const { content, reasoning, refusal, toolCalls, rawFinishReason } = response;
  const mask = secretMask();
  if (mask === undefined) return response;
  const calls = toolCalls.map((call) => {
    const id = maskName(call.id, mask);
    const name = maskName(call.function.name, mask);
    const text = redactJsonText(call.function.arguments, mask);
    return id === call.id && name === call.function.name && text === call.function.arguments
      ? call
      : { ...call, id, function: { ...call.function, name, arguments: text } };
  });
  const masked = {
    content: content === null ? null : redactJsonText(content, mask),
    ...(reasoning !== undefined && { reasoning: mask(reasoning) }),
    ...(refusal !== undefined && { refusal: mask(refusal) }),
    ...(rawFinishReason !== undefined && { rawFinishReason: mask(rawFinishReason) }),
  };
  const isSame =
    masked.content === content &&
    masked.reasoning === reasoning &&
    masked.refusal === refusal &&
    masked.rawFinishReason === rawFinishReason &&
    calls.every((call, index) => call === toolCalls[index]);
  // Provider data is dropped, because it may repeat or sign the unmasked response.
  return isSame ? response : { ...response, ...masked, toolCalls: calls, providerData: undefined };
}

/** Masks an id or name, using only characters that all providers accept. */
function maskName(name: string, mask: CleanText): string {
  const masked = mask(name);
  return masked === name ? name : masked.replace(/[^\w-]/g, '_');
}

/** Masks secrets in an early refusal, which quotes the call. */
export function maskRefusal(refusal: EarlyRefusal): EarlyRefusal {
  const mask = secretMask(refusal);
  if (mask === undefined) return refusal;
  return { error: mask(refusal.error), arguments: redactJsonText(refusal.arguments, mask) };
}

/** Masks secrets in the messages of a result, which the program may have written. */
export function maskResult(result: RunResult): RunResult {
  const messages = maskMessages(result.messages);
  return messages === result.messages ? result : { ...result, messages };
}
