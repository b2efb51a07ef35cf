import type { LLMProvider, ModelId } from '@toolwright/contract';

/** `provider/model` of each client. A client without a name, or with that of an earlier one, is named by its place. */
export function modelNames(clients: readonly LLMProvider[]): readonly string[] {
  const names: string[] = [];
  for (const [index, { provider, model }] of clients.entries()) {
    const name = [provider, model].filter((part) => part !== undefined && part !== '').join('/');
    const place = `client ${index + 1}`;
    if (name === '') names.push(place);
    else names.push(names.includes(name) ? `${name} (${place})` : name);
  }
  return names;
}

/** The model of a client, as a response names it. */
export function modelId({ provider, model }: LLMProvider): ModelId {
  return { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) };
}
