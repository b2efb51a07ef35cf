/** A short program with a logger that is connected to Studio. Its argument is how long the model takes, in milliseconds. */
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { connectStudio } from './connect-studio.js';

const llmClient = scriptedModel([{ text: 'Hello.', delayMs: Number(process.argv[2] ?? 0) }]);
const agent = new Agent({ llmClient, logger: connectStudio() });
process.stdout.write(`${(await agent.run('Hi')).finalResponse}\n`);
