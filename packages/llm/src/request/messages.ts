import {
  type AssistantMessage,
  type ContentPart,
  type DeveloperMessage,
  type ImageSource,
  type MediaSource,
  type Message,
  type Role,
  type SystemMessage,
  type ToolCall,
  type ToolMessage,
  ToolwrightError,
  toAudioPart,
  toFilePart,
  toImagePart,
  type UserMessage,
} from '@toolwright/contract';

/** Options of `createMessage`. */
export interface MessageOptions {
  /** The name of the author. Characters that providers refuse are replaced. */
  readonly name?: string | undefined;
  /** Images, for the role `user`. */
  readonly images?: readonly ImageSource[] | undefined;
  /** Files such as PDFs, for the role `user`. `{ source, name }` sets the file name that the model sees. */
  readonly files?: readonly (MediaSource | NamedFile)[] | undefined;
  /** Audio files, for the role `user`. */
  readonly audio?: readonly MediaSource[] | undefined;
  /** Tool calls, for the role `assistant`. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** The id of the call that the message answers; required for the role `tool`. */
  readonly toolCallId?: string | undefined;
}

/** A file with a name that the model sees. The extension determines the media type if the bytes do not. */
export interface NamedFile {
  readonly source: MediaSource;
  readonly name: string;
}

/**
 * Creates a message in the format that models receive.
 * @param content the text; if it is `''`, a message with images, files or audio contains only these
 * @throws ToolwrightError `INVALID_MESSAGE`
 */
export function createMessage(
  role: 'system',
  content: string,
  options?: Pick<MessageOptions, 'name'>,
): SystemMessage;
export function createMessage(
  role: 'developer',
  content: string,
  options?: Pick<MessageOptions, 'name'>,
): DeveloperMessage;
export function createMessage(
  role: 'user',
  content: string,
  options?: Pick<MessageOptions, 'name' | 'images' | 'files' | 'audio'>,
): UserMessage;
export function createMessage(
  role: 'assistant',
  content: string | null,
  options?: Pick<MessageOptions, 'name' | 'toolCalls'>,
): AssistantMessage;
export function createMessage(
  role: 'tool',
  content: string,
  options: Required<Pick<MessageOptions, 'toolCallId'>>,
): ToolMessage;
export function createMessage(role: Role, content: string | null, options?: MessageOptions): Message;
export function createMessage(role: Role, content: string | null, options: MessageOptions = {}): Message {
  checkOptions(role, options);
  const name = options.name === undefined ? {} : { name: sanitizeName(options.name) };
  switch (role) {
    case 'system':
    case 'developer':
      return { role, content: text(role, content), ...name };
    case 'user':
      return { role, content: userContent(text(role, content), options), ...name };
    case 'assistant':
      return assistantMessage(content, options.toolCalls, name);
    case 'tool':
      return { role, tool_call_id: getCallId(options), content: text(role, content) };
    default:
      role satisfies never;
      throw invalid(`No role '${String(role)}'.`, 'Available: system, developer, user, assistant, tool.');
  }
}

/**
 * Converts a name so that all providers accept it: letters, digits, `_` and `-`, at most 64 characters. Accents are removed; any
 * other character becomes `_`.
 * @throws ToolwrightError `INVALID_MESSAGE` for an empty name
 */
export function sanitizeName(name: string): string {
  if (typeof name !== 'string' || name.trim() === '') {
    throw invalid('The name of a message is empty.', 'Omit it, or pass a name.');
  }
  const plain = name.trim().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64);
}

/** The roles that accept each option. */
const ALLOWED = {
  name: ['system', 'developer', 'user', 'assistant'],
  images: ['user'],
  files: ['user'],
  audio: ['user'],
  toolCalls: ['assistant'],
  toolCallId: ['tool'],
} as const satisfies Record<keyof MessageOptions, readonly Role[]>;

function checkOptions(role: Role, options: MessageOptions): void {
  for (const [option, roles] of Object.entries(ALLOWED)) {
    // ALLOWED has exactly the keys of MessageOptions.
    const value = options[option as keyof MessageOptions];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    if (roles.some((allowed) => allowed === role)) continue;
    throw invalid(
      `A message with the role '${role}' does not accept ${option}.`,
      `Roles that accept it: ${roles.join(', ')}.`,
    );
  }
}

function userContent(
  content: string,
  { images = [], files = [], audio = [] }: MessageOptions,
): UserMessage['content'] {
  const parts: ContentPart[] = [
    ...images.map(toImagePart),
    ...files.map((file) => (isNamed(file) ? toFilePart(file.source, file.name) : toFilePart(file))),
    ...audio.map(toAudioPart),
  ];
  if (parts.length === 0) return content;
  return content === '' ? parts : [{ type: 'text', text: content }, ...parts];
}

function isNamed(file: MediaSource | NamedFile): file is NamedFile {
  return typeof file === 'object' && file !== null && 'source' in file;
}

function assistantMessage(
  content: string | null,
  calls: readonly ToolCall[] = [],
  name: { readonly name?: string },
): AssistantMessage {
  for (const call of calls) {
    if (!call.id || !call.function?.name || typeof call.function.arguments !== 'string') {
      throw invalid(
        `A tool call is incomplete: ${JSON.stringify(call)}.`,
        "Pass { id, type: 'function', function: { name, arguments } }, where arguments is a JSON string.",
      );
    }
  }
  if (calls.length > 0) return { role: 'assistant', content: content || null, ...name, tool_calls: calls };
  return { role: 'assistant', content: text('assistant', content), ...name };
}

function getCallId({ toolCallId }: MessageOptions): string {
  if (typeof toolCallId === 'string' && toolCallId !== '') return toolCallId;
  throw invalid('A tool message requires a toolCallId.', 'Pass the id of the call that the message answers.');
}

function text(role: Role, content: string | null): string {
  if (typeof content === 'string') return content;
  throw invalid(
    `The content of a message with the role '${role}' is ${content === null ? 'null' : `of type ${typeof content}`}.`,
    'Pass a string as content, and media in the options images, files and audio.',
  );
}

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', message, { blame: 'developer', hint });
}
