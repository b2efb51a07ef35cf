/** The code that an engineer would write to call a method with arguments from outside: validate, then call. */
export function bareCall(validate, service, apply) {
  return (args) => {
    if (!validate(args)) throw new Error(JSON.stringify(validate.errors));
    return apply(service, args);
  };
}

/**
 * The same for an asynchronous method. Its signal aborts with the caller's signal or at the timeout, and the call does not wait for a
 * method that ignores the signal. Afterwards no timer or listener is left.
 */
export function handWrittenDispatch(validate, service, apply) {
  return async (args, { signal, timeoutMs }) => {
    if (!validate(args)) throw new Error(JSON.stringify(validate.errors));
    signal.throwIfAborted();
    const controller = new AbortController();
    const { promise: cut, reject } = withReject();
    const stop = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
    const onAbort = () => stop(signal.reason);
    const timer = setTimeout(() => stop(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([apply(service, args, controller.signal), cut]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withReject() {
  let reject;
  const promise = new Promise((_, no) => {
    reject = no;
  });
  return { promise, reject };
}
