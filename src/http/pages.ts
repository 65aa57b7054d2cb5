import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import type { Contract } from '../contract/document.ts';

const REFERENCE_FILE = fileURLToPath(new URL('../../docs/reference.html', import.meta.url));

/** The contract, as written and as JSON, and its reference page: what developers read and tools load. */
export function createPages(contract: Contract): Router {
  const router = Router();
  router.get('/openapi.yaml', (_request, response) => {
    response.type('application/yaml').send(contract.yaml);
  });
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(contract.json);
  });
  router.get('/docs', (_request, response) => {
    response.sendFile(REFERENCE_FILE);
  });
  return router;
}
