import { ToolRegistry } from 'toolwright';
import { Billing } from './billing.mjs';
import { Calendar } from './calendar.mjs';
import { Customers } from './customers.mjs';
import { Office } from './office.mjs';
import { Orders } from './orders.mjs';
import { Shipping } from './shipping.mjs';
import { Stock } from './stock.mjs';
import { Tickets } from './tickets.mjs';
import { manifest } from './toolwright.gen.mjs';
import { World } from './world.mjs';

const CLASSES = [Billing, Calendar, Customers, Office, Orders, Shipping, Stock, Tickets];

/** The tools of the company. Its world can be exchanged, so that all tasks share one registry and one compiler. */
export function createShop() {
  const parts = CLASSES.map((Part) => new Part(new World()));
  const registry = parts.reduce((all, part) => all.registerFrom(part), new ToolRegistry(manifest));
  return {
    registry,
    /** @param {World} world */
    enter(world) {
      for (const part of parts) part.world = world;
    },
    /** Calls a method as the tool does. */
    call(name, args) {
      return parts.find((part) => name in part)[name](...args);
    },
  };
}
