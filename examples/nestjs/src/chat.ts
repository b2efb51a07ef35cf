import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Body, Controller, Header, Inject, Post, StreamableFile, UseGuards } from '@nestjs/common';
import { McpController } from '@toolwright/nestjs';
import { Agent, ToolRegistry } from 'toolwright';
import type { LLMProvider } from 'toolwright/types';
import { toUIStream } from 'toolwright/ui';
import { UserGuard } from './roles.js';

export const LLM_CLIENT = Symbol('the model');

/** Runs an agent for each message, and streams its events by the AG-UI protocol. */
@Controller('chat')
@UseGuards(UserGuard)
export class ChatController {
  constructor(
    private readonly toolRegistry: ToolRegistry,
    @Inject(LLM_CLIENT) private readonly llmClient: LLMProvider,
  ) {}

  @Post()
  @Header('content-type', 'text/event-stream')
  chat(@Body('message') message: string): StreamableFile {
    const { toolRegistry, llmClient } = this;
    const run = new Agent({ llmClient, toolRegistry }).runStream(message);
    const events = toUIStream(run, 'ag-ui', { threadId: 'chat', runId: crypto.randomUUID() });
    return new StreamableFile(Readable.fromWeb(events as WebStream)); // the types of Node and of browsers differ
  }
}

/** Serves the same tools over MCP, to the same users. */
@Controller('mcp')
@UseGuards(UserGuard)
export class OrdersMcp extends McpController {}
