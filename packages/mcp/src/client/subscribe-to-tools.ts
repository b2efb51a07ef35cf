import type { Client } from '@modelcontextprotocol/client';
import { listenTo } from './listen-to.js';

/** Subscribes to changes of the tools. Before 2026-07-28, servers report them to all clients. */
export async function subscribeToTools(client: Client, onToolsChange: () => void): Promise<void> {
  if (client.getProtocolEra() !== 'modern') return;
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  await listenTo(client, { toolsListChanged: true }, onToolsChange, { refusal: 'retry' });
}
