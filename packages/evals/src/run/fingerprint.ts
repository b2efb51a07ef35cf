import { isRecord } from '@toolwright/contract';
import type { ModelRequest, Policy } from '@toolwright/core';
import type { EvalAgent } from '../define/eval-case.js';
import { digestOf } from '../digest.js';

/** What makes two agents the same for the cache. */
export interface Fingerprint {
  readonly digest: string;
  readonly model?: string;
}

/**
 * Finds the fingerprint of an agent: the model and the first request that it would send, with the system prompt, the tools and the
 * settings. The request is stopped before it is sent. Returns undefined if the agent sends none.
 */
export async function findFingerprint(
  agent: EvalAgent,
  context: unknown,
  signal: AbortSignal,
): Promise<Fingerprint | undefined> {
  let found: Fingerprint | undefined;
  const probe: Policy = {
    name: 'eval-fingerprint',
    beforeModel(request, { client: { provider, model }, agent: name }) {
      found ??= {
        digest: digestOf({ provider, model, name, ...describe(request) }),
        ...(model !== undefined && { model }),
      };
      return { end: 'Only the request was of interest.' };
    },
  };
  // Other agents may not know policies, and would send the request.
  if (!isAgent(agent)) return undefined;
  const run = agent.run as (input: string, options: object) => PromiseLike<unknown>; // an `Agent`, as checked above
  await run.call(agent, PROBE, { policies: [probe], remember: false, context, signal });
  return found;
}

/** The same for all runs, so that it is part of every fingerprint. */
const PROBE = 'fingerprint';

/** Whether this is an `Agent`, perhaps of another copy of the package. */
function isAgent(agent: unknown): boolean {
  return isRecord(agent) && typeof agent.runStream === 'function' && typeof agent.asTool === 'function';
}

function describe({ messages, tools, options }: ModelRequest): object {
  const { signal: _signal, ...settings } = options;
  return {
    messages,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    settings,
  };
}
