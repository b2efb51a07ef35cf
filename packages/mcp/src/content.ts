/**
 * A part of a message or a result. Declared in this package, because the official SDK's types slow down the compiler considerably.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#contentblock
 */
export type McpContent =
  | { readonly type: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: McpResource }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly description?: string;
      readonly mimeType?: string;
    };

/** `blob` is base64. */
export interface McpResource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}
