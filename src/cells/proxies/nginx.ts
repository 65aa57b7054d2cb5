import type { Cell } from '../cells-file.ts';
import { UNAVAILABLE_PAGE, unavailableError } from './dead-cell.ts';
import { cellsByHost, type ProxyOptions } from './hosts.ts';
import {
  KEY_RULES,
  PATH_RULES,
  SESSION_COOKIES,
  SESSION_PATH,
  SESSION_RULES,
  nameOf,
  type Rule,
} from './rules.ts';
import * as limits from './service-limits.ts';

/** Ends a part of the path. */
const PART_ENDS = '(?:[/?]|$)';

/**
 * The configuration of an nginx, 1.22 or newer, in front of all cells, as a file for its `http` block. It sends each
 * request to the cell that it names and follows the 421 of a cell that knows better (D73).
 */
export function formatNginx(cells: readonly Cell[], options: ProxyOptions): string {
  return [
    `# nginx in front of all cells, made by \`payments cells config --for nginx\`: /etc/nginx/conf.d/payments.conf. Make it
# again when CELLS_FILE changes, and reload nginx.`,
    `# Without paths: those of payment links and invitations are secrets. The call log has the calls (docs/reference/limits-and-outages.md).
log_format payments '$remote_addr $time_iso8601 $request_method $status $body_bytes_sent $request_time '
                    '$upstream_addr $upstream_response_time $upstream_http_x_request_id';`,
    formatMaps(cells),
    ...cells.map(formatUpstream),
    `# For a cell that is not among these.
upstream payments_unknown {
    server 127.0.0.1:1 down;
}`,
    ...(options.tls ? [formatRedirect(options.tls.httpPort, options.port)] : []),
    formatServer(options),
    '',
  ].join('\n\n');
}

function formatMaps(cells: readonly Cell[]): string {
  const hosts = [...cellsByHost(cells)].map(([host, { cell }]) => `${host} ${quote(nameOf(cell, 36))};`);
  return [
    'map_hash_max_size 16384;\nmap_hash_bucket_size 128;',
    '# What names a cell, as base 36 or 16: the API key, or else the path, in the panel the session, or else the host.',
    formatMap('$http_authorization', '$payments_key', [
      'default $payments_path;',
      ...KEY_RULES.map((rule) => formatRule(rule, '$')),
    ]),
    formatMap('$request_uri', '$payments_path', [
      'default $payments_host;',
      ...PATH_RULES.map((rule) => formatRule(rule, PART_ENDS)),
      `"~${SESSION_PATH}${PART_ENDS}" $payments_session;`,
    ]),
    formatMap('$http_cookie', '$payments_cookie', [
      'default "";',
      `"~(?:^|; ?)(?:${SESSION_COOKIES.join('|')})=([^;]+)" $1;`,
    ]),
    formatMap('$payments_cookie', '$payments_session', [
      'default $payments_host;',
      ...SESSION_RULES.map(({ pattern, names }) => formatRule({ pattern: `^${pattern}`, names }, '$')),
    ]),
    formatMap('$host', '$payments_host', [`default ${quote(nameOf(0, 36))};`, ...hosts]),
    '# The cell to ask. Cell 0 knows what nobody else does.',
    formatMap('$payments_key', '$payments_cell', [
      `default ${upstreamOf(0)};`,
      ...cells.flatMap(({ cell }) =>
        [nameOf(cell, 36), nameOf(cell, 16)].map((name) => `${quote(name)} ${upstreamOf(cell)};`),
      ),
    ]),
    '# And the one that a cell has answered to ask instead.',
    formatMap('$payments_answer', '$payments_other', [
      'volatile;',
      'default payments_unknown;',
      ...cells.map(({ cell }) => `${cell} ${upstreamOf(cell)};`),
    ]),
    "# An id like the service's, for what it has never seen.",
    formatMap('$request_id', '$payments_request_id', ['"~^(.{12}).(.{3}).(.{15})$" "req_$17$28$3";']),
  ].join('\n\n');
}

function formatMap(from: string, to: string, lines: readonly string[]): string {
  return `map ${from} ${to} {\n${lines.map((line) => `    ${line}`).join('\n')}\n}`;
}

function formatRule({ pattern, names }: Rule, end: string): string {
  const value = {
    'base 36': '36/$1',
    'base 16': '16/$1',
    'cell 0': nameOf(0, 36),
    none: undefined,
  }[names];
  return `${quote(`~${pattern}${end}`)} ${value === undefined ? '$payments_host' : quote(value)};`;
}

/** nginx gives up a server only when there is another. */
const ANOTHER = '    server 127.0.0.1:1 down;\n';

function formatUpstream({ cell, servers }: Cell): string {
  const attempts = `max_fails=1 fail_timeout=${limits.FAIL_TIMEOUT_S}s`;
  return `upstream ${upstreamOf(cell)} {
    # All workers of nginx know which servers have failed.
    zone ${upstreamOf(cell)} 64k;
${servers.map((server) => `    server ${server} ${attempts};\n`).join('')}${servers.length === 1 ? ANOTHER : ''}\
    keepalive 64;
    keepalive_timeout ${limits.IDLE_TIMEOUT_S}s;
}`;
}

function formatRedirect(httpPort: number, port: number): string {
  return `server {
    listen ${httpPort};
    listen [::]:${httpPort};
    access_log off;
    return 308 https://$host${port === 443 ? '' : `:${port}`}$request_uri;
}`;
}

function formatServer({ port, tls, log }: ProxyOptions): string {
  const listens = tls ? `${port} ssl http2` : `${port}`;
  const certificate = tls
    ? `
    # For all hosts: those of the cells, of the API and of payment links.
    ssl_certificate ${tls.folder}/fullchain.pem;
    ssl_certificate_key ${tls.folder}/privkey.pem;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:payments:10m;
    ssl_session_tickets off;

    # The panel sets its own, which would be a second one.
    proxy_hide_header Strict-Transport-Security;
    ${HSTS}
`
    : '';
  return `server {
    listen ${listens};
    listen [::]:${listens};
    server_tokens off;
    access_log ${log} payments;
${certificate}
    # Those of the service (MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS), for slow clients do not get past the proxy.
    large_client_header_buffers 4 ${limits.MAX_HEADER_KB}k;
    client_header_timeout ${limits.HEADER_TIMEOUT_S}s;
    client_body_timeout ${limits.BODY_TIMEOUT_S}s;
    # The service refuses bodies above MAX_BODY_BYTES with its own error; this only keeps away what is far above.
    client_max_body_size ${limits.MAX_BODY_MB}m;
    # Neither requests nor responses are ever written to files.
    client_body_buffer_size ${limits.MAX_BODY_MB}m;
    proxy_max_temp_file_size 0;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    # Replaced, not appended to: what the client claims is dropped.
    proxy_set_header X-Forwarded-For $remote_addr;
    # Between cells and proxy only: tells a cell that another one has named it.
    proxy_set_header Payments-Cell $payments_answer;
    proxy_hide_header Payments-Cell;
    # A server that does not answer at once is given up for ${limits.FAIL_TIMEOUT_S} s, so that the calls after this one do not wait.
    proxy_connect_timeout ${limits.CONNECT_TIMEOUT_MS}ms;
    proxy_next_upstream_timeout ${limits.RETRY_TIMEOUT_S}s;
    # Longer than the service takes for any response.
    proxy_read_timeout ${limits.RESPONSE_TIMEOUT_S}s;
    # The service itself never answers 502 or 504: these say that no server of a cell did.
    proxy_intercept_errors on;
    recursive_error_pages on;

${KINDS.map((kind) => formatLocations(kind, tls !== undefined)).join('\n\n')}
}`;
}

const HSTS = 'add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;';

interface Kind {
  name: string;
  path: string;
  /** The directive for passing a call on to another server of its cell. */
  retries: string;
  unavailable: string;
}

const KINDS: readonly Kind[] = [
  {
    name: 'api',
    path: '/v1/',
    retries: `
        # Whatever changes something has an Idempotency-Key, so it may be sent again (D16).
        proxy_next_upstream error timeout non_idempotent;`,
    unavailable: `
        default_type application/json;
        add_header X-Request-Id $payments_request_id always;
        return 503 '${unavailableError('$payments_request_id')}';`,
  },
  {
    name: 'page',
    path: '/',
    // By default, nginx retries a POST only while nothing was sent.
    retries: '',
    unavailable: `
        default_type "text/html; charset=utf-8";
        add_header Content-Security-Policy "default-src 'none'" always;
        return 503 '${UNAVAILABLE_PAGE}';`,
  },
];

function formatLocations({ name, path, retries, unavailable }: Kind, isSecure: boolean): string {
  const hops = Array.from({ length: limits.MAX_HOPS + 1 }, (_, hop) => {
    const isLast = hop === limits.MAX_HOPS;
    const place = hop === 0 ? path : `@${name}_${hop}`;
    const answer = hop === 0 ? '""' : '$upstream_http_payments_cell';
    return `    location ${place} {
        set $payments_answer ${answer};
        proxy_pass http://${hop === 0 ? '$payments_cell' : '$payments_other'};${retries}${
          isLast
            ? `
        # The cells do not agree where it belongs.
        error_page 421 = @${name}_unavailable;`
            : `
        error_page 421 = @${name}_${hop + 1};`
        }
        error_page 502 504 = @${name}_unavailable;
    }`;
  });
  return [
    ...hops,
    `    location @${name}_unavailable {
        add_header Retry-After 1 always;
        add_header Cache-Control no-store always;${isSecure ? `\n        ${HSTS}` : ''}${unavailable}
    }`,
  ].join('\n');
}

function upstreamOf(cell: number): string {
  return `payments_cell_${cell}`;
}

function quote(text: string): string {
  return `"${text}"`;
}
