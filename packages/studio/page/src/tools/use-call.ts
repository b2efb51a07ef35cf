import type { JsonObject } from '@toolwright/contract';
import { useState } from 'preact/hooks';
import type { CallStarted, ShownError } from '../../../src/protocol/requests.js';
import { RequestError, toShownError } from '../api/request.js';
import { mergeCall, server } from '../api/studio.js';

/** What is asked before a tool is called that may destroy something. */
const DESTRUCTIVE = 'It may destroy or overwrite something.';

/** Calls of a tool: begun, refused, or waiting for consent. */
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
      mergeCall({ callId: started.callId, tool, arguments: args, startedAt, logs: [] });
      setCallId(started.callId);
      onStart();
    } catch (error) {
      const needsConsent = error instanceof RequestError && error.shown.code === 'NEEDS_CONSENT';
      if (needsConsent) setQuestion(error.shown.message);
      else setRefusal(toShownError(error));
    }
  };
  const start = (args: JsonObject, how: 'ask' | 'call' | 'agree') => {
    clear();
    if (how === 'ask') setQuestion(DESTRUCTIVE);
    else void call(args, how === 'agree');
  };
  return { refusal, clear, question, start, callId, setCallId };
}
