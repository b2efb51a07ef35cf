import { createClient } from 'toolwright';

/** Toolwright; the client of a model serves all requests to that model. */
export function create(baseUrl) {
  const messages = [{ role: 'user', content: 'Hello' }];
  const clients = new Map();
  const clientFor = (model) => {
    const known = clients.get(model) ?? createClient({ provider: 'openai', model, apiKey: 'none', baseUrl });
    clients.set(model, known);
    return known;
  };
  return {
    async stream(model) {
      let text = '';
      for await (const delta of clientFor(model).stream(messages, [], {})) {
        if (delta.type === 'text-delta') text += delta.text;
      }
      return text;
    },
    async whole(model) {
      return (await clientFor(model).generate(messages, [], {})).content;
    },
  };
}
