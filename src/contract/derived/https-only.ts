import type { ContractDocument } from '../document.ts';

const WITH_HTTP = '^https?://[^/?#]';
const HTTPS_ONLY = '^https://[^/?#]';

/**
 * The contract of a deployment, whose webhook endpoints have https URLs only (D19). The contract itself also allows the http
 * URLs that a sandbox takes, because one client is made for both.
 */
export function withHttpsOnly(document: ContractDocument): ContractDocument {
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll(JSON.stringify(WITH_HTTP), JSON.stringify(HTTPS_ONLY)),
  ) as ContractDocument;
}
