import type { IncomingMessage, ServerResponse } from 'node:http';
import { All, Inject, Req, Res } from '@nestjs/common';
import { ApplicationEndpoint } from './mcp-endpoint.js';

/**
 * Serves the tools over MCP, on Express and on Fastify. Extend it: `@Controller('mcp') class OrdersMcp extends McpController {}`, with the
 * guards of your other controllers.
 */
export abstract class McpController {
  @Inject(ApplicationEndpoint)
  private readonly applicationEndpoint!: ApplicationEndpoint;

  /** Answers a request of an MCP client. */
  @All()
  async handle(@Req() request: HandledRequest, @Res() response: HandledResponse): Promise<void> {
    // Fastify must not answer a request whose response is written directly.
    response.hijack?.();
    await this.applicationEndpoint
      .get()
      .handle(request.raw ?? request, response.raw ?? response, request.body);
  }
}

/** A request of Express, which is one of Node, or of Fastify, which holds one. */
type HandledRequest = IncomingMessage & { readonly raw?: IncomingMessage; readonly body?: unknown };
type HandledResponse = ServerResponse & { readonly raw?: ServerResponse; hijack?(): void };
