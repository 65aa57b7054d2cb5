const MAX_SERVERS = 8;
/** The scheme with the user; the servers; the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?]*)(.*)$/s;

/**
 * The connection strings of the servers in one that may name several, as libpq does:
 * `postgresql://user@host1:5432,host2/name`. Throws an Error with the expected form.
 */
export function serversOf(connectionString: string): string[] {
  const [, before = '', servers = '', after = ''] = PARTS.exec(connectionString) ?? [];
  const hosts = servers.split(',');
  if (hosts.length === 1) return [connectionString];
  if (hosts.length > MAX_SERVERS) throw new Error(`must name at most ${MAX_SERVERS} hosts`);
  if (hosts.includes('')) throw new Error('must name every host, as in host1:5432,host2:5432');
  return hosts.map((host) => `${before}${host}${after}`);
}

const MAX_REPLICAS = 8;

/** The connection strings in a comma-separated list, each of one server. Throws an Error with the expected form. */
export function replicasOf(list: string): string[] {
  const replicas = list.split(/,\s*(?=postgres(?:ql)?:\/\/)/);
  if (replicas.length > MAX_REPLICAS) throw new Error(`must name at most ${MAX_REPLICAS} replicas`);
  for (const replica of replicas) {
    if (serversOf(replica).length > 1)
      throw new Error(
        'must name each host in a connection string of its own, as in postgresql://a/name,postgresql://b/name',
      );
  }
  return replicas;
}
