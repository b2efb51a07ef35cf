import { DBOS } from '@dbos-inc/dbos-sdk';
import {
  errorMessage,
  isToolwrightError,
  type LLMProvider,
  type LLMResponse,
  ToolwrightError,
  type ToolwrightErrorOptions,
} from '@toolwright/contract';
import type { RunMemo } from './run-memo.js';

/** A failure as a step's value: an error that DBOS gives back has lost its class. */
interface Failure extends Pick<ToolwrightErrorOptions, 'blame' | 'hint' | 'status' | 'requestId'> {
  readonly code: ToolwrightError['code'];
  readonly message: string;
}

/** A model each of whose replies is a step: after a crash it is not asked again for what it has said. */
export function durableClient(client: LLMProvider, memo: RunMemo): LLMProvider {
  return {
    ...(client.provider !== undefined && { provider: client.provider }),
    ...(client.model !== undefined && { model: client.model }),
    ...(client.capabilities !== undefined && { capabilities: client.capabilities }),
    generate: async (messages, tools, options) => {
      const known = memo.nextReply();
      if (known !== undefined) return known;
      if (memo.interrupted.size > 0) throw interruptedRun();
      const step = await DBOS.runStep(() => attempt(() => client.generate(messages, tools, options)), {
        name: 'model',
      });
      if ('failure' in step) throw toError(step.failure);
      memo.addReply(step.response);
      return step.response;
    },
  };
}

async function attempt(
  ask: () => Promise<LLMResponse>,
): Promise<{ response: LLMResponse } | { failure: Failure }> {
  try {
    return { response: await ask() };
  } catch (error) {
    if (!isToolwrightError(error)) {
      return { failure: { code: 'PROVIDER_FAILED', blame: 'provider', message: errorMessage(error) } };
    }
    const { code, blame, message, hint, status, requestId } = error;
    return { failure: { code, blame, message, hint, status, requestId } };
  }
}

function toError({ code, message, ...options }: Failure): ToolwrightError {
  return new ToolwrightError(code, message, options);
}

/** Ends the run where it must not go on; nobody sees it, for the run is played again once a person has decided. */
function interruptedRun(): ToolwrightError {
  return new ToolwrightError('ABORTED', 'A call was cut off; whether it took effect is not known.', {
    blame: 'user',
  });
}
