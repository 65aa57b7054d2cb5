/** How well something is known: documented, only seen in clients' code or its recorded answers, or guessed. */
const KNOWN = ['documented', 'seen', 'guessed'] as const;
export type Known = (typeof KNOWN)[number];

/** What a stand-in does, and where that is known from or, for a guess, what else it could be. */
export interface Source {
  known: Known;
  what: string;
  where: string;
}

type Entries = Record<Known, Record<string, readonly [what: string, where: string]>>;
type NameIn<All extends Entries> = { [Kind in Known]: keyof All[Kind] & string }[Known];

/** Everything that a stand-in's answers can do, by how well it is known. ASCII, for a header. */
export function sourcesOf<const All extends Entries>(entries: All): Readonly<Record<NameIn<All>, Source>> {
  return Object.fromEntries(
    KNOWN.flatMap((known) =>
      Object.entries(entries[known]).map(([name, [what, where]]) => [name, { known, what, where }]),
    ),
  ) as Record<NameIn<All>, Source>;
}

/** What the header says: the least certain of all that an answer did. */
export function describeLeast<Name extends string>(
  sources: Readonly<Record<Name, Source>>,
  names: readonly Name[],
): string {
  const rank = (name: Name) => KNOWN.indexOf(sources[name].known);
  const [least] = [...names].sort((one, other) => rank(other) - rank(one));
  if (least === undefined) throw new Error('an answer without a source');
  const { known, where } = sources[least];
  return `${known}; ${least}: ${where}`;
}
