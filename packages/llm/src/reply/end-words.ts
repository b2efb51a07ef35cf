/**
 * The meaning of a provider's finish reason.
 * - `answer`, `calls`: the reply is complete.
 * - `cut`: the reply was truncated at a length limit.
 * - `filtered`, `rejected`: the provider withheld the reply or reported a failure. None of its calls are executed.
 * - `partial`: the reply is incomplete for an unknown reason. None of its calls are executed.
 * - `paused`: another request would continue the reply.
 */
export type EndMeaning = 'answer' | 'calls' | 'cut' | 'filtered' | 'partial' | 'rejected' | 'paused';

/** The finish reasons of one API, in lower case. */
export interface EndWords {
  readonly words: ReadonlyMap<string, EndMeaning>;
  /**
   * Whether servers use undocumented words for a normal end. Then the calls of a reply with an unknown word are executed. Otherwise,
   * an unknown word is not treated as a normal end.
   */
  readonly isOpen: boolean;
}

function endWords(
  meanings: Readonly<Partial<Record<EndMeaning, string>>>,
  { isOpen = false } = {},
): EndWords {
  const words = new Map<string, EndMeaning>();
  // The parameter's type allows only these keys.
  for (const [meaning, list = ''] of Object.entries(meanings))
    for (const word of list.split(' ')) words.set(word, meaning as EndMeaning);
  return { words, isOpen };
}

/**
 * Finish reasons of chat completions at OpenAI, Groq and Gemini. Of Gemini's `content_filter: SAFETY`, only the word before the colon
 * is used.
 * @see https://platform.openai.com/docs/api-reference/chat/object
 */
export const CHAT_ENDS = endWords({
  answer: 'stop',
  calls: 'tool_calls function_call',
  cut: 'length',
  filtered: 'content_filter',
  rejected: 'error function_call_filter',
});

/** Finish reasons of servers compatible with chat completions, including gateways, which forward the words of other APIs. */
export const COMPATIBLE_ENDS = endWords(
  {
    answer: 'stop eos eos_token stop_sequence end_turn complete completed finish_reason_stop',
    calls: 'tool_calls tool_call tool_use function_call',
    cut: 'length max_tokens max_output_tokens model_length model_context_window_exceeded context_length_exceeded',
    filtered:
      'content_filter content_filtered safety recitation blocklist prohibited_content spii model_armor guardrail_intervened image_safety refusal sensitive',
    rejected:
      'error error_toxic error_limit network_error insufficient_system_resource abort aborted cancelled canceled failed function_call_filter malformed_function_call unexpected_tool_call too_many_tool_calls missing_thought_signature malformed_response malformed_tool_use malformed_model_output',
  },
  { isOpen: true },
);

/** @see https://ai.google.dev/api/generate-content#FinishReason */
export const GEMINI_ENDS = endWords({
  answer: 'stop',
  // Sent by a test server; the published API sends STOP.
  calls: 'function_call',
  cut: 'max_tokens',
  filtered:
    'safety recitation blocklist prohibited_content spii model_armor image_safety image_prohibited_content image_recitation',
  rejected:
    'malformed_function_call unexpected_tool_call too_many_tool_calls missing_thought_signature malformed_response',
});

/** @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export const ANTHROPIC_ENDS = endWords({
  answer: 'end_turn stop_sequence',
  calls: 'tool_use',
  cut: 'max_tokens model_context_window_exceeded',
  filtered: 'refusal',
  paused: 'pause_turn',
});

/** The status of a response or of a call in it, and the reason why a response is incomplete. */
export const RESPONSES_ENDS = endWords({
  answer: 'completed',
  partial: 'incomplete failed',
  cut: 'max_output_tokens',
  filtered: 'content_filter',
});

/** @see https://docs.ollama.com/api/chat */
export const OLLAMA_ENDS = endWords({ answer: 'stop', cut: 'length' });
