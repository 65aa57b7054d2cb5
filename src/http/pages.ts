import { Router } from 'express';
import type { Contract } from '../contract/document.ts';

/** The reference page carries its script and style inside; nothing else may be loaded or called. */
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The contract, as written and as JSON, and its reference page: what developers read and tools load. */
export function createPages(options: {
  contract: Contract;
  findReference: () => Promise<string>;
  isReady: () => Promise<boolean>;
}): Router {
  const { contract, findReference, isReady } = options;
  const router = Router();
  router.get('/openapi.yaml', (_request, response) => {
    response.type('application/yaml').send(contract.yaml);
  });
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(contract.json);
  });
  // For load balancers: unlike /v1/health it looks at the database.
  router.get('/ready', async (_request, response) => {
    const ready = await isReady().catch(() => false);
    response.status(ready ? 200 : 503).send({ ready });
  });
  router.get('/docs', async (_request, response) => {
    response.set('Content-Security-Policy', REFERENCE_POLICY);
    response.sendFile(await findReference(), { dotfiles: 'allow' });
  });
  return router;
}
