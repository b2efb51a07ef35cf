import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Observable } from 'rxjs';
import { findToolCall } from './tool-call.js';

/** The handler that started the run of an agent. Each application has its own, so that two in one process do not mix. */
export class RunContext {
  readonly #storage = new AsyncLocalStorage<ExecutionContext>();

  /** The handler that is running: of HTTP, GraphQL, a message or a socket. Undefined in a cron job, for example. */
  get host(): ExecutionContext | undefined {
    return this.#storage.getStore();
  }

  within<Result>(host: ExecutionContext, work: () => Result): Result {
    return this.#storage.run(host, work);
  }
}

/** Runs around every handler, so that the tools that it calls find it. */
@Injectable()
export class RunInterceptor implements NestInterceptor {
  constructor(@Inject(RunContext) private readonly runContext: RunContext) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (findToolCall(host) !== undefined) return next.handle();
    return new Observable((subscriber) =>
      this.runContext.within(host, () => next.handle().subscribe(subscriber)),
    );
  }
}
