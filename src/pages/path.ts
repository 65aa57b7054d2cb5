/** The names of a pattern's parameters: `code` and `method` of `/pay/:code/methods/:method/quote`. */
export type ParamsOf<Pattern extends string> = string extends Pattern
  ? string
  : Pattern extends `${infer Part}/${infer Rest}`
    ? ParamsOf<Part> | ParamsOf<Rest>
    : Pattern extends `:${infer Name}`
      ? Name
      : never;

/** An argument with a value for each of these, or no argument if there are none. */
export type Values<Name extends string> = [Name] extends [never]
  ? []
  : [values: Readonly<Record<Name, string>>];

/** The path of a page or action, which is the pattern that its route is declared with, filled in. */
export function fillPath<Pattern extends string>(
  pattern: Pattern,
  ...[values]: Values<ParamsOf<Pattern>>
): string {
  const known: Readonly<Record<string, string>> = values ?? {};
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(known[name] ?? ''));
}

/** The path with these parameters that have a value, after those that it has already. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  if (given.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}
