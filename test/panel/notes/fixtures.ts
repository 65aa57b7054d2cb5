import { randomUUID } from 'node:crypto';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import { addFile, addNote } from '../../../src/team-notes/service.ts';
import { drawPng } from '../../support/images.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { createLink } from '../links/fixtures.ts';
import { join, type Person } from '../people.ts';
import type { RouteFixtures } from '../fixtures.ts';

/** By the person or, where it makes no difference, by a new member. */
async function authorOf(service: TestService, account: TestAccount, person: Person | undefined) {
  return { ...OPERATOR, userId: (person ?? (await join(service, account.id, 'owner'))).id };
}

async function newest({ database }: TestService, table: 'team_notes' | 'team_files', objectId: string) {
  const [row] = await database.query(`select id from ${table} where object_id = $1`, [objectId]);
  return row!['id'] as string;
}

async function makeNote(service: TestService, account: TestAccount, person?: Person): Promise<string> {
  const objectId = await createLink(account);
  const author = await authorOf(service, account, person);
  const subject = { accountId: account.id, object: 'payment_link', objectId } as const;
  await service.foundation.db.transaction((trx) => addNote(trx, subject, author, 'Called, pays on Friday'));
  return newest(service, 'team_notes', objectId);
}

async function makeFile(service: TestService, account: TestAccount, person?: Person): Promise<string> {
  const objectId = await createLink(account);
  const author = await authorOf(service, account, person);
  const subject = { accountId: account.id, object: 'payment_link', objectId } as const;
  const upload = { name: 'order.png', bytes: drawPng(2, 2) };
  await service.foundation.db.transaction((trx) => addFile(trx, subject, author, upload));
  return newest(service, 'team_files', objectId);
}

export const NOTE_FIXTURES: RouteFixtures = {
  makers: {
    object: () => 'payment_link',
    subject: (_, account) => createLink(account),
    note: makeNote,
    '/panel/accounts/:account/notes/file/:file file': makeFile,
    '/panel/accounts/:account/notes/file/:file/remove file': makeFile,
  },
  forms: {
    '/panel/accounts/:account/notes/of/:object/:subject/add': () => ({ note: `Called ${randomUUID()}` }),
    '/panel/accounts/:account/notes/note/:note/change': () => ({ note: 'Pays on Monday' }),
  },
};
