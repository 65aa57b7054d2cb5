/** What a response interceptor gets: `url` is the operation's path, with the names of its parameters. */
type Interceptor = (response: Response, request: Request, operation: { url: string }) => Response;

/** Prints a warning when a response says that its call uses something deprecated: once for each operation. */
export function createDeprecationWarning(): Interceptor {
  const warned = new Set<string>();
  return (response, { method }, { url }) => {
    const since = /^@(\d+)$/.exec(response.headers.get('Deprecation') ?? '')?.[1];
    const operation = `${method} ${url}`;
    if (since === undefined || warned.has(operation)) return response;
    warned.add(operation);
    const day = new Date(Number(since) * 1_000).toISOString().slice(0, 10);
    const [, page = ''] = /<([^>]*)>; rel="deprecation"/.exec(response.headers.get('Link') ?? '') ?? [];
    process.emitWarning(
      `A call of ${operation} uses something that is deprecated since ${day}. See ${page}`,
      'DeprecationWarning',
    );
    return response;
  };
}
