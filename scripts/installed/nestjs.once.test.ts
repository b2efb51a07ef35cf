/** The packed packages in applications of NestJS 11 and 12, set up as their starters are: tsc and CommonJS, and SWC and ES modules. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedArchives } from '../packed.mjs';
import { runShell } from './run-shell.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-nestjs-')));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ORDERS = `import { CanActivate, ExecutionContext, Inject, Injectable, Scope, UseGuards } from '@nestjs/common';
import { Reflector, REQUEST } from '@nestjs/core';
import { Min } from 'class-validator';
import { tool } from 'toolwright';

export class NewOrder {
  @Min(1)
  count!: number;
}

@Injectable()
export class AdaGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const isKnown = this.reflector.get('any', context.getHandler()) === undefined;
    return isKnown && context.switchToHttp().getRequest().headers['x-user'] === 'Ada';
  }
}

@Injectable({ scope: Scope.REQUEST })
export class Basket {
  constructor(@Inject(REQUEST) readonly request: { headers: Record<string, string> }) {}
}

@Injectable()
export class Orders {
  constructor(private readonly basket: Basket) {}

  /** Orders something. */
  @UseGuards(AdaGuard)
  @tool
  order(order: NewOrder): string {
    return \`\${order instanceof NewOrder} \${order.count} for \${this.basket.request.headers['x-user']}\`;
  }
}
`;

const MAIN = `import 'reflect-metadata';
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { APP_PIPE, NestFactory } from '@nestjs/core';
import { McpController, ToolwrightModule } from '@toolwright/nestjs';
import { ToolRegistry } from 'toolwright';
import { Basket, Orders } from './orders.js';
import { manifest } from './toolwright.gen.js';

@Controller('order')
class OrderController {
  constructor(private readonly registry: ToolRegistry) {}

  @Post()
  order(@Body() body: object) {
    return this.registry.execute('order', body);
  }
}

@Controller('mcp')
class OrdersMcp extends McpController {}

@Module({
  imports: [ToolwrightModule.forRoot({ manifest })],
  controllers: [OrderController, OrdersMcp],
  providers: [Orders, Basket, { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true }) }],
})
class AppModule {}

async function main() {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const post = async (path: string, user: string, body: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-user': user };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.text();
  };
  const protocolVersion = '2025-06-18';
  const clientInfo = { name: 'a', version: '1' };
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } };
  console.log(JSON.stringify({
    ada: JSON.parse(await post('/order', 'Ada', { count: 2 })),
    none: JSON.parse(await post('/order', 'Ada', { count: 0 })),
    bo: JSON.parse(await post('/order', 'Bo', { count: 2 })),
    mcp: (await post('/mcp', 'Ada', initialize)).includes('"serverInfo"'),
  }));
  await app.close();
}
void main();
`;

const ANSWERS = {
  ada: { result: 'true 2 for Ada', error: null },
  none: { result: null, error: 'count must not be less than 1' },
  bo: { result: null, error: 'Forbidden resource' },
  mcp: true,
};

const SWC = {
  module: { type: 'es6' },
  swcrc: false,
  jsc: {
    target: 'es2021',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

const compilerOptions = {
  module: 'nodenext',
  target: 'ES2023',
  esModuleInterop: true,
  isolatedModules: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  rootDir: 'src',
  outDir: 'dist',
};

/** What the SWC builder of NestJS does. */
const BUILD = `import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { transformFileSync } from '@swc/core';
mkdirSync('dist');
for (const file of readdirSync('src'))
  writeFileSync('dist/' + file.replace('.ts', '.js'), transformFileSync('src/' + file, ${JSON.stringify(SWC)}).code);
`;

const APPLICATIONS = [
  { version: 11, type: 'commonjs', compile: 'npx tsc', packages: ['typescript@5.9', '@types/node@20'] },
  { version: 12, type: 'module', compile: 'node build.mjs', packages: ['@swc/core@1.16.22'] },
];

// M6
it.each(APPLICATIONS)(
  'guards, pipes and request scope act on tools with NestJS $version, $type',
  async ({ version, type, compile, packages }) => {
    const archives: readonly string[] = await packedArchives();
    const own = archives.filter((path) => !/(?:adapters|capabilities|store|studio|unplugin)-\d/.test(path));
    const project = join(folder, String(version));
    mkdirSync(join(project, 'src'), { recursive: true });
    const write = (file: string, text: string | object): void =>
      writeFileSync(join(project, file), typeof text === 'string' ? text : JSON.stringify(text));
    write('package.json', { private: true, type });
    write('tsconfig.json', { compilerOptions, include: ['src'] });
    write('build.mjs', BUILD);
    write('src/orders.ts', ORDERS);
    write('src/main.ts', MAIN);
    const nest = ['common', 'core', 'platform-express'].map((name) => `@nestjs/${name}@${version}`);
    const others = ['reflect-metadata@0.2.2', 'rxjs@7.8.2', 'class-validator', 'class-transformer'];
    const install = [
      'npm install --ignore-scripts --no-audit --no-fund --prefer-offline',
      ...own,
      ...nest,
      ...others,
      ...packages,
    ];
    const steps = [install.join(' '), 'npx toolwright codegen', compile, 'node dist/main.js'];
    const { code, output } = await runShell(steps.join('\n'), project);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('Wrote src/toolwright.gen.ts, 1 tool'),
    });
    expect(output).not.toContain('TW1044');
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual(ANSWERS);
  },
);
