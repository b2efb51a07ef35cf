import { scriptedModel } from 'toolwright/testing';
import { createTravelAgent } from './agent.js';
import { DOCUMENT, playDocument } from './server.js';

/** Stands for a model of a provider: it finds a station and a train, and books it. */
const model = scriptedModel([
  { toolCalls: [{ name: 'findStations', arguments: { name: 'Oslo' } }] },
  { toolCalls: [{ name: 'listDepartures', arguments: { stationId: 'oslo', kinds: ['express'] } }] },
  { toolCalls: [{ name: 'book', arguments: { train: 'r10', passengers: ['Ada'] } }] },
  'Ada has a seat in the train to Bergen at 08:25, for 549.',
]);

const server = await playDocument(DOCUMENT);
try {
  const agent = createTravelAgent(model, { baseUrl: server.baseUrl, auth: { token: 'secret' } });
  const { finalResponse, toolCalls } = await agent.run('Book a seat from Oslo to Bergen for Ada.');
  for (const { name, outcome } of toolCalls) console.log(`${name}: ${JSON.stringify(outcome.result)}`);
  console.log(finalResponse);
} finally {
  server.close();
}
