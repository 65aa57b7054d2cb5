import type { Language } from '../../pages/index.ts';

/** The purpose of each document, by its path. */
const en = {
  '/openapi.json': 'the contract, with samples for curl and five languages',
  '/openapi.yaml': 'the same as YAML',
  '/openapi.clients.json': 'for client generators',
  '/openapi.clients-3.0.json': 'for those that take OpenAPI 3.0',
  '/openapi.webhooks.json': 'the events only, for receivers',
  '/openapi.postman.json': 'a collection for Postman',
  '/arazzo.yaml': 'the main uses, call by call (Arazzo)',
  '/arazzo.json': 'the same as JSON',
  '/changelog.md': 'what changed, release by release',
  '/llms.txt': 'for language models',
  '/.well-known/api-catalog': 'where all of this is (RFC 9727)',
  older: 'the contract of each dated version',
};

const es: typeof en = {
  '/openapi.json': 'el contrato, con ejemplos en seis lenguajes',
  '/openapi.yaml': 'lo mismo en YAML',
  '/openapi.clients.json': 'para generadores de clientes',
  '/openapi.clients-3.0.json': 'para los que usan OpenAPI 3.0',
  '/openapi.webhooks.json': 'solo los eventos, para quienes los reciben',
  '/openapi.postman.json': 'una colección para Postman',
  '/arazzo.yaml': 'los usos principales, llamada por llamada (Arazzo)',
  '/arazzo.json': 'lo mismo en JSON',
  '/changelog.md': 'qué cambió en cada versión',
  '/llms.txt': 'para modelos de lenguaje',
  '/.well-known/api-catalog': 'dónde está todo esto (RFC 9727)',
  older: 'el contrato de cada versión con fecha',
};

export const PUBLISHED: Readonly<Record<Language, typeof en>> = { en, es };
