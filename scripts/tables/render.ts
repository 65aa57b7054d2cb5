import { format, resolveConfig } from 'prettier';
import { toCamelCase } from '../../src/lib/case.ts';

/** The generated file, from the repository's root. */
export const TABLES = 'src/db/tables.ts';
const HEADER = `// Generated from the migrated schema by \`npm run generate\`. Do not edit.

/** The columns of each table, as queries return them. */
`;

/** What pg-batch makes of a column's text; other types reach the service in no column. */
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  smallint: 'number',
  // Read by SQL alone.
  interval: 'unknown',
  json: 'unknown',
  jsonb: 'unknown',
  'timestamp with time zone[]': 'unknown',
  'timestamp with time zone': 'Date',
  'text[]': 'readonly string[]',
  'cidr[]': 'readonly string[]',
  // A JavaScript number holds neither exactly.
  bigint: 'string',
  numeric: 'string',
  inet: 'string',
  text: 'string',
  uuid: 'string',
};

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as required,
         (select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname not like 'knex%'
   order by c.relname, a.attnum`;

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  checks: string[] | null;
}

/** The types of all tables, from a migrated database. */
export async function renderTables(query: (text: string) => Promise<object[]>): Promise<string> {
  const columns = (await query(COLUMNS)) as Column[];
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const fields = columns.filter((one) => one.table === table).map(fieldOf);
    return `${table}: {\n${fields.join('\n')}\n};`;
  });
  const text = `${HEADER}export interface Tables {\n${tables.join('\n')}\n}\n`;
  return format(text, { ...(await resolveConfig(TABLES)), parser: 'typescript' });
}

function fieldOf({ table, column, type, required, checks }: Column): string {
  const known = TYPES[type];
  if (known === undefined) throw new Error(`${table}.${column} is ${type}, which has no type yet`);
  const values = checks?.map(valuesOf).find((found) => found !== undefined);
  const nullable = required || known === 'unknown' ? '' : ' | null';
  return `${toCamelCase(column)}: ${values ?? known}${nullable};`;
}

/** The values that a check lists: `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`. */
function valuesOf(check: string): string | undefined {
  const list = /^CHECK \(\(?\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)?\)$/.exec(check)?.[1];
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ');
}
