import { usersOf } from './users-of.js';

it('names the agents that have a tool, and tells a program without agents from a tool that no agent has', () => {
  const agents = [
    { name: 'support', description: '', tools: ['find_order', 'refund'] },
    { name: 'researcher', description: '', tools: ['find_order'] },
  ];
  const state = { status: 'ready', agents } as const;
  expect(usersOf(state, 'find_order')).toEqual(['support', 'researcher']);
  expect(usersOf(state, 'refund')).toEqual(['support']);
  expect(usersOf(state, 'find')).toEqual([]);
  expect(usersOf({ status: 'ready', agents: [] }, 'refund')).toBeUndefined();
  expect(usersOf({ status: 'starting' }, 'refund')).toBeUndefined();
});
