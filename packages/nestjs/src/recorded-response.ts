import { EventEmitter } from 'node:events';

/** The answer of an HTTP response. */
export interface RecordedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The response that filters and interceptors see during a tool call. It takes what they write to a response of Express, Fastify or Node, and
 * records the answer instead of sending it: the real response belongs to the handler that runs the agent.
 */
export class RecordedResponse extends EventEmitter {
  readonly #answers: RecordedAnswer[] = [];
  readonly #real: unknown;
  /** A copy of what middleware has noted in the real response. */
  readonly locals: Record<string, unknown>;
  statusCode = 200;

  constructor(real?: unknown) {
    super();
    this.#real = real;
    this.locals = { ...Object(Reflect.get(Object(real), 'locals')) };
  }

  /** The first answer. */
  get answer(): RecordedAnswer | undefined {
    return this.#answers[0];
  }

  get answerCount(): number {
    return this.#answers.length;
  }

  /** The response of Node behind one of Fastify. */
  get raw(): this {
    return this;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  record(body: unknown): this {
    this.#answers.push({ status: this.statusCode, body });
    return this;
  }

  sendStatus(code: number): this {
    return this.status(code).record(undefined);
  }

  getHeader(name: string): unknown {
    return this.#read('getHeader', name);
  }

  getHeaders(): unknown {
    return this.#read('getHeaders');
  }

  hasHeader(name: string): boolean {
    return this.#read('hasHeader', name) === true;
  }

  #read(method: string, ...args: readonly unknown[]): unknown {
    const read: unknown = Reflect.get(Object(this.#real), method);
    return typeof read === 'function' ? Reflect.apply(read, this.#real, args) : undefined;
  }
}

/** Methods that answer, that set the status, and that a tool call has no use for. */
const METHODS = {
  record: 'json jsonp send end redirect render sendFile',
  status: 'code writeHead',
  ignore:
    'header headers set setHeader setHeaders append appendHeader removeHeader type contentType cookie setCookie clearCookie vary links ' +
    'location attachment flushHeaders write hijack',
  getHeader: 'get',
};

for (const [kind, names] of Object.entries(METHODS)) {
  for (const name of names.split(' ')) {
    const value =
      kind === 'ignore'
        ? function (this: RecordedResponse) {
            return this;
          }
        : Reflect.get(RecordedResponse.prototype, kind);
    Object.defineProperty(RecordedResponse.prototype, name, { value, writable: true, configurable: true });
  }
}
