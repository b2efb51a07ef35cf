/** The kind of an error, for programs. */
export type ErrorCode =
  // registering and calling tools
  | 'NO_SCHEMA'
  | 'STALE_MANIFEST'
  | 'DUPLICATE_TOOL'
  | 'INVALID_TOOL'
  | 'UNKNOWN_TOOL'
  | 'MALFORMED_ARGUMENTS'
  | 'INVALID_ARGUMENTS'
  | 'INVALID_RESULT'
  | 'ASYNC_TOOL'
  | 'TOOL_FAILED'
  | 'TOOL_TIMEOUT'
  // prompts, messages, configuration
  | 'INVALID_PROMPT'
  | 'MISSING_VARIABLE'
  | 'INVALID_MESSAGE'
  | 'INVALID_CONFIG'
  | 'CALLBACK_FAILED'
  | 'MISSING_API_KEY'
  | 'MISSING_PACKAGE'
  | 'UNSUPPORTED'
  // providers
  | 'AUTHENTICATION'
  | 'RATE_LIMIT'
  | 'CONTEXT_TOO_LONG'
  | 'CONTENT_FILTER'
  | 'BAD_REQUEST'
  | 'PROVIDER_TIMEOUT'
  | 'NETWORK'
  | 'PROVIDER_FAILED'
  | 'STREAM_CUT'
  | 'INVALID_RESPONSE'
  // runs
  | 'ABORTED'
  | 'LIMIT_REACHED'
  | 'INVALID_OUTPUT'
  | 'INVALID_RUN'
  | 'STALE_RUN'
  // sessions
  | 'SESSION_BUSY'
  | 'UNKNOWN_SESSION'
  | 'STORE_FAILED'
  | 'STORE_CORRUPT'
  | 'STORE_VERSION'
  // scripted models
  | 'SCRIPT_MISMATCH'
  // codegen and command line
  | 'CODEGEN_FAILED'
  | 'INVALID_PROJECT'
  | 'OUTPUT_FAILED'
  | 'USAGE';
