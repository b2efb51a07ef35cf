// The names make the bench fail if the package is not built.
export { ToolRegistry, tool } from 'toolwright';
