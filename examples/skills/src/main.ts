import { skills } from '@toolwright/capabilities';
import { Agent, createClient, createConsoleLogger } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

const TITLES = [
  'feat(search): find by author',
  'test: the search',
  'fix: dates in the west',
  'feat: dark mode',
];

const office = await skills(new URL('../skills', import.meta.url));

const agent = new Agent({
  llmClient: process.env.OPENAI_API_KEY
    ? createClient({ provider: 'openai', model: process.env.TOOLWRIGHT_MODEL || 'gpt-5-mini' })
    : scripted(),
  toolRegistry: office,
  policies: [office],
  logger: createConsoleLogger({ stream: process.stdout }),
});

let result = await agent.run(`What is new? ${JSON.stringify(TITLES)}`);
while (result.paused !== undefined) {
  for (const { name, arguments: args } of result.paused.pending) console.log(`\nAllowed: ${name} ${args}\n`);
  // In a program of yours, a person reads the calls here, and decides.
  const decisions = result.paused.pending.map(({ callId }) => [callId, { approved: true }] as const);
  result = await agent.resume(result.paused, Object.fromEntries(decisions));
}
console.log(`\n${result.finalResponse}`);

/** A model that does what the skill says, for a start without a key. */
function scripted() {
  console.log('OPENAI_API_KEY is not set, so the model is SCRIPTED.\n');
  const skill = 'release-notes';
  return scriptedModel([
    { toolCalls: [{ name: 'readSkill', arguments: { name: skill } }] },
    {
      toolCalls: [
        { name: 'readSkillFile', arguments: { skill, path: 'references/tone.md' } },
        { name: 'runSkillScript', arguments: { skill, path: 'scripts/group.mjs', args: TITLES } },
      ],
    },
    'You can find books by author, and read in the dark. Dates are right in the west.',
  ]);
}
