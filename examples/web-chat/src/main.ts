import type { AddressInfo } from 'node:net';
import { createClient } from 'toolwright';
import { createScriptedModel } from './scripted-model.js';
import { createChatServer } from './server.js';

const { OPENAI_API_KEY, PORT = '3000' } = process.env;
const llmClient = OPENAI_API_KEY
  ? createClient({ provider: 'openai', model: 'gpt-5-mini' })
  : createScriptedModel();
const server = createChatServer(llmClient).listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  console.log(`Open http://127.0.0.1:${port}`);
});
