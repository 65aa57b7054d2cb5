const MAX_SERVERS = 8;
/** The scheme and who connects; the servers; the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?]*)(.*)$/s;

/**
 * The connection strings of the servers that one names, as libpq writes several: `postgresql://user@host1:5432,host2/name`.
 * Throws an Error that says what it must be like.
 */
export function serversOf(connectionString: string): string[] {
  const [, before = '', servers = '', after = ''] = PARTS.exec(connectionString) ?? [];
  const hosts = servers.split(',');
  if (hosts.length === 1) return [connectionString];
  if (hosts.length > MAX_SERVERS) throw new Error(`must name at most ${MAX_SERVERS} hosts`);
  if (hosts.includes('')) throw new Error('must name every host, as in host1:5432,host2:5432');
  return hosts.map((host) => `${before}${host}${after}`);
}
