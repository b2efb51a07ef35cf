import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { createClient } from 'toolwright';
import { AppModule } from './app-module.js';
import { createScriptedModel } from './scripted-model.js';

const { OPENAI_API_KEY, PORT = '3000' } = process.env;
const llmClient = OPENAI_API_KEY
  ? createClient({ provider: 'openai', model: 'gpt-5-mini' })
  : createScriptedModel();
const app = await NestFactory.create(AppModule.with(llmClient), { logger: ['warn', 'error'] });
app.enableShutdownHooks();
await app.listen(Number(PORT), '127.0.0.1');
const url = await app.getUrl();
console.log(`Ask: curl ${url}/chat -H 'x-user: Bo' --json '{"message":"Delete order 1."}'`);
console.log(`MCP: ${url}/mcp, with the header x-user`);
