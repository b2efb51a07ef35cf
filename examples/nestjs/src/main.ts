import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app-module.js';

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
const url = await app.getUrl();
console.log(`Ask: curl ${url}/chat -H 'x-user: Bo' --json '{"message":"Delete order 1."}'`);
console.log(`MCP: ${url}/mcp, with the header x-user`);
