// Named, so that the bench fails where the package is not built.
export { ToolRegistry, tool } from 'toolwright';
