import type { LLMProvider, ModelId } from '@toolwright/contract';

/** Names each client as `provider/model`, or by its position if it has no name or the name of an earlier client. */
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

/** The model of a client in the format of a response. */
export function modelId({ provider, model }: LLMProvider): ModelId {
  return { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) };
}
