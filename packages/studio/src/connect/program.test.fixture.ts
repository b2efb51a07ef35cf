/**
 * A short program with a logger that is connected to Studio. Its arguments are how long the model takes, in milliseconds, and `exit` if it
 * calls `process.exit` after its run.
 */
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { connectStudio } from './connect-studio.js';

const llmClient = scriptedModel([{ text: 'Hello.', delayMs: Number(process.argv[2] ?? 0) }]);
const agent = new Agent({ llmClient, logger: connectStudio() });
const { finalResponse } = await agent.run('Hi');
if (process.argv[3] === 'exit') process.exit();
process.stdout.write(`${finalResponse}\n`);
