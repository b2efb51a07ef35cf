import type { JsonObject } from '@toolwright/contract';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { agentFor, erase, pausedOf } from './eraser.test.support.js';

describe('resuming', () => {
  async function pausedBy(config: Partial<AgentConfig> = {}) {
    return pausedOf(await agentFor([erase], config).agent.run('go'));
  }
  const yes = { e: { approved: true } } as const;

  it('with another set of tools is refused, with what is different', async () => {
    const paused = await pausedBy();
    const changed = stubTools({ peek: () => 1, erase: () => 2 }, { erase: { needsApproval: true } });
    const { agent } = agentFor(['x'], { toolRegistry: changed });
    await expect(agent.resume(paused, yes)).rejects.toMatchObject({
      code: 'STALE_RUN',
      message: 'The tools are not those that the run was paused with; gone: look; new: peek; changed: erase.',
    });
    expect(() => agent.resumeStream(paused, yes)).toThrow('The tools are not those');
    expect(changed.executed).toEqual([]);
  });

  it('with another agent is refused', async () => {
    const paused = await pausedBy({ name: 'clerk' });
    await expect(agentFor([], { name: 'chef' }).agent.resume(paused, yes)).rejects.toMatchObject({
      code: 'STALE_RUN',
      message: "This run belongs to the agent 'clerk', not to 'chef'.",
    });
  });

  it('what is no paused run, or one of another version, is refused with the place', async () => {
    const paused = await pausedBy();
    const { agent } = agentFor([]);
    const broken = (data: JsonObject) => ({ ...paused, data: { ...paused.data, ...data } });
    for (const [value, reason] of [
      [null, 'it is not an object'],
      ['{}', 'it is not an object'],
      [{ ...paused, version: 2 }, 'its version is 2, and this package reads 1'],
      [{ ...paused, runId: 5 }, "'runId' is no text"],
      [{ ...paused, pending: [{}] }, "'pending' is no list of calls"],
      [{ ...paused, data: [] }, "'data' is not an object"],
      [broken({ history: {} }), "'data.history' is not what it should be"],
      [broken({ added: [{ role: 'clown' }] }), "'data.added' is not what it should be"],
      [broken({ reply: { text: '', calls: [1] } }), "'data.reply' is not what it should be"],
      [broken({ iteration: 'one' }), "'data.iteration' is not what it should be"],
      [broken({ toolCalls: [{}] }), "'data.toolCalls' is not what it should be"],
      [broken({ ledger: null }), "'data.ledger' is not what it should be"],
    ] as const) {
      await expect(agent.resume(value, yes)).rejects.toMatchObject({
        code: 'INVALID_RUN',
        message: `This is not a paused run: ${reason}.`,
      });
    }
  });
});
