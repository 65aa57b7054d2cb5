import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import pg from 'pg';
import ts from 'typescript';
import { renderTables, TABLES } from '../../scripts/tables/render.ts';
import { toCamelCase } from '../../src/lib/case.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { loadStatements } from '../support/statements.ts';
import type { SourceProgram } from './program.ts';

const BY_KIND = 'every transfer of its kind has it (transfers_whole, transfers_of_deposit)';

/** `statement: property` or `table.column` → why it is never null, although the column may be. */
const NEVER_NULL: Record<string, string> = {
  'transfers.method': BY_KIND,
  'transfers.exchange_rate': BY_KIND,
  'transfers.deposit_id': BY_KIND,
  'account_brands.find_logo: logoType': 'finds a logo by its digest',
  'account_brands.find_logo: logo': 'finds a logo by its digest',
  'audit.evm_cold_addresses: address': 'finds sweeps that went somewhere',
  'bitso_keys.find_lock: lockedUntil': 'finds locked keys',
  'bitso_keys.lock: lockedUntil': 'writes it',
  'bridge_templates.claim: transferId': 'only what Bridge has answered is due',
  'evm_decisions.find_refusal: message': 'a refusal has both',
  'evm_decisions.find_refusal: reason': 'a refusal has both',
  'evm_orders.list_sent: finalAt': 'finds what is final',
  'evm_transfers.list_final: finalAt': 'finds what is final',
  'memberships.find_active: trustedAt': 'who accepted has it',
  'mono_clients.find_lock: lockedUntil': 'finds locked clients',
  'mono_collections.claim: collectionId': 'only what was given out is due',
  'mono_collections.places: collectionId': 'finds collections by it',
  'mono_collections.places: destination': 'what Mono has opened has both',
  'outbox.claim: leaseToken': 'writes it',
  'payment_links.find_visitor: qrCodeId': 'finds links that have one',
  'qr_codes.collections: createdAt': 'finds paid links',
  'qr_codes.collections: method': 'finds paid links',
  'rail_orders.claim_watched: reference': 'only what has one is watched',
  'rail_orders.request: body': 'writes it',
  'rebalancings.claim: reference': 'what has left has one',
  'rebalancings.claim: sentAt': 'what has left has one',
  'request_logs.failures: errorCode': 'finds calls with one',
};

const DECLARING = /^(query|command)\.(all|first|filtered|lookup)$/;

/** What the declared type of a column must be, by the type that Postgres gives it. */
const KIND_OF: Readonly<Record<number, Kind>> = {
  [pg.types.builtins.BOOL]: 'boolean',
  [pg.types.builtins.BYTEA]: 'Buffer',
  [pg.types.builtins.DATE]: 'Date',
  [pg.types.builtins.FLOAT8]: 'number',
  [pg.types.builtins.INT2]: 'number',
  [pg.types.builtins.INT4]: 'number',
  [pg.types.builtins.INT8]: 'string',
  [pg.types.builtins.JSON]: 'any',
  [pg.types.builtins.JSONB]: 'any',
  [pg.types.builtins.NUMERIC]: 'string',
  [pg.types.builtins.TEXT]: 'string',
  [pg.types.builtins.TIMESTAMPTZ]: 'Date',
  [pg.types.builtins.UUID]: 'string',
  [pg.types.builtins.VARCHAR]: 'string',
  [pg.types.builtins.INET]: 'string',
  // text[], cidr[], uuid[]
  1009: 'array',
  651: 'array',
  2951: 'array',
};
type Kind = 'any' | 'array' | 'boolean' | 'Buffer' | 'Date' | 'number' | 'string';

interface Declared {
  /** By property: what it may be. */
  properties: Map<string, { kinds: Set<Kind>; nullable: boolean }>;
}

export function describeColumns(source: () => SourceProgram): void {
  describe('the columns of every statement', () => {
    let database: TestDatabase;
    let client: pg.Client;

    before(async () => {
      database = await createTestDatabase();
      client = new pg.Client({ connectionString: database.url });
      await client.connect();
    });
    after(async () => {
      await client?.end();
      await database?.drop();
    });

    it('are those of the generated tables', async () => {
      const made = await renderTables((text) => database.query(text));
      expect(readFileSync(TABLES, 'utf8'), 'npm run generate').to.equal(made);
    });

    it('are returned as they are declared', async () => {
      const declared = readDeclared(source());
      const columns = new Map(
        (
          await database.query(
            `select attrelid::int as table, attnum as column, attrelid::regclass || '.' || attname as name, attnotnull as required
             from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = 'public'::regnamespace and attnum > 0`,
          )
        ).map(({ table, column, name, required }) => [
          `${table as number}.${column as number}`,
          { name, required },
        ]),
      ) as Map<string, { name: string; required: boolean }>;
      const wrong: string[] = [];
      const checked = new Set<string>();
      const used = new Set<string>();
      for (const { name, text } of await loadStatements()) {
        const result =
          declared.get(name) ?? [...declared].find(([pattern]) => patternOf(pattern).test(name))?.[1];
        if (!result) continue;
        checked.add(name);
        const sql = text(new Set());
        const fields = new Map((await columnsOf(sql)).map((field) => [toCamelCase(field.name), field]));
        for (const [property, { kinds, nullable }] of result.properties) {
          const at = `${name}: ${property}`;
          const field = fields.get(property);
          if (!field) {
            wrong.push(`${at} is not returned`);
            continue;
          }
          const kind = KIND_OF[field.dataTypeID];
          if (kind === undefined) wrong.push(`${at} has the unknown type ${field.dataTypeID}`);
          else if (kind !== 'any' && [...kinds].some((one) => one !== kind && one !== 'any'))
            wrong.push(`${at} is ${kind}, not ${[...kinds].join(' or ')}`);
          // Of an expression, Postgres does not say whether it can be null.
          if (field.tableID === 0 || kinds.has('any')) continue;
          const column = columns.get(`${field.tableID}.${field.columnID}`);
          if (!column) throw new Error(`${at} comes from an unknown column`);
          const reason = [at, column.name].find((key) => key in NEVER_NULL);
          if (reason !== undefined) used.add(reason);
          else if (!column.required && !nullable) wrong.push(`${at} can be null`);
          // An outer join makes nulls of columns that have none.
          else if (column.required && nullable && !/left join|lateral/i.test(sql))
            wrong.push(`${at} is never null`);
        }
      }
      expect(wrong).to.deep.equal([]);
      expect(
        Object.keys(NEVER_NULL).filter((key) => !used.has(key)),
        'reasons without a use',
      ).to.deep.equal([]);
      expect(checked.size, 'statements with rows').to.be.above(250);
    });

    async function columnsOf(text: string): Promise<pg.FieldDef[]> {
      const describing = new Description(text);
      client.query(describing as unknown as pg.Submittable);
      return describing.columns;
    }
  });
}

/** Has Postgres prepare a statement and tell its columns, without running it. */
class Description {
  readonly columns: Promise<pg.FieldDef[]>;
  readonly #text: string;
  #fields: pg.FieldDef[] = [];
  #resolve!: (fields: pg.FieldDef[]) => void;
  #reject!: (error: unknown) => void;

  constructor(text: string) {
    this.#text = text;
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: { parse(query: object): void; describe(what: object): void; sync(): void }): void {
    connection.parse({ text: this.#text });
    connection.describe({ type: 'S' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#fields = fields;
  }

  handleError(error: unknown): void {
    this.#reject(new Error(`${String(error)} in ${this.#text}`));
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}

/** What the source declares that each statement returns, by its name. */
function readDeclared({ checker, files }: SourceProgram): Map<string, Declared> {
  const found = new Map<string, Declared>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && DECLARING.test(node.expression.getText())) {
      const [name] = node.arguments;
      const rows = node.typeArguments?.[1];
      if (name && rows) found.set(nameOf(name), declaredBy(checker, rows));
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return found;
}

/** With an asterisk for what is known only when it runs. */
function nameOf(name: ts.Expression): string {
  if (!ts.isTemplateExpression(name)) return (name as ts.StringLiteral).text;
  return [name.head.text, ...name.templateSpans.map(({ literal }) => literal.text)].join('*');
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '\\w*')}$`);
}

function declaredBy(checker: ts.TypeChecker, node: ts.TypeNode): Declared {
  const properties: Declared['properties'] = new Map();
  const type = checker.getTypeFromTypeNode(node);
  const resolved = checker.getBaseConstraintOfType(type) ?? type;
  for (const member of resolved.isUnion() ? resolved.types : [resolved]) {
    for (const property of checker.getPropertiesOfType(member)) {
      const known = properties.get(property.name) ?? { kinds: new Set<Kind>(), nullable: false };
      const own = checker.getTypeOfSymbol(property);
      for (const part of own.isUnion() ? own.types : [own]) {
        if (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) known.nullable = true;
        else known.kinds.add(kindOf(checker, part));
      }
      properties.set(property.name, known);
    }
  }
  return { properties };
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array';
  const name = type.symbol?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'any';
}
