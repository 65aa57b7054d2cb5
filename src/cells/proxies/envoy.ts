import type { Cell } from '../cells-file.ts';
import { UNAVAILABLE_PAGE, unavailableError } from './dead-cell.ts';
import type { ProxyOptions } from './hosts.ts';
import { FOLLOW_SCRIPT, formatCellScript } from './lua.ts';
import * as limits from './service-limits.ts';

const TYPES = 'type.googleapis.com/envoy.extensions';
const LUA = `${TYPES}.filters.http.lua.v3.Lua`;
/** A socket, as a supervisor may give it, cannot be opened by its path. */
const STDOUT = '/dev/stdout';
const STDOUT_LOG = `'@type': ${TYPES}.access_loggers.stream.v3.StdoutAccessLog`;
const MAX_BODY_BYTES = limits.MAX_BODY_MB * 1024 * 1024;
/** nginx takes four of the largest. */
const MAX_HEADERS_KB = limits.MAX_HEADER_KB * 4;

/**
 * The configuration of an Envoy, 1.40 or newer, in front of all cells. It sends each request to the cell that it names,
 * follows the 421 of a cell that knows better, and probes the readiness of each server (D73).
 */
export function formatEnvoy(cells: readonly Cell[], options: ProxyOptions): string {
  return `# Envoy in front of all cells, made by \`payments cells config --for envoy\`. Make it again when CELLS_FILE changes.
static_resources:
  listeners:
${options.tls ? formatRedirect(options.tls.httpPort, options.port) : ''}\
    - name: calls
      address: { socket_address: { address: '::', port_value: ${options.port}, ipv4_compat: true } }
      per_connection_buffer_limit_bytes: ${MAX_BODY_BYTES}
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
${indent(formatManager(cells, options), 16)}
${options.tls ? indent(formatTls(options.tls.folder), 10) : ''}\
  clusters:
${cells.map((cell) => indent(formatCluster(cell), 4)).join('')}`;
}

function formatManager(cells: readonly Cell[], { tls, log }: ProxyOptions): string {
  return `'@type': ${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager
stat_prefix: calls
# Nobody is before this proxy: the client's address is the connection's.
use_remote_address: true
always_set_request_id_in_response: false
server_header_transformation: PASS_THROUGH
# Those of the service (REQUEST_TIMEOUT_MS, MAX_HEADER_BYTES), for slow clients do not get past the proxy.
request_headers_timeout: ${limits.HEADER_TIMEOUT_S}s
request_timeout: ${limits.BODY_TIMEOUT_S}s
max_request_headers_kb: ${MAX_HEADERS_KB}
# Without paths: those of payment links and invitations are secrets. The call log has the calls (docs/reference/limits-and-outages.md).
access_log:
  - name: log
    typed_config:
      ${log === STDOUT ? STDOUT_LOG : `'@type': ${TYPES}.access_loggers.file.v3.FileAccessLog\n      path: ${log}`}
      log_format:
        text_format_source:
          inline_string: "%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT% %START_TIME% %REQ(:METHOD)% %RESPONSE_CODE% \\
            %BYTES_SENT% %DURATION% %UPSTREAM_CLUSTER% %RESP(X-REQUEST-ID)%\\n"
http_filters:
${indent(formatLua(formatCellScript(cells, clusterOf)), 2)}
  # The service refuses bodies above MAX_BODY_BYTES with its own error; this only keeps away what is far above.
  - name: envoy.filters.http.buffer
    typed_config:
      '@type': ${TYPES}.filters.http.buffer.v3.Buffer
      max_request_bytes: ${MAX_BODY_BYTES}
  - name: envoy.filters.http.router
    typed_config:
      '@type': ${TYPES}.filters.http.router.v3.Router
      suppress_envoy_headers: true
route_config:
${tls ? HSTS : ''}\
  virtual_hosts:
    - name: cells
      domains: ['*']
      routes:
        # Whatever changes something has an Idempotency-Key, so it may be sent again (D16).
${formatRoute('prefix: /v1/', REPEATABLE)}
${formatRoute(`prefix: /, headers: [{ name: ':method', string_match: { safe_regex: { regex: GET|HEAD } } }]`, REPEATABLE)}
${formatRoute('prefix: /', 'connect-failure')}
# Where no server of a cell answers.
local_reply_config:
  mappers:
${formatReply("header_filter: { header: { name: ':path', string_match: { prefix: /v1/ } } }", 'application/json', unavailableError('%DYNAMIC_METADATA(payments:request_id)%'), ['X-Request-Id', '%DYNAMIC_METADATA(payments:request_id)%'])}
${formatReply("header_filter: { header: { name: ':path', present_match: true } }", 'text/html; charset=utf-8', UNAVAILABLE_PAGE, ['Content-Security-Policy', "default-src 'none'"])}`;
}

const REPEATABLE = 'connect-failure,refused-stream,reset';

/** The panel sets its own, which would be a second one. */
const HSTS = `  response_headers_to_add:
    - header: { key: Strict-Transport-Security, value: max-age=31536000; includeSubDomains }
      append_action: OVERWRITE_IF_EXISTS_OR_ADD
`;

/** Retries go to other servers of the same cell. */
function formatRoute(match: string, retryOn: string): string {
  return `        - match: { ${match} }
          request_body_buffer_limit: ${MAX_BODY_BYTES}
          route:
            cluster_header: payments-cluster
            # Longer than the service takes for any response.
            timeout: ${limits.RESPONSE_TIMEOUT_S}s
            retry_policy:
              retry_on: ${retryOn}
              num_retries: 1
              host_selection_retry_max_attempts: 5
              retry_host_predicate:
                - name: envoy.retry_host_predicates.previous_hosts
                  typed_config:
                    '@type': ${TYPES}.retry.host.previous_hosts.v3.PreviousHostsPredicate
            # What the script below makes of a 421.
            internal_redirect_policy:
              # The last leads to no cell.
              max_internal_redirects: ${limits.MAX_HOPS + 1}
              redirect_response_codes: [307]
              response_headers_to_copy: [payments-cell]
              allow_cross_scheme_redirect: true`;
}

function formatReply(
  filter: string,
  contentType: string,
  body: string,
  [key, value]: readonly [string, string],
): string {
  return `    - filter:
        and_filter:
          filters:
            - status_code_filter:
                comparison: { op: GE, value: { default_value: 502, runtime_key: payments_unavailable } }
            - ${filter}
      status_code: 503
      headers_to_add:
        - header: { key: Retry-After, value: '1' }
        - header: { key: Cache-Control, value: no-store }
        - header: { key: ${key}, value: "${value}" }
      body_format_override:
        content_type: ${contentType}
        text_format_source:
          inline_string: '${body.replaceAll("'", "''")}'`;
}

function formatTls(folder: string): string {
  return `transport_socket:
  name: envoy.transport_sockets.tls
  typed_config:
    '@type': ${TYPES}.transport_sockets.tls.v3.DownstreamTlsContext
    common_tls_context:
      alpn_protocols: [h2, http/1.1]
      tls_params: { tls_minimum_protocol_version: TLSv1_2, tls_maximum_protocol_version: TLSv1_3 }
      # For all hosts: those of the cells, of the API and of payment links.
      tls_certificates:
        - certificate_chain: { filename: ${folder}/fullchain.pem }
          private_key: { filename: ${folder}/privkey.pem }
`;
}

function formatRedirect(httpPort: number, port: number): string {
  return `    - name: http
      address: { socket_address: { address: '::', port_value: ${httpPort}, ipv4_compat: true } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                '@type': ${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: http
                http_filters:
                  - name: envoy.filters.http.router
                    typed_config: { '@type': ${TYPES}.filters.http.router.v3.Router }
                route_config:
                  virtual_hosts:
                    - name: http
                      domains: ['*']
                      routes:
                        - match: { prefix: / }
                          redirect: { https_redirect: true, port_redirect: ${port}, response_code: PERMANENT_REDIRECT }
`;
}

function formatCluster({ cell, servers }: Cell): string {
  const name = clusterOf(cell);
  return `- name: ${name}
  type: STRICT_DNS
  dns_lookup_family: V4_PREFERRED
  connect_timeout: ${limits.CONNECT_TIMEOUT_MS / 1000}s
  load_assignment:
    cluster_name: ${name}
    endpoints:
      - lb_endpoints:
${servers.map((server) => `          - endpoint: { address: { socket_address: ${addressOf(server)} } }\n`).join('')}\
  common_lb_config:
    # No calls to servers that are known not to answer, not even when none does.
    healthy_panic_threshold: { value: 0 }
  # How much a server takes on is its own affair.
  circuit_breakers:
    thresholds:
      - { max_connections: 65535, max_pending_requests: 65535, max_requests: 65535, max_retries: 1024 }
  health_checks:
    - http_health_check: { path: /ready }
      interval: 1s
      no_traffic_interval: 1s
      timeout: 3s
      # With more, a check that fails would bring back a server that has just been given up.
      unhealthy_threshold: 1
      healthy_threshold: 1
  # A server that does not answer at once gets no calls until it has passed a check, so that those after this one do not wait.
  outlier_detection:
    split_external_local_origin_errors: true
    consecutive_local_origin_failure: 1
    enforcing_consecutive_5xx: 0
    enforcing_consecutive_gateway_failure: 0
    enforcing_success_rate: 0
    enforcing_local_origin_success_rate: 0
    max_ejection_percent: 100
  typed_extension_protocol_options:
    envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
      '@type': ${TYPES}.upstreams.http.v3.HttpProtocolOptions
      explicit_http_config: { http_protocol_options: {} }
      # Less than the service's 65 s: a POST on a connection that it has just closed would fail.
      common_http_protocol_options: { idle_timeout: ${limits.IDLE_TIMEOUT_S}s }
      http_filters:
${indent(formatLua(FOLLOW_SCRIPT), 8)}
        - name: envoy.filters.http.upstream_codec
          typed_config: { '@type': ${TYPES}.filters.http.upstream_codec.v3.UpstreamCodec }
`;
}

function formatLua(script: string): string {
  return `- name: envoy.filters.http.lua
  typed_config:
    '@type': ${LUA}
    default_source_code:
      inline_string: |
${indent(script, 8)}`;
}

function addressOf(server: string): string {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(server) ?? [];
  return `{ address: '${host}', port_value: ${port} }`;
}

function clusterOf(cell: number): string {
  return `payments_cell_${cell}`;
}

function indent(text: string, columns: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns));
}
