/** Preloaded into measured Node processes: at exit, writes the resource usage of the process into the folder BENCH_METER_FOLDER. */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const folder = process.env.BENCH_METER_FOLDER;
// The usage is that of the whole process, including workers, so only one thread reports it.
if (folder && isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  });
}
