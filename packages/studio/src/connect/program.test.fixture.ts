/** A short program with a logger that is connected to Studio. */
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { connectStudio } from './connect-studio.js';

const agent = new Agent({ llmClient: scriptedModel([{ text: 'Hello.' }]), logger: connectStudio() });
console.log((await agent.run('Hi')).finalResponse);
