import { serve } from '@hono/node-server';
import { createSite } from './site.js';

const { fetch } = await createSite();
serve({ fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Open http://127.0.0.1:${port}`);
});
