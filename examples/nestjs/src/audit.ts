import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { findToolCall } from '@toolwright/nestjs';
import { type Observable, tap } from 'rxjs';
import type { UserRequest } from './roles.js';

/** The calls that happened, and for whom. */
@Injectable()
export class AuditLog {
  readonly lines: string[] = [];
}

/** Notes each call of a tool. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { name } = context.switchToHttp().getRequest<UserRequest>().user;
    const call = findToolCall(context)?.name ?? context.getHandler().name;
    return next.handle().pipe(tap(() => this.log.lines.push(`${name}: ${call}`)));
  }
}
