// N1
import { readFileSync } from 'node:fs';
import { importOpenApi } from '@toolwright/import';
import { scriptedModel } from 'toolwright/testing';
import { createTravelAgent } from './agent.js';
import { DOCUMENT, playDocument } from './server.js';

describe('the agent over an OpenAPI document', () => {
  it('has the client that the document gives', async () => {
    const { text, losses, notes } = await importOpenApi(DOCUMENT);
    expect(readFileSync(new URL('trains.ts', import.meta.url), 'utf8')).toBe(text);
    expect([losses, notes]).toEqual([[], []]);
  });

  it('calls the operations of the server', async () => {
    const server = await playDocument(DOCUMENT);
    const model = scriptedModel([
      { toolCalls: [{ name: 'book', arguments: { train: 'r10', passengers: ['Ada'] } }] },
      'Booked.',
    ]);
    const agent = createTravelAgent(model, { baseUrl: server.baseUrl, auth: { token: 'secret' } });
    const { toolCalls } = await agent.run('Book it.');
    server.close();
    expect(toolCalls.map(({ outcome }) => outcome.result)).toEqual([{ id: 'b-7', price: 549 }]);
  });
});
