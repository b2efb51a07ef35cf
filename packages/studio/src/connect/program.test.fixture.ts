/** A short program with a logger that is connected to Studio. */
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { connectStudio } from './connect-studio.js';

const agent = new Agent({ llmClient: scriptedModel([{ text: 'Hello.' }]), logger: connectStudio() });
process.stdout.write(`${(await agent.run('Hi')).finalResponse}\n`);
