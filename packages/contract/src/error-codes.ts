/**
 * The party that has to act on an error: `model` and `tool` errors are returned to the model, `provider` errors are retried, and
 * `developer` errors are thrown immediately.
 */
export type Blame = 'developer' | 'model' | 'tool' | 'provider' | 'user';

/** The entry for a code in docs/error-codes.md. */
interface ErrorCodeText {
  /** When the error occurs, as a complete sentence. */
  readonly when: string;
  /** The parties that usually have to act; `error.blame` names the party for a particular error. */
  readonly blame: readonly Blame[];
  readonly fix: string;
}

/** All error codes; the source of docs/error-codes.md. Programs only import the type `ErrorCode`, so they load none of these texts. */
export const errorCodes = {
  NO_SCHEMA: {
    when: 'A method or function is registered as a tool, but the manifest has no schema for it.',
    blame: ['developer'],
    fix: 'Run `npx toolwright codegen`, and pass the manifest it writes to `new ToolRegistry(manifest)`.',
  },
  STALE_MANIFEST: {
    when: 'The manifest does not match the code: a tool has different parameters, a method or its `@tool` was removed, or another version wrote the file.',
    blame: ['developer'],
    fix: 'Run `npx toolwright codegen`. In CI, `npx toolwright codegen --check` detects this before a release.',
  },
  DUPLICATE_TOOL: {
    when: 'Two tools of one registry or agent have, or had, the same name.',
    blame: ['developer'],
    fix: "Register one of them with `{ prefix: '…' }`, or give it a different name with `@tool({ name: '…' })`.",
  },
  DUPLICATE_RESOURCE: {
    when: 'Two resources of one registry have the same URI, or templates that match the same URIs.',
    blame: ['developer'],
    fix: 'Change one of the URIs, or register one of the objects with `{ resources: false }`.',
  },
  INVALID_TOOL: {
    when: 'You register, decorate or serve something that cannot be a tool, or that has no name or schema.',
    blame: ['developer', 'provider'],
    fix: 'Put `@tool` on a public method, wrap a function in `tool(…)`, or correct the tool that the message names.',
  },
  TOOL_CHANGED: {
    when: 'A tool of an MCP server differs from its lock, has changed since it was allowed or registered, or was removed.',
    blame: ['provider'],
    fix: 'Review the change that the message describes. If it is intended, run `npx toolwright mcp lock` again, or reconnect.',
  },
  UNKNOWN_RESOURCE: {
    when: 'No resource of the registry or the server has this URI.',
    blame: ['model', 'developer'],
    fix: 'Read one of the URIs that the message lists, or fill in one of the templates.',
  },
  UNKNOWN_TOOL: {
    when: 'A call names a tool that does not exist.',
    blame: ['model', 'developer', 'user'],
    fix: 'Use one of the names that the message lists. A model receives the same list and can retry.',
  },
  MALFORMED_ARGUMENTS: {
    when: 'The arguments of a call are not a JSON object.',
    blame: ['model', 'user'],
    fix: 'Pass one object with a member for each parameter, such as `{"city":"Oslo"}`. A model is told where its JSON is malformed.',
  },
  INVALID_ARGUMENTS: {
    when: 'An argument does not match the schema of the tool: it is missing, unknown, or has the wrong type.',
    blame: ['model', 'developer', 'user'],
    fix: 'Correct the arguments that the message lists by path. A model receives the same message and can retry.',
  },
  MISSING_CONTEXT: {
    when: 'A tool requires a `ToolContext<App>`, but the call, the run or the server that offers it has no `context`.',
    blame: ['developer'],
    fix: 'Pass it: `agent.run(input, { context })`, `registry.call(name, args, { context })`, or use `contextFor` in an MCP server.',
  },
  INVALID_RESULT: {
    when: 'A tool returns a value that JSON cannot represent, or that its declared type or schema does not allow.',
    blame: ['tool'],
    fix: 'Return a value of the declared type: strings, finite numbers, booleans, null, arrays, plain objects or built-ins.',
  },
  ASYNC_TOOL: {
    when: '`callSync` is used for a tool that returns a promise.',
    blame: ['developer'],
    fix: 'Use `await registry.call(name, args)`.',
  },
  TOOL_FAILED: {
    when: 'A tool throws, or a sub-agent or MCP server answers with an error.',
    blame: ['tool'],
    fix: 'Read `error.cause`. In a run, the model receives the message and can retry.',
  },
  TOOL_TIMEOUT: {
    when: 'A call takes longer than the timeout of its tool and is aborted.',
    blame: ['tool'],
    fix: 'Raise `toolTimeoutMs` of the agent or `@tool({ timeoutMs })`. Pass `context.signal` on, so that an aborted call ends.',
  },
  INVALID_PROMPT: {
    when: 'A prompt cannot be used: its template is malformed, or no prompt has the requested name.',
    blame: ['developer'],
    fix: 'Correct the template or the name. Write `{{` and `}}` for literal braces.',
  },
  MISSING_VARIABLE: {
    when: 'A template has a variable without a value.',
    blame: ['developer'],
    fix: 'Pass the variable that the message names, or give it a default.',
  },
  INVALID_MESSAGE: {
    when: 'A message, an image, a stored memory or a stored dialog is malformed, or the input of a run is empty.',
    blame: ['developer', 'user'],
    fix: 'Create messages with `createMessage`, and only restore what `toJSON()` returned.',
  },
  INVALID_REQUEST: {
    when: 'A request of a user interface is malformed, too large, or has a part that cannot be read.',
    blame: ['user'],
    fix: 'Answer it with `toErrorResponse(error)`, and correct the client. The message says what was expected.',
  },
  INVALID_CONFIG: {
    when: 'An option has an invalid value, or two options contradict each other.',
    blame: ['developer', 'user'],
    fix: 'Correct the option that the message names. The error is thrown before any request is sent.',
  },
  CALLBACK_FAILED: {
    when: 'A callback (a hook, a filter, a price, a parser) throws, or returns a promise where a value is required.',
    blame: ['developer'],
    fix: 'Correct the callback; `error.cause` contains what it threw.',
  },
  MISSING_API_KEY: {
    when: 'A provider needs an API key, but neither `apiKey` nor its environment variable is set. An empty variable counts as unset.',
    blame: ['developer'],
    fix: "Set the variable that the message names, or pass `apiKey`. A server without keys needs `provider: 'openai-compatible'`.",
  },
  MISSING_PACKAGE: {
    when: 'An optional package is needed but not installed: the SDK of a provider, codegen, a store, or tsx.',
    blame: ['developer', 'user'],
    fix: 'Run the `npm install` command in the message.',
  },
  UNSUPPORTED: {
    when: 'A provider, a model or this environment does not support a requested feature, such as log probabilities.',
    blame: ['developer', 'provider'],
    fix: 'Use a model that supports it, or the alternative that the message suggests.',
  },
  AUTHENTICATION: {
    when: 'A provider or an MCP server refuses the key, or the account has no access to the model.',
    blame: ['developer'],
    fix: 'Check the key, its permissions, and that it belongs to the provider of the client.',
  },
  RATE_LIMIT: {
    when: 'A provider still reports too many requests after all retries, or the quota of the account is used up.',
    blame: ['provider'],
    fix: "Send fewer requests at once, raise the account's limit, or raise the client's `retries`.",
  },
  CONTEXT_TOO_LONG: {
    when: 'The conversation is longer than the context window of the model.',
    blame: ['developer'],
    fix: 'Set `compaction`, lower `maxHistory`, or use a model with a larger window.',
  },
  CONTENT_FILTER: {
    when: "The provider's content filter blocks the prompt, the whole answer, or a reply with tool calls, which are not executed.",
    blame: ['user'],
    fix: 'Rephrase the request. A retry with the same words ends the same way.',
  },
  BAD_REQUEST: {
    when: 'The provider refuses the request: unknown model, wrong URL, or an unsupported option.',
    blame: ['developer'],
    fix: "Read the provider's message in the error. Check the model name, `baseUrl` and `extraBody`.",
  },
  PROVIDER_TIMEOUT: {
    when: 'A request, its first chunk, or the gap between two chunks takes longer than the client allows.',
    blame: ['provider'],
    fix: 'Raise the value of `timeouts` that the message names.',
  },
  NETWORK: {
    when: 'A provider or an MCP server cannot be reached, or the connection breaks.',
    blame: ['provider'],
    fix: 'Check the network, the URL, and whether the server is running. Requests have already been retried.',
  },
  PROVIDER_FAILED: {
    when: 'A provider answers with a server error after all retries, or a custom client throws.',
    blame: ['provider'],
    fix: "Try again later. Give `error.status` and `error.requestId` to the provider's support.",
  },
  STREAM_CUT: {
    when: 'A streamed answer ends before it is complete.',
    blame: ['provider'],
    fix: 'Ask again. The received text is not a complete answer.',
  },
  INVALID_RESPONSE: {
    when: 'A reply does not match the format of the API that the client uses, or its provider reports a failure, such as `MALFORMED_FUNCTION_CALL`. [How a reply ends](agents.md#how-a-reply-ends) lists the cases.',
    blame: ['provider'],
    fix: 'Ask again. If it never succeeds, check `provider` and `baseUrl`. If you wrote the client, return what `LLMProvider` requires.',
  },
  ABORTED: {
    when: 'The signal of a run or a call was aborted, or your program stopped reading the stream.',
    blame: ['user'],
    fix: 'Nothing, if this was intended. `error.cause` is the abort reason of the signal.',
  },
  LIMIT_REACHED: {
    when: "A run reaches a limit before it has an answer, and `onLimit` is `'throw'` or the run requires an output.",
    blame: ['developer', 'user', 'model', 'provider'],
    fix: "Raise the limit that the message names, or choose `onLimit: 'force-answer'`.",
  },
  INVALID_OUTPUT: {
    when: 'The answer does not match the requested output, even after all retries.',
    blame: ['model'],
    fix: 'Simplify the schema, raise `outputRetries`, or use a model that supports JSON schemas.',
  },
  INVALID_RUN: {
    when: 'You resume a run that is not paused, or start a run in a session whose last run has not ended.',
    blame: ['developer'],
    fix: 'Pass `result.paused` unchanged. Ask a session for its `state()` first.',
  },
  STALE_PROGRAM: {
    when: 'A tool that makes calls of its own, such as a program in code mode, makes other calls than before the pause, or its tools have changed since.',
    blame: ['tool', 'developer'],
    fix: 'Start the run again. Deploy changes to the tools of paused programs compatibly, or let the programs end first.',
  },
  STALE_RUN: {
    when: 'You resume a run with a different agent, with different arguments, or with tools that no longer accept its calls. The message names the tool and the change.',
    blame: ['developer'],
    fix: 'Resume with the same agent and with tools that accept its calls, or start the run again. `@was` keeps former names valid.',
  },
  FORGED_RUN: {
    when: 'A paused run was changed after it was paused, has no signature, or was signed with a different key.',
    blame: ['developer'],
    fix: 'Reject it. If another process paused it, give the agents in both processes the same `approvalKey`.',
  },
  EXPIRED_RUN: {
    when: 'You resume a run that has waited longer than `approvalTtlMs`.',
    blame: ['user'],
    fix: 'Start the run again.',
  },
  SESSION_BUSY: {
    when: 'Another process, or another call in this process, is writing to the session.',
    blame: ['user'],
    fix: 'Wait for it, or stop it. The lease of a dead process expires by itself.',
  },
  UNKNOWN_SESSION: {
    when: 'No session or durable run has this id.',
    blame: ['user'],
    fix: 'Run `toolwright sessions list` to see all session ids.',
  },
  STORE_FAILED: {
    when: 'The session store cannot be read or written.',
    blame: ['user'],
    fix: 'Check the file, its folder, its permissions and the free space; `error.cause` contains details.',
  },
  STORE_CORRUPT: {
    when: 'The session store contains data that it did not write.',
    blame: ['user'],
    fix: 'Restore the file from a backup. Toolwright does not change the damaged file.',
  },
  STORE_VERSION: {
    when: 'A newer version of the store wrote the file.',
    blame: ['user'],
    fix: 'Update `@toolwright/store`. The older version does not change the file.',
  },
  SCRIPT_MISMATCH: {
    when: 'A scripted model receives a request that matches no step of its script, or has steps left at the end.',
    blame: ['developer'],
    fix: 'Add the missing step to the test, or remove the unused step.',
  },
  STALE_CASSETTE: {
    when: 'A replayed model receives a request that its cassette does not have, or not as often.',
    blame: ['developer'],
    fix: 'If the change is meant, record the conversation again with `TOOLWRIGHT_RECORD=all`. The message says what differs.',
  },
  INVALID_CASSETTE: {
    when: 'A cassette is missing, damaged, edited by hand, or was written by another version.',
    blame: ['developer'],
    fix: 'Restore the file, or delete it and record it again. Toolwright does not change a file that it cannot read.',
  },
  CODEGEN_FAILED: {
    when: 'Codegen finds errors in the project. Each error has its own code: see [diagnostics](diagnostics.md).',
    blame: ['developer'],
    fix: 'Correct the errors that the diagnostics report, and run codegen again.',
  },
  INVALID_PROJECT: {
    when: 'A tsconfig.json or package.json is missing or malformed, or lists no source files.',
    blame: ['developer', 'user'],
    fix: 'Run the command in the folder of the tsconfig.json, or pass its path with `--project`.',
  },
  OUTPUT_FAILED: {
    when: 'A generated file cannot be written, or would replace a file that Toolwright did not write.',
    blame: ['developer'],
    fix: 'Check the path and its permissions, or pass a different path with `--out`.',
  },
  USAGE: {
    when: 'A command or a function receives arguments that cannot be combined, or a file that cannot be read.',
    blame: ['user', 'developer'],
    fix: 'Follow the hint. `toolwright <command> --help` shows options and examples.',
  },
} as const satisfies Record<string, ErrorCodeText>;

/** The machine-readable code of an error. */
export type ErrorCode = keyof typeof errorCodes;
