import * as studio from './index.js';
import * as server from './server.js';

it('exports these values', () => {
  expect(Object.keys(studio).sort()).toEqual(['connectStudio', 'readLog', 'timelineOf']);
  expect(Object.keys(server).sort()).toEqual([
    'endWithParent',
    'hostProgram',
    'startStudio',
    'writeOpenPage',
  ]);
});
