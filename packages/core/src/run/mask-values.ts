import {
  type EarlyRefusal,
  hasSecrets,
  type LLMResponse,
  maskMessages,
  maskSecrets,
  type RunResult,
  redactJsonText,
  redactMessage,
  type UserMessage,
} from '@toolwright/contract';

/** What a run takes in and passes on, without the texts of secrets. Costs nothing while the process has no secrets. */
export function maskInput(input: UserMessage): UserMessage {
  return hasSecrets() ? redactMessage(input, maskSecrets) : input;
}

/** What a model answers, with the arguments of its calls: models neither read nor write secrets. */
export function maskResponse(response: LLMResponse): LLMResponse {
  if (!hasSecrets()) return response;
  const { content, reasoning, refusal, toolCalls } = response;
  const calls = toolCalls.map((call) => {
    const id = maskName(call.id);
    const name = maskName(call.function.name);
    const text = redactJsonText(call.function.arguments, maskSecrets);
    return id === call.id && name === call.function.name && text === call.function.arguments
      ? call
      : { ...call, id, function: { ...call.function, name, arguments: text } };
  });
  const masked = {
    content: content === null ? null : redactJsonText(content, maskSecrets),
    ...(reasoning !== undefined && { reasoning: maskSecrets(reasoning) }),
    ...(refusal !== undefined && { refusal: maskSecrets(refusal) }),
  };
  const isSame =
    masked.content === content &&
    masked.reasoning === reasoning &&
    masked.refusal === refusal &&
    calls.every((call, index) => call === toolCalls[index]);
  // A provider's data repeat the response, or sign it.
  return isSame ? response : { ...response, ...masked, toolCalls: calls, providerData: undefined };
}

/** In the characters that all providers accept in ids and names. */
function maskName(name: string): string {
  const masked = maskSecrets(name);
  return masked === name ? name : masked.replace(/[^\w-]/g, '_');
}

/** Why a call was refused while it was written, which quotes the call. */
export function maskRefusal(refusal: EarlyRefusal): EarlyRefusal {
  if (!hasSecrets()) return refusal;
  return {
    error: maskSecrets(refusal.error),
    arguments: redactJsonText(refusal.arguments, maskSecrets),
  };
}

/** A result with the messages that the run began with, which the program may have written itself. */
export function maskResult(result: RunResult): RunResult {
  if (!hasSecrets()) return result;
  return { ...result, messages: maskMessages(result.messages) };
}
