import 'reflect-metadata';
import * as nestjs from './index.js';

it('exports these values', () => {
  expect(Object.keys(nestjs).sort()).toEqual(['McpController', 'ToolwrightModule', 'findToolCall']);
});
