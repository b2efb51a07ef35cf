import { QuickJsExecutor } from '../sandbox/quickjs-executor.js';
import { executeTest } from '../testing/executor-tests.js';

/** Prints what programs that read and write local times return in the time zone of this process. */
const code = `
const texts = ['2026-01-05 10:00', 'January 5, 2026', 'Mon, 5 Jan 2026 10:00:00', '2026/07/05', '2026-07-05T10:00', '7/5/2026 1:2:3'];
const names = Object.getOwnPropertyNames(Date.prototype).filter((name) => /^(get|to)/.test(name)).sort();
return [...texts, ...store.times].map((given) => {
  const date = new Date(given);
  const set = new Date(given);
  set.setHours(5, 6, 7, 8); set.setDate(9); set.setMonth(10); set.setYear(99);
  return [date.getTime(), set.getTime(), new Date(2026, 2, 29, 2, 30).getTime(), ...names.map((name) => String(date[name]()))];
});`;
const times = JSON.parse(process.argv[2] ?? '[]') as number[];
const { end } = await executeTest(new QuickJsExecutor(), code, { store: { times } });
process.stdout.write(JSON.stringify(end));
