import { Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { JsonObject } from '@toolwright/contract';
import { handleCompletion } from './completion-handler.js';
import { Conversations } from './conversations.js';
import { handlePrompts } from './prompt-handlers.js';
import { ResourceHandlers } from './resource-handlers.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';
import { readTaskOptions, TASKS } from './tasks/task-options.js';
import { ANYTHING, Tasks } from './tasks/tasks.js';
import { ToolHandlers } from './tool-handlers.js';

/** Creates the SDK's servers for the clients of one registry. */
export class McpServers {
  readonly resources: ResourceHandlers;
  readonly handlers: ToolHandlers;
  readonly #tasks: Tasks | undefined;
  readonly #conversations: Conversations;

  constructor(
    readonly tools: ServedTools,
    readonly options: ServerOptions = {},
  ) {
    this.#tasks = options.tasks === undefined ? undefined : new Tasks(readTaskOptions(options.tasks));
    this.#conversations = new Conversations(this.#tasks);
    this.handlers = new ToolHandlers(tools, options, this.#conversations);
    this.resources = new ResourceHandlers(tools, options, this.#conversations);
  }

  /** Creates an unconnected server: for one client or, in revisions without sessions, for one request. */
  create(): Server {
    const { name = 'toolwright', version = '0.0.0', title } = this.options;
    const server = new Server(
      { name, version, ...(title === undefined ? {} : { title }) },
      {
        capabilities: this.#capabilities(),
        ...(this.options.instructions === undefined ? {} : { instructions: this.options.instructions }),
        debouncedNotificationMethods: [
          'notifications/tools/list_changed',
          'notifications/prompts/list_changed',
          'notifications/resources/list_changed',
        ],
        jsonSchemaValidator: sharedValidator(),
        ...(this.options.cache === undefined ? {} : { cacheHints: hintsOf(this.options.cache) }),
      },
    );
    this.handlers.addTo(server);
    this.#tasks?.addTo(server);
    const { prompts } = this.options;
    if (prompts !== undefined) handlePrompts(server, prompts, this.options, this.#conversations);
    if (this.#hasResources) this.resources.addTo(server);
    if (this.#completes) handleCompletion(server, this.resources.table, this.options);
    handleOthers(server, this.options);
    return server;
  }

  /** Calls the listeners when the registries change. @returns a function that removes the listeners */
  follow(listeners: ChangeListeners): () => void {
    const ends = [
      this.tools.onChange?.(listeners.onTools),
      this.options.prompts?.onChange?.(listeners.onPrompts),
      this.tools.onResourceChange?.((uri) =>
        uri === undefined ? listeners.onResources() : listeners.onResource(uri),
      ),
    ];
    return () => {
      for (const end of ends) end?.();
    };
  }

  close(): void {
    this.#conversations.close();
  }

  /** Whether to declare resources. If not, clients do not request resources from a registry without any. */
  get #hasResources(): boolean {
    return !this.resources.table.isEmpty;
  }

  get #completes(): boolean {
    return this.options.complete !== undefined || this.resources.table.list('uriTemplate').length > 0;
  }

  #capabilities() {
    const { prompts, capabilities, handlers = {} } = this.options;
    const follows = this.tools.onResourceChange !== undefined;
    return {
      ...capabilitiesOf(Object.keys(handlers)),
      ...(this.#hasResources ? { resources: { subscribe: follows, listChanged: follows } } : {}),
      ...(this.#completes ? { completions: {} } : {}),
      ...capabilities,
      ...(this.#tasks === undefined ? {} : { extensions: { ...capabilities?.extensions, [TASKS]: {} } }),
      tools: { listChanged: this.tools.onChange !== undefined },
      logging: {},
      ...(prompts === undefined ? {} : { prompts: { listChanged: prompts.onChange !== undefined } }),
    };
  }
}

/** Listeners for changes that a server reports to its clients. */
export interface ChangeListeners {
  readonly onTools: () => void;
  readonly onPrompts: () => void;
  readonly onResources: () => void;
  readonly onResource: (uri: string) => void;
}

/**
 * Creates a server that reports changes to its client. Closing the server removes its listeners from the registries.
 * @param era `modern` since 2026-07-28, where the SDK itself keeps the client's subscriptions
 */
export function announce(servers: McpServers, era: 'legacy' | 'modern' = 'legacy'): Server {
  const server = servers.create();
  const tell = (send: () => Promise<void>): void => {
    if (server.transport === undefined) return;
    send().catch((error) => server.onerror?.(error));
  };
  const end = servers.follow({
    onTools: () => tell(() => server.sendToolListChanged()),
    onPrompts: () => tell(() => server.sendPromptListChanged()),
    onResources: () => tell(() => server.sendResourceListChanged()),
    onResource: (uri) => {
      if (era === 'modern' || servers.resources.isSubscribed(server, uri))
        tell(() => server.sendResourceUpdated({ uri }));
    },
  });
  server.onclose = end;
  return server;
}

/**
 * Adds the program's handlers, which replace those of this package. Each method needs its own handler, because unknown methods must be
 * answered with status 404 over HTTP since 2026-07-28.
 */
function handleOthers(server: Server, { handlers = {} }: ServerOptions): void {
  for (const [method, handler] of Object.entries(handlers)) {
    server.setRequestHandler(method, { params: ANYTHING }, async (params) => {
      return { ...(await handler(params as JsonObject)) }; // parsed from JSON
    });
  }
}

function hintsOf({ ttlMs, scope = 'private' }: NonNullable<ServerOptions['cache']>) {
  return Object.fromEntries(CACHEABLE.map((method) => [method, { ttlMs, cacheScope: scope }]));
}

/** Methods whose results can have cache hints. */
const CACHEABLE = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'server/discover',
];

function capabilitiesOf(methods: readonly string[]): Readonly<Record<string, object>> {
  const families = new Set(methods.map((method) => method.split('/', 1)[0]));
  return {
    ...(families.has('resources') ? { resources: {} } : {}),
    ...(families.has('prompts') ? { prompts: {} } : {}),
    ...(families.has('completion') ? { completions: {} } : {}),
  };
}

let validator: AjvJsonSchemaValidator | undefined;

/** Returns the validator that all servers share, because creating an AJV instance takes longer than most calls. */
function sharedValidator(): AjvJsonSchemaValidator {
  validator ??= new AjvJsonSchemaValidator();
  return validator;
}
