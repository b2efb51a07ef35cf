import type { Provider } from '../definition.js';
import { compatible } from './compatible.js';
import { resolveEndpoint } from './endpoint.js';
import { native } from './native.js';

/** Calls Gemini through `@google/genai`, or through `openai` if the base URL ends with `/openai` (Google's OpenAI-compatible endpoint). */
export const google: Provider = {
  findFacts: native.findFacts,
  open(context) {
    const { config, runtime } = context;
    const open = {
      native: once(() => native.open(context)),
      compatible: once(() => compatible.open(context)),
    };
    const current = () => {
      const { baseUrl } = resolveEndpoint(config, runtime.env);
      return open[/\/openai\/?(?:\?|$)/.test(baseUrl) ? 'compatible' : 'native']();
    };
    const { capabilities, baseUrl } = current();
    return { capabilities, baseUrl, wireFor: () => current().wire };
  },
};

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
