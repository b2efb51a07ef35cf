import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type ToolOutcome,
  type ToolSpec,
  wellFormed,
} from '@toolwright/contract';
import { type McpOutput, mcpOutput } from '@toolwright/json-schema';
import { SchemaValidator } from '@toolwright/tools/validation';
import { toMcpContent } from '../content-parts.js';
import type { ServerOptions } from './server-options.js';

/** Encodes the outcomes of one tool as protocol results. */
export class ResultWriter {
  readonly #name: string;
  readonly #content: ServerOptions['content'];
  readonly #output: McpOutput | undefined;
  readonly #validator: SchemaValidator | undefined;

  constructor({ name, output }: ToolSpec, content: ServerOptions['content']) {
    this.#name = name;
    this.#content = content;
    this.#output = output && mcpOutput(output);
    this.#validator = this.#output && new SchemaValidator(this.#output.schema);
  }

  /** Encodes an outcome. Clients validate results, so a result that violates the output schema is returned inside a failure. */
  write(outcome: ToolOutcome): CallToolResult {
    const { result, error, ...parts } = wellFormed(outcome);
    if (error !== null) return this.failure(error);
    const content = this.#contentOf(result, 'content' in parts ? parts.content : undefined);
    if (this.#output === undefined) return { content };
    const structured = this.#output.encode(result);
    const issue = this.#validator?.issues(structured)[0];
    if (issue !== undefined) {
      const fault = `The result of '${this.#name}' does not match its schema. ${issue.message} The tool has run, and returned:`;
      const [first, ...rest] = content;
      const { content: told, isError } = this.failure(`${fault} ${first?.type === 'text' ? first.text : ''}`);
      return { content: [...told, ...(first?.type === 'text' ? rest : content)], isError };
    }
    // The result is valid, and an output schema always describes an object.
    return { content, structuredContent: { ...(structured as JsonObject) } };
  }

  #contentOf(result: JsonValue, parts: readonly ContentPart[] | undefined): CallToolResult['content'] {
    const content = this.#content?.(this.#name, result) ??
      parts?.map(toMcpContent) ?? [{ type: 'text', text: textOf(result) }];
    // The SDK's types lack `readonly` and distinguish text resources from binary ones.
    return content as CallToolResult['content'];
  }

  failure(text: string): CallToolResult {
    return { content: [{ type: 'text', text }], isError: true };
  }
}

function textOf(result: JsonValue): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
