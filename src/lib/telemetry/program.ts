import { readFileSync } from 'node:fs';

const manifest = new URL('../../../package.json', import.meta.url);

/** This program's name and version, from its package.json. */
export const PROGRAM = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string };
