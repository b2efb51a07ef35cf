import { Agent, createClient, createConsoleLogger, ToolRegistry } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';
import { PetApi, StoreApi } from './petstore.js';
import { KEY, PETSTORE, playDocument } from './server.js';
import { manifest } from './toolwright.gen.js';

const server = await playDocument(PETSTORE);
const options = { baseUrl: server.baseUrl, auth: { petstore_auth: KEY, api_key: KEY } };

const agent = new Agent({
  llmClient: process.env.OPENAI_API_KEY
    ? createClient({ provider: 'openai', model: process.env.TOOLWRIGHT_MODEL || 'gpt-5-mini' })
    : scripted(),
  toolRegistry: new ToolRegistry(manifest).registerFrom(new PetApi(options), new StoreApi(options)),
  logger: createConsoleLogger({ stream: process.stdout }),
});
try {
  await agent.run('Order a pet that is available, and look whether my order 12 has been delivered.');
} finally {
  server.close();
}

/** A model for a start without a key. Like real ones, it learns from an error. */
function scripted() {
  console.log('OPENAI_API_KEY is not set, so the model is SCRIPTED.\n');
  return scriptedModel([
    { toolCalls: [{ name: 'findPetsByStatus', arguments: { status: ['available'] } }] },
    {
      toolCalls: [
        { name: 'placeOrder', arguments: { petId: 25, quantity: 1 } },
        { name: 'getOrderById', arguments: { orderId: 12 } },
      ],
    },
    'I ordered the pet 25, doggie. Numbers of orders go from 1 to 10: which one did you mean?',
  ]);
}
