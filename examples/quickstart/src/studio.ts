/** What `toolwright dev` loads: the tools, and the agents with a model of their own. */
import { createAgent } from './agents.js';
import { connect } from './connect.js';

export { registry } from './agents.js';

export const guide = async () => createAgent('guide', (await connect()).client);
export const auditor = async () => createAgent('auditor', (await connect()).client);
