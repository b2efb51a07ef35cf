import type { LLMProvider, ModelId } from '@toolwright/contract';

/** Names each client as `provider/model`. Adds its position if an earlier client has the same name; uses it alone if there is no name. */
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

/** Returns a client's model in the format that responses use. */
export function modelId({ provider, model }: LLMProvider): ModelId {
  return { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) };
}
