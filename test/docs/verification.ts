import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url));

/** The part of docs/webhooks.md about the verification of signatures. */
export const [VERIFICATION = ''] =
  /^## Verify the signature$.*?(?=^## )/ms.exec(readFileSync(FILE, 'utf8')) ?? [];
