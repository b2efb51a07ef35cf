export { connectMcp } from './client/connect-mcp.js';
export type {
  AuthorizationCode,
  CommandOptions,
  ConnectMcpOptions,
  McpEvent,
  McpRevision,
  RemoteToolInfo,
  SharedOptions,
  UrlOptions,
} from './client/connect-options.js';
export type { RegistryLike } from './client/follow-tools.js';
export type { McpConnection } from './client/mcp-connection.js';
export {
  type McpServerConnector,
  type McpServerDescriptor,
  type McpToolSource,
  mcpServerTools,
} from './client/mcp-server-tools.js';
export type {
  AuthorizeOptions,
  BrowserOptions,
  OAuthOptions,
  OAuthSettings,
  OAuthStorage,
} from './client/oauth/oauth-options.js';
export type {
  Completion,
  RemotePrompt,
  RemoteResource,
  RemoteResourceTemplate,
  RenderedPrompt,
} from './client/remote-resources.js';
export type { ContentOptions } from './client/server-content.js';
export type { McpContent, McpResource } from './content.js';
export {
  createMcpEndpoint,
  type McpEndpoint,
  type McpEndpointOptions,
} from './create-mcp-endpoint.js';
export type { EndpointOptions, HttpOptions } from './http/http-options.js';
export type { EventLimits, ResumeOptions } from './http/resume-options.js';
export type { TokenRequest, VerifiedToken } from './http/verified-token.js';
export { type ServeMcpOptions, serveMcp } from './serve-mcp.js';
export type { McpRequest } from './server/context-for.js';
export {
  type ElicitAnswer,
  type ElicitRequest,
  findMcpCall,
  type McpCall,
  type MessageAnswer,
  type MessageRequest,
} from './server/mcp-call.js';
export type { ServedExecution, ServedPrompts, ServedTools } from './server/served-tools.js';
export type {
  CompletionRequest,
  McpHandler,
  McpPromptMessage,
  PromptArgument,
  PromptDetails,
  ServerOptions,
} from './server/server-options.js';
export type { TaskOptions, TaskPolicy } from './server/tasks/task-options.js';
export type { McpService } from './service.js';
