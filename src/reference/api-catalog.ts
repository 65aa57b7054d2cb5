const PROFILE = 'https://www.rfc-editor.org/info/rfc9727';
const ADDRESS = '/.well-known/api-catalog';

/**
 * The links by which programs find the API's descriptions (RFC 9727), which are its contract, its reference and its
 * status, as a link set (RFC 9264).
 */
export function toApiCatalog(baseUrl: string): { type: string; text: string } {
  const json = 'application/json';
  const api = {
    anchor: `${baseUrl}/v1`,
    'service-desc': [
      { href: `${baseUrl}/openapi.json`, type: json, title: 'OpenAPI' },
      { href: `${baseUrl}/openapi.yaml`, type: 'application/yaml', title: 'OpenAPI' },
      { href: `${baseUrl}/openapi.webhooks.json`, type: json, title: 'OpenAPI of the webhooks' },
    ],
    'service-doc': [
      { href: `${baseUrl}/docs`, type: 'text/html' },
      { href: `${baseUrl}/llms.txt`, type: 'text/plain' },
    ],
    'service-meta': [{ href: `${baseUrl}/arazzo.json`, type: json, title: 'Workflows (Arazzo)' }],
    status: [{ href: `${baseUrl}/v1/health`, type: json }],
  };
  return {
    type: `application/linkset+json; profile="${PROFILE}"`,
    text: JSON.stringify({ linkset: [api] }),
  };
}

/**
 * The `Link` header of the start page and the reference, with the catalogue, the contract and the reference (RFC 8631,
 * RFC 9727).
 */
export const API_LINKS = [
  `<${ADDRESS}>; rel="api-catalog"`,
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
].join(', ');

/** The answer at `/` for programs and curl, with links to everything. It is indented because people read it. */
export function startLinks({ baseUrl, panelUrl }: { baseUrl: string; panelUrl: string }): string {
  const links = {
    api: `${baseUrl}/v1`,
    documentation: `${baseUrl}/docs`,
    contract: `${baseUrl}/openapi.json`,
    panel: `${panelUrl}/panel`,
    health: `${baseUrl}/v1/health`,
  };
  return `${JSON.stringify(links, null, 2)}\n`;
}
