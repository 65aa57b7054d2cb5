import type { Cell } from '../cells-file.ts';
import { cellsByHost } from './hosts.ts';
import {
  KEY_RULES,
  nameOf,
  PATH_RULES,
  SESSION_COOKIES,
  SESSION_PATH,
  SESSION_RULES,
  type Rule,
} from './rules.ts';
import { MAX_HOPS } from './service-limits.ts';

/**
 * Envoy's script for all requests. It finds the cluster of the named cell and, when a request is repeated because a
 * cell answered 421, of the cell in that response.
 */
export function formatCellScript(cells: readonly Cell[], clusterOf: (cell: number) => string): string {
  return `${formatTables(cells, clusterOf)}
-- The name that the first matching rule finds in a text; nil where none matches.
local function find(rules, text)
  for _, rule in ipairs(rules) do
    local found = text:match(rule.pattern)
    if found then return rule.name or rule.base .. found:upper() end
  end
end

local function name_of_session(headers)
  for name, value in (headers:get("cookie") or ""):gmatch("([^=; ]+)=([^;]*)") do
    if session_cookies[name] then return find(session_rules, value) end
  end
end

local function cluster_of(headers)
  local name = find(key_rules, headers:get("authorization") or "")
  if not name then
    local path = headers:get(":path"):match("^[^?]*") .. "/"
    name = find(path_rules, path)
    if not name and path:match(session_path) then name = name_of_session(headers) end
  end
  if not name or name == "" then
    name = hosts[(headers:get(":authority") or ""):gsub(":%d+$", ""):lower()]
  end
  -- Cell 0 knows what nobody else does.
  return clusters[name or ""] or clusters["${nameOf(0, 36)}"]
end

function envoy_on_request(handle)
  local headers, info = handle:headers(), handle:streamInfo()
  local cluster
  local hops = tonumber(info:filterState():get("num_internal_redirects") or 0)
  if hops > ${MAX_HOPS} then
    -- The cells do not agree where it belongs.
    cluster = "payments_unknown"
  elseif hops > 0 then
    -- It stays, and tells this cell that another one has named it.
    cluster = others[headers:get("payments-cell")] or "payments_unknown"
  else
    cluster = cluster_of(headers)
    -- Between cells and proxy only.
    headers:remove("payments-cell")
  end
  headers:replace("payments-cluster", cluster)
  -- Replaced, not appended to: what the client claims is dropped.
  headers:replace("x-forwarded-for", info:downstreamRemoteAddress():match("^%[?(.-)%]?:%d+$"))
  -- An id like the service's, for what it has never seen.
  local id = headers:get("x-request-id"):gsub("-", "")
  info:dynamicMetadata():set("payments", "request_id", "req_" .. id:sub(1, 12) .. "7" .. id:sub(14))
  headers:remove("x-request-id")
end

function envoy_on_response(handle)
  local headers = handle:headers()
  if not headers:get("payments-cell") then return end
  headers:remove("payments-cell")
  -- Envoy could not send it again.
  headers:replace(":status", "421")
  headers:remove("location")
end`;
}

/** Envoy's script for responses of cells. It turns a 421 into a redirect that Envoy follows with the same request. */
export const FOLLOW_SCRIPT = `function envoy_on_request(handle)
  local headers = handle:headers()
  local url = headers:get(":scheme") .. "://" .. headers:get(":authority") .. headers:get(":path")
  handle:streamInfo():dynamicMetadata():set("payments", "url", url)
  headers:remove("payments-cluster")
end

function envoy_on_response(handle)
  local headers = handle:headers()
  if headers:get(":status") == "421" and headers:get("payments-cell") then
    headers:replace(":status", "307")
    headers:replace("location", handle:streamInfo():dynamicMetadata():get("payments")["url"])
  end
end`;

function formatTables(cells: readonly Cell[], clusterOf: (cell: number) => string): string {
  const hosts = [...cellsByHost(cells)].map(([host, { cell }]) => [host, nameOf(cell, 36)] as const);
  const names = cells.flatMap(({ cell }) => [
    [nameOf(cell, 36), clusterOf(cell)] as const,
    [nameOf(cell, 16), clusterOf(cell)] as const,
  ]);
  return [
    formatTable('clusters', names),
    formatTable(
      'others',
      cells.map(({ cell }) => [String(cell), clusterOf(cell)]),
    ),
    formatTable('hosts', hosts),
    formatRules('key_rules', KEY_RULES, (pattern) => `${pattern}$`),
    formatRules('path_rules', PATH_RULES, (pattern) => `${pattern}/`),
    formatRules('session_rules', SESSION_RULES, (pattern) => `^${pattern}$`),
    `local session_path = "${toLuaPattern(`${SESSION_PATH}/`)}"`,
    `local session_cookies = { ${SESSION_COOKIES.map((name) => `["${name}"] = true`).join(', ')} }`,
    '',
  ].join('\n');
}

function formatTable(name: string, entries: readonly (readonly [string, string])[]): string {
  return `local ${name} = {\n${entries.map(([key, value]) => `  ["${key}"] = "${value}",\n`).join('')}}`;
}

function formatRules(name: string, rules: readonly Rule[], whole: (pattern: string) => string): string {
  const lines = rules.map(({ pattern, names }) => {
    const made = {
      'base 36': 'base = "36/"',
      'base 16': 'base = "16/"',
      'cell 0': `name = "${nameOf(0, 36)}"`,
      none: 'name = ""',
    }[names];
    return `  { pattern = "${toLuaPattern(whole(pattern))}", ${made} },\n`;
  });
  return `local ${name} = {\n${lines.join('')}}`;
}

/** Lua has no counts, and gives - a meaning outside of sets. */
function toLuaPattern(pattern: string): string {
  const items = pattern.matchAll(/(\[[^\]]*\]|[^[\]{}])(?:\{(\d+)(?:,(\d+))?\})?/g);
  return [...items]
    .map(([, item = '', least = '1', most = least]) => {
      const one = item === '-' ? '%-' : item;
      return one.repeat(Number(least)) + `${one}?`.repeat(Number(most) - Number(least));
    })
    .join('');
}
