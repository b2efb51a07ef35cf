import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  type JsonObject,
  type JsonValue,
  type ToolOutcome,
  type ToolSpec,
  wellFormed,
} from '@toolwright/contract';
import { type McpOutput, mcpOutput } from '@toolwright/schema';
import { SchemaValidator } from '@toolwright/tools/validation';
import type { ServerOptions } from './server-options.js';

/** Writes the outcomes of one tool as the protocol wants them. */
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

  /** A result that is not what the output schema promises is a failure: clients check, and would refuse it. */
  write(outcome: ToolOutcome): CallToolResult {
    const { result, error } = wellFormed(outcome);
    if (error !== null) return this.failure(error);
    const content = this.#contentOf(result);
    if (this.#output === undefined) return { content };
    const structured = this.#output.encode(result);
    const issue = this.#validator?.issues(structured)[0];
    if (issue !== undefined) {
      return this.failure(`The result of '${this.#name}' is not what its schema says. ${issue.message}`);
    }
    // The root of an output schema is an object, and the result has passed it.
    return { content, structuredContent: { ...(structured as JsonObject) } };
  }

  #contentOf(result: JsonValue): CallToolResult['content'] {
    const content = this.#content?.(this.#name, result) ?? [{ type: 'text', text: textOf(result) }];
    // The same types, but for `readonly`, and with the text or the bytes of a resource told apart.
    return content as CallToolResult['content'];
  }

  failure(text: string): CallToolResult {
    return { content: [{ type: 'text', text }], isError: true };
  }
}

function textOf(result: JsonValue): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
