/** A process for tests: the module that it is given gets the parts that programs are made of. */

import { Agent, innerCallsOf } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { secret } from '@toolwright/redaction';
import { ToolRegistry } from '@toolwright/tools';
import { connectStudio } from '../connect/connect-studio.js';
import { hostProgram } from './host-program.js';
import type { LoadedAgent, LoadedProgram } from './loaded-program.js';

const agents = (...made: Agent[]): LoadedAgent[] =>
  made.map((agent) => ({
    agent,
    name: agent.name,
    description: agent.description,
    tools: agent.tools.map(({ name }) => name),
  }));

export const kit = { Agent, ToolRegistry, scriptedModel, connectStudio, agents, secret, innerCallsOf };

void hostProgram(async () => {
  const { create } = (await import(process.argv[2] ?? '')) as {
    create: (given: typeof kit) => LoadedProgram;
  };
  return create(kit);
});
