// Stands before each of the databases that are named, and prints where. SIGHUP silences the connections that there are.
import { startDatabaseProxy } from '../../../test/support/outside/database-proxy.ts';

const proxies = await Promise.all(process.argv.slice(2).map((url) => startDatabaseProxy(url)));
process.on('SIGHUP', () => proxies.forEach((proxy) => proxy.silence()));
process.once('SIGTERM', () => process.exit(0));
console.log(proxies.map(({ url }) => new URL(url).host).join(','));
