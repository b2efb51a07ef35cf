import type { JsonObject } from '@toolwright/contract';
import { useState } from 'preact/hooks';
import type { CallEntry, CallStarted, ShownError } from '../../../src/protocol/requests.js';
import { RequestError, toShownError } from '../api/request.js';
import { mergeCall, server } from '../api/studio.js';
import { keepNewest } from './keep-newest.js';

/** The original arguments of the calls in this tab. The server and other tabs only have them without secrets. */
const typed = new Map<string, JsonObject>();

/** Returns the arguments of a call for editing. */
export function argumentsOf({ callId, arguments: shown }: CallEntry): JsonObject {
  return typed.get(callId) ?? shown;
}

/** The state of a tool call from the page: the current call, a refusal, or a question that asks for consent. */
export function useCall(tool: string, onStart: () => void) {
  const [refusal, setRefusal] = useState<ShownError | undefined>(undefined);
  const [question, setQuestion] = useState<string | undefined>(undefined);
  const [callId, setCallId] = useState<string | undefined>(undefined);
  const clear = () => {
    setRefusal(undefined);
    setQuestion(undefined);
  };
  const call = async (args: JsonObject, hasConsent: boolean) => {
    const startedAt = Date.now();
    try {
      const body = { tool, arguments: args, ...(hasConsent && { consent: true }) };
      const started = await server.api<CallStarted>('calls', { method: 'POST', body });
      keepNewest(typed, started.callId, args);
      mergeCall({ callId: started.callId, tool, arguments: started.arguments, startedAt, logs: [] });
      setCallId(started.callId);
      onStart();
    } catch (error) {
      const needsConsent = error instanceof RequestError && error.shown.code === 'NEEDS_CONSENT';
      if (needsConsent) setQuestion(error.shown.message);
      else setRefusal(toShownError(error));
    }
  };
  const start = (args: JsonObject, hasConsent: boolean) => {
    clear();
    // Without consent, the server first validates the call, and then reports whether consent is needed.
    void call(args, hasConsent);
  };
  return { refusal, clear, question, start, callId, setCallId };
}
