import { query, named, type Queryable } from '../../db/index.ts';

/** Enough to see which keys an account uses. */
const LINKS_READ = 200;
const MOST_KEYS = 50;

const keys = query.all<{ accountId: string; links: number; most: number }, { key: string }>(
  'panel.metadata_keys',
  (p) =>
    named(
      `select distinct key
         from (select metadata from payment_links where account_id = :accountId and deleted_at is null
                order by created_at desc, code desc limit :links) l
        cross join lateral json_object_keys(l.metadata) as key
        order by key limit :most`,
      p,
    ),
);

/** The keys of the metadata of the account's latest links. */
export async function listMetadataKeys(on: Queryable, accountId: string): Promise<string[]> {
  const rows = await keys(on, { accountId, links: LINKS_READ, most: MOST_KEYS });
  return rows.map(({ key }) => key);
}
