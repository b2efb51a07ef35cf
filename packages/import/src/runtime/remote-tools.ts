/** A registry, or whatever else runs tools by name. */
export interface ToolCalls {
  execute(
    name: string,
    args: unknown,
    options?: CallOptions,
  ): Promise<{ readonly result: unknown; readonly error: string | null }>;
}

/** The options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Calls the tools of a server by name, for the methods of a generated client. */
export class RemoteTools {
  readonly #registry: ToolCalls;

  constructor(registry: ToolCalls) {
    this.#registry = registry;
  }

  /** @throws Error with the message that a model would read */
  async call<Result>(name: string, args: unknown, options: CallOptions = {}): Promise<Result> {
    const { result, error } = await this.#registry.execute(name, args, options);
    if (error !== null) throw new Error(error);
    // The connection checks results against the output schema of the tool.
    return result as Result;
  }
}
