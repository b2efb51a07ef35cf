import { Injectable, NotFoundException, UseGuards, UseInterceptors } from '@nestjs/common';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { tool } from 'toolwright';
import { AuditInterceptor } from './audit.js';
import { Basket } from './basket.js';
import { Roles, RolesGuard } from './roles.js';

/** What a customer orders. The ValidationPipe of the application checks it, for HTTP and for tools. */
export class NewItem {
  @IsIn(['tea', 'coffee'])
  product!: string;

  @IsInt()
  @Min(1)
  @Max(9)
  count!: number;
}

/** A service of NestJS whose methods are tools. */
@Injectable()
@UseGuards(RolesGuard)
@UseInterceptors(AuditInterceptor)
export class Orders {
  readonly #orders = new Map([[1, 'tea for Ada']]);

  constructor(private readonly basket: Basket) {}

  /** Put something into the basket of the customer. */
  @tool
  addItem(item: NewItem): string {
    return this.basket.add(item.product, item.count);
  }

  /** Look an order up. */
  @tool({ readOnly: true })
  findOrder(id: number): string {
    const order = this.#orders.get(id);
    if (order === undefined) throw new NotFoundException(`There is no order ${id}.`);
    return order;
  }

  /** Delete an order. */
  @Roles('admin')
  @tool({ destructive: true })
  deleteOrder(id: number): boolean {
    return this.#orders.delete(id);
  }
}
