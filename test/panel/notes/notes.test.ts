import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Role } from '../../../src/people/roles.ts';
import { createCustomer } from '../../customers/customers.ts';
import { drawPng } from '../../support/images.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { createLink, createPaidLink } from '../links/fixtures.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080002000201011100ffd9', 'hex');

describe('notes and files of the team', () => {
  let service: TestService;
  let account: TestAccount;
  let people: Record<Role, Person>;
  let code: string;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    account = await service.createAccount();
    const roles = ['owner', 'finance', 'developer', 'auditor', 'viewer'] as const;
    const joined = await Promise.all(
      roles.map(async (role) => [role, await join(service, account.id, role)] as const),
    );
    people = Object.fromEntries(joined) as Record<Role, Person>;
  });
  beforeEach(async () => {
    code = await createLink(account);
  });
  after(() => service?.close());

  const root = (of: { id: string } = account) => `/panel/accounts/${of.id}/notes`;
  const notesOf = (object: string, id: string) => `${root()}/of/${object}/${id}`;
  const add = async (
    by: Person,
    {
      note = '',
      upload,
      on = notesOf('payment_link', code),
    }: { note?: string; upload?: { name: string; bytes: Buffer; type?: string }; on?: string },
  ) => {
    const form = new FormData();
    form.set('once', randomUUID());
    form.set('note', note);
    if (upload)
      form.set('file', new Blob([new Uint8Array(upload.bytes)], { type: upload.type ?? '' }), upload.name);
    const body = new Response(form);
    return by.visitor.send('POST', `${on}/add`, Buffer.from(await body.arrayBuffer()), {
      ...by.visitor.fromOwnPage,
      'content-type': body.headers.get('content-type')!,
    });
  };
  const rows = (table: 'team_notes' | 'team_files', objectId = code) =>
    service.database.query(`select * from ${table} where object_id = $1 order by created_at, id`, [objectId]);
  const audited = async (subject = code) =>
    (
      await service.database.query(
        `select action, user_email, details from audit_entries where subject = $1 and action ~ '^(note|attachment)' order by created_at`,
        [subject],
      )
    ).map(({ action, user_email: by }) => `${action as string} ${by as string}`);

  it('are written by those who make links, and read by all members, on the page of the object', async () => {
    for (const role of ['owner', 'finance', 'developer'] as const)
      expect((await add(people[role], { note: `From ${role}` })).status).to.equal(303);
    for (const role of ['auditor', 'viewer'] as const)
      expect((await add(people[role], { note: 'From me' })).status, role).to.equal(403);
    for (const { visitor } of Object.values(people)) {
      const page = readable((await visitor.get(`/panel/accounts/${account.id}/links/${code}`)).text);
      expect(page).to.contain('From owner').and.contain(people.owner.email).and.contain('From developer');
    }
    const forms = (await people.viewer.visitor.get(notesOf('payment_link', code))).text;
    expect(forms).to.contain('From finance').and.not.contain('<textarea');
  });

  it('are on deposits and customers as well, and go with a customer or a link that is deleted', async () => {
    const paid = await createPaidLink(account);
    const [deposit] = await service.database.query('select id from deposits where payment_link_code = $1', [
      paid,
    ]);
    const customer = (await createCustomer(account.api)).id as string;
    await add(people.finance, { note: 'Asked the bank', on: notesOf('deposit', deposit!['id'] as string) });
    await add(people.finance, {
      note: 'Pays late',
      upload: { name: 'a.pdf', bytes: PDF },
      on: notesOf('customer', customer),
    });
    await add(people.finance, { note: 'Wrong amount' });
    for (const [page, note] of [
      [`deposits/${deposit!['id'] as string}`, 'Asked the bank'],
      [`customers/${customer}`, 'Pays late'],
    ] as const)
      expect((await people.viewer.visitor.get(`/panel/accounts/${account.id}/${page}`)).text).to.contain(
        note,
      );
    await account.api.delete(`/v1/customers/${customer}`);
    expect([...(await rows('team_notes', customer)), ...(await rows('team_files', customer))]).to.deep.equal(
      [],
    );
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    await account.api.delete(`/v1/payment_links/${code}`);
    expect(await rows('team_notes')).to.deep.equal([]);
  });

  it('are changed by their author alone, and removed by the author or an owner, with a trace without the text', async () => {
    await add(people.finance, { note: 'Pays on Friday' });
    const [{ id } = {}] = await rows('team_notes');
    const at = `${root()}/note/${id as string}`;
    const change = ({ visitor }: Person, note: string) => visitor.post(`${at}/change`, { note });
    expect((await change(people.finance, 'Pays on Monday')).headers.get('location')).to.equal(
      `${notesOf('payment_link', code)}?flash=note_changed`,
    );
    for (const other of [people.owner, people.developer]) {
      const { status, text } = await change(other, 'Never pays');
      expect(status).to.equal(422);
      expect(readable(text)).to.contain('Only the author can do this.');
    }
    expect((await people.developer.visitor.post(`${at}/remove`)).headers.get('location')).to.contain(
      'problem=forbidden',
    );
    expect((await rows('team_notes'))[0]!['body']).to.equal('Pays on Monday');
    await people.owner.visitor.post(`${at}/remove`);
    expect(await rows('team_notes')).to.deep.equal([]);
    expect(await audited()).to.deep.equal([
      `note.added ${people.finance.email}`,
      `note.changed ${people.finance.email}`,
      `note.removed ${people.owner.email}`,
    ]);
    const [{ count } = {}] = await service.database.query(
      `select count(*)::integer from audit_entries where details::text ~ 'Pays on'`,
    );
    expect(count).to.equal(0);
  });

  it('show HTML as it was typed, in notes and in names of files', async () => {
    const html = '<img src=x onerror=alert(1)>';
    await add(people.finance, {
      note: html,
      upload: { name: `${html}".png\r\nX-Evil: 1`, bytes: drawPng(2, 2) },
    });
    const { text } = await people.viewer.visitor.get(`/panel/accounts/${account.id}/links/${code}`);
    expect(text).not.to.contain('<img src=x');
    expect(text).to.contain('&lt;img src=x');
    const [{ id } = {}] = await rows('team_files');
    const { headers } = await people.viewer.visitor.get(`${root()}/file/${id as string}`);
    expect(headers.get('content-disposition')).to.match(/^attachment; filename="[\w .()-]+"$/);
    expect(headers.get('x-evil')).to.equal(null);
  });

  it('are PDF, PNG or JPEG by their bytes, whatever they are called, and are only ever downloaded', async () => {
    const good = { 'a.pdf': PDF, 'b.png': drawPng(2, 2), 'c.txt': JPEG };
    for (const [name, bytes] of Object.entries(good))
      expect((await add(people.finance, { upload: { name, bytes } })).status, name).to.equal(303);
    const bad = {
      'svg.png':
        '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><script>alert(1)</script></svg>',
      'html.pdf': '<!doctype html><script>alert(1)</script>',
      'cut.pdf': '%PDF-1.4\nno end',
      'webp.png': 'RIFF\u0024\u0000\u0000\u0000WEBPVP8 ',
      'signature.png': '\u0089PNG\r\n\u001a\n<script>',
      'empty.pdf': '',
    };
    for (const [name, content] of Object.entries(bad)) {
      const upload = { name, bytes: Buffer.from(content, 'latin1'), type: 'image/png' };
      const { status, text } = await add(people.finance, { upload });
      expect(status, name).to.equal(422);
      expect(readable(text)).to.match(/Choose a PDF, PNG or JPEG|Write 1 to 2,000/);
    }
    const stored = await rows('team_files');
    expect(stored.map(({ type }) => type)).to.deep.equal(['application/pdf', 'image/png', 'image/jpeg']);
    for (const { id, type, content } of stored) {
      const { headers, bytes } = await people.auditor.visitor.get(`${root()}/file/${id as string}`);
      expect(bytes.equals(content as Buffer)).to.equal(true);
      expect(headers.get('content-type')).to.equal(type);
      expect(headers.get('content-disposition')).to.match(/^attachment/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox");
    }
  });

  it('have bounds: a megabyte, ten files of one object and a hundred megabytes of an account', async () => {
    const large = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(1024 * 1024), Buffer.from('%%EOF')]);
    expect((await add(people.finance, { upload: { name: 'l.pdf', bytes: large } })).status).to.be.oneOf([
      413, 422,
    ]);
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, n) => add(people.finance, { upload: { name: `${n}.pdf`, bytes: PDF } })),
    );
    expect(many.filter(({ status }) => status === 303)).to.have.length(10);
    expect(readable(many.find(({ status }) => status === 422)!.text)).to.contain(
      'There are ten files already.',
    );
    expect(await rows('team_files')).to.have.length(10);
    await service.database.query(
      `insert into team_files select account_id, gen_random_uuid(), object, 'PL-FULL', user_id, name, type, 1048576,
              decode(repeat('00', 1048576), 'hex'), created_at
         from (select * from team_files where object_id = $1 limit 1) f, generate_series(1, 100)`,
      [code],
    );
    code = await createLink(account);
    const { status, text } = await add(people.finance, { upload: { name: 'a.pdf', bytes: PDF } });
    await service.database.query(`delete from team_files where object_id = 'PL-FULL'`);
    expect(status).to.equal(422);
    expect(readable(text)).to.contain('have 100 MB already');
  });

  it('are those of no other account, by the id of a note, a file or an object', async () => {
    await add(people.finance, { note: 'Ours', upload: { name: 'a.pdf', bytes: PDF } });
    const [[note], [file]] = [await rows('team_notes'), await rows('team_files')];
    const other = await service.createAccount();
    const stranger = await join(service, other.id, 'owner');
    for (const path of [
      `of/payment_link/${code}`,
      `note/${note!['id'] as string}`,
      `file/${file!['id'] as string}`,
    ])
      expect((await stranger.visitor.get(`${root(other)}/${path}`)).status, path).to.equal(404);
    for (const path of [
      `note/${note!['id'] as string}/change`,
      `note/${note!['id'] as string}/remove`,
      `file/${file!['id'] as string}/remove`,
      `of/payment_link/${code}/add`,
    ])
      expect(
        (await stranger.visitor.post(`${root(other)}/${path}`, { once: randomUUID(), note: 'Mine' })).status,
        path,
      ).to.equal(404);
    expect(await rows('team_notes')).to.have.length(1);
    expect((await people.owner.visitor.get(`${root()}/of/qr_code/${randomUUID()}`)).status).to.equal(404);
  });

  it('are in nothing that leaves the team: the API, events, the payer’s page and the file of links', async () => {
    const secret = `note ${randomUUID()}`;
    await add(people.finance, { note: secret, upload: { name: `${secret}.pdf`, bytes: PDF } });
    const link = await account.api.get(`/v1/payment_links/${code}`);
    await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
    const [csv, page] = await Promise.all([
      people.finance.visitor.get(`/panel/accounts/${account.id}/links/csv`),
      people.finance.visitor.get(new URL(link.body.url as string).pathname),
    ]);
    const events = await service.database.query('select * from events where account_id = $1', [account.id]);
    for (const seen of [link.text, csv.text, page.text, JSON.stringify(events)]) {
      expect(seen).to.contain(code);
      expect(seen).not.to.contain(secret);
    }
  });
});
