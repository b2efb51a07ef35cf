import { Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ToolwrightModule } from '@toolwright/nestjs';
import { AuditLog } from './audit.js';
import { Basket } from './basket.js';
import { ChatController, LLM_CLIENT, OrdersMcp } from './chat.js';
import { MissingFilter } from './missing-filter.js';
import { createModel } from './model.js';
import { Orders } from './orders.js';
import { manifest } from './toolwright.gen.js';

@Module({
  imports: [ToolwrightModule.forRoot({ manifest, mcp: { name: 'orders' } })],
  controllers: [ChatController, OrdersMcp],
  providers: [
    Orders,
    Basket,
    AuditLog,
    { provide: LLM_CLIENT, useFactory: createModel },
    { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true }) },
    { provide: APP_FILTER, useClass: MissingFilter },
  ],
})
export class AppModule {}
