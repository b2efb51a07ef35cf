import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import type { UserRequest } from './roles.js';

/** The basket of one request: all tools of one run share it, and the next request has its own. */
@Injectable({ scope: Scope.REQUEST })
export class Basket {
  readonly #items: string[] = [];

  constructor(@Inject(REQUEST) private readonly request: UserRequest) {}

  add(product: string, count: number): string {
    this.#items.push(`${count} × ${product}`);
    return `Basket of ${this.request.user.name}: ${this.#items.join(', ')}`;
  }
}
