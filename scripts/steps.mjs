/**
 * Runs steps one after the other. A step that takes more than a second is shown with its number and its time, on a terminal while it runs.
 * Resolves to the exit code of the first step that fails, or to 0.
 * @param command What the user has started, for the message about a failure.
 * @param steps Pairs of a title and a function that resolves to an exit code.
 * @param output Where the progress goes, and how often a terminal shows the time.
 */
export async function runSteps(command, steps, { stream = process.stderr, tickMs = 1000 } = {}) {
  for (const [index, [title, step]] of steps.entries()) {
    const label = `[${index + 1}/${steps.length}] ${title} …`;
    const shown = showTime(label, stream, tickMs);
    const code = await step();
    shown.end();
    if (code === 0) continue;
    stream.write(`${command}: the step "${title}" failed with exit code ${code}.\n`);
    return code;
  }
  return 0;
}

/** Writes a label after the first tick, then the seconds behind it. */
function showTime(label, stream, tickMs) {
  const begun = performance.now();
  const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`;
  let isShown = false;
  const timer = setInterval(() => {
    if (stream.isTTY) stream.write(`\r${label} ${seconds()}`);
    else if (!isShown) stream.write(label);
    isShown = true;
  }, tickMs);
  return {
    end() {
      clearInterval(timer);
      if (isShown) stream.write(stream.isTTY ? `\r${label} ${seconds()}\n` : ` ${seconds()}\n`);
    },
  };
}
