import type { Server } from 'node:http';

export function deadLinks(folder: string): string[];
export function serveFolder(folder: string, port?: number): Promise<Server>;
