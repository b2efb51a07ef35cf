import { toCell } from './report.mjs';

const paused = {
  ended: { kind: 'paused', pending: 1 },
  calls: ['note 1'],
  durations: [5],
  waited: 1,
};
const resumed = {
  ended: { kind: 'returned', value: ['note 1', 'pay 2'] },
  calls: ['pay 2'],
  durations: [],
  waited: 1,
};

describe('a cell of the table of code modes', () => {
  it('names the calls of both processes', () => {
    const scenario = { code: 'tools.pay({ n: 2 })', elsewhere: true };
    expect(toCell(scenario, { first: paused, second: resumed })).toBe(
      'returns `["note 1","pay 2"]`; ran before: note 1; after: pay 2',
    );
    expect(toCell(scenario, { first: paused })).toBe('pauses; ran before: note 1; after: not resumed');
  });

  it('says that nothing ran, how long it took, and how long others waited', () => {
    const failed = {
      ended: { kind: 'failed', message: 'a | b\n `c`' },
      calls: [],
      durations: [1100],
      waited: 240,
    };
    expect(toCell({ code: 'tools.note({ n: 1 })', isTimed: true }, { first: failed })).toBe(
      "fails: `a \\| b 'c'`; ran: nothing; 1.1 s; others waited 0.2 s",
    );
  });

  it('says that a process gave no report, or a program no end', () => {
    expect(toCell({ code: '' }, { first: undefined })).toBe('– the process ended or hung');
    const endless = { ended: { kind: 'endless' }, calls: [], durations: [], waited: 22_000 };
    expect(toCell({ code: '', isTimed: true }, { first: endless })).toBe(
      'no end in 20 s; others waited 22.0 s',
    );
  });

  it('takes the median of the warm half of the runs', () => {
    const runs = { ended: { kind: 'returned', value: 5 }, calls: [], durations: [90, 80, 2, 4], waited: 0 };
    expect(toCell({ code: '', times: 4 }, { first: runs })).toBe('3.0 ms');
  });
});
