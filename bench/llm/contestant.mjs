/**
 * One contestant in its own process: it sends the requests of a batch and reports the CPU that they took. Started by {@link
 * import('./contestants.mjs').startContestant}.
 */
const [file, url] = process.argv.slice(2);
const { create } = await import(file);
const subject = create(url);

process.on('message', async ({ model, kind, times, expected }) => {
  try {
    const ask = kind === 'whole' ? subject.whole : subject.stream;
    const before = process.cpuUsage();
    for (let asked = 0; asked < times; asked += 1) check(await ask(model), expected);
    const { user, system } = process.cpuUsage(before);
    process.send({ cpuMicros: user + system });
  } catch (error) {
    process.send({ failure: error instanceof Error ? error.message : String(error) });
  }
});
process.send({ ready: true });

/** All contestants must return the same text. */
function check(text, expected) {
  if (text !== expected)
    throw new Error(`got ${text?.length} characters of text instead of ${expected.length}`);
}
