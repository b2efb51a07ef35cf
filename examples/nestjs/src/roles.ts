import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';

export interface User {
  readonly name: string;
  readonly role: 'admin' | 'customer';
}

export interface UserRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user: User;
}

/** Notes who sends the request. A real application verifies a token here. */
@Injectable()
export class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const name = request.headers['x-user'];
    if (name === undefined) throw new UnauthorizedException('Send the header x-user.');
    request.user = { name, role: name === 'Ada' ? 'admin' : 'customer' };
    return true;
  }
}

export const Roles = (...roles: User['role'][]) => SetMetadata('roles', roles);

/** Lets only these roles call a handler, or a tool: the guard cannot tell the difference. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.get<User['role'][] | undefined>('roles', context.getHandler());
    return roles?.includes(context.switchToHttp().getRequest<UserRequest>().user.role) ?? true;
  }
}
