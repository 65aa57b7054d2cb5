import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../openapi/guides/9-webhooks.md', import.meta.url));

/** The part of openapi/guides/9-webhooks.md about the verification of signatures. */
export const [VERIFICATION = ''] =
  /^## Verify the signature$.*?(?=^## )/ms.exec(readFileSync(FILE, 'utf8')) ?? [];
