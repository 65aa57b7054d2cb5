import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Role } from '../../../src/people/roles.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { inviteTo, join, joinWithPassword, mailTo, setPassword, Visitor, type Person } from '../people.ts';

describe('the team of an account', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });

  const team = (path = '') => `/panel/accounts/${account.id}/team${path}`;
  const locationOf = async (by: Visitor, path: string, form = {}) =>
    (await by.post(team(path), form)).headers.get('location');
  const roles = async () => {
    const rows = await service.database.query('select user_id, role from memberships where account_id = $1', [
      account.id,
    ]);
    return new Map(rows.map(({ user_id, role }) => [String(user_id), role as Role]));
  };
  const audit = async () =>
    (await owner.visitor.get(`/panel/accounts/${account.id}/audit/csv`)).text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(','));
  const open = (visitor: Visitor) => visitor.get(`/panel/accounts/${account.id}`);

  it('grows by invitation: by e-mail, with a link that the log never shows', async () => {
    const email = `Grace.${randomUUID()}@Acme.Example`;
    const invited = await owner.visitor.post(team('/invite'), { email, name: 'Grace', role: 'finance' });
    const [mail] = await mailTo(service, email.toLowerCase());
    const [link = ''] = /http\S+\/panel\/links\/\S+/.exec(mail!.body) ?? [];
    expect(mail).to.include({ confidential: true });
    expect(invited.text, 'shown on the page, since this trial sends no mail').to.contain(link);
    const grace = new Visitor(service);
    await grace.post(new URL(link).pathname);
    await setPassword(grace);
    expect((await open(grace)).status).to.equal(200);
    expect((await mailTo(service, owner.email)).map(({ body }) => body).join()).to.contain('joined.');
  });

  it('is invited in the language of the owner, and sees the pages in that of their own browser', async () => {
    const email = `grace.${randomUUID()}@acme.example`;
    const spanish = { 'accept-language': 'es' };
    await owner.visitor.post(
      team('/invite'),
      { email, name: 'Grace', role: 'finance' },
      { ...owner.visitor.fromOwnPage, ...spanish },
    );
    const [mail] = await mailTo(service, email);
    expect(mail?.subject).to.contain('Te invitaron');
    const grace = new Visitor(service);
    await grace.post(new URL(/http\S+\/panel\/links\/\S+/.exec(mail!.body)![0]).pathname);
    await setPassword(grace);
    expect((await open(grace)).text).to.contain('<html lang="en"');
    expect((await grace.get(`/panel/accounts/${account.id}`, spanish)).text).to.contain('<html lang="es"');
  });

  it('shows when each member was last seen, also after their session has ended', async () => {
    const { id, visitor } = await join(service, account.id, 'finance');
    const row = async () =>
      (await owner.visitor.get(team())).text.split('<tr').find((text) => text.includes(`/team/${id}`)) ?? '';
    await open(visitor);
    await service.database.query('delete from user_sessions where user_id = $1', [id]);
    expect(await row())
      .to.contain('Today ')
      .and.not.contain('never');
    await service.database.query('update users set last_used_at = null where id = $1', [id]);
    expect(await row()).to.contain('never');
  });

  it('notes a use once a minute at most', async () => {
    const { id, visitor } = await join(service, account.id, 'finance');
    const seen = async () =>
      (await service.database.query('select last_used_at from users where id = $1', [id]))[0];
    const before = await seen();
    await open(visitor);
    expect(await seen()).to.deep.equal(before);
    await service.database.query(
      `update user_sessions set last_used_at = last_used_at - interval '61 seconds' where user_id = $1`,
      [id],
    );
    await open(visitor);
    expect(await seen()).to.not.deep.equal(before);
  });

  it('does not show an owner the link where mail is sent', async () => {
    const mailing = await startService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'panel@pay.example' });
    try {
      const { id } = await mailing.createAccount();
      const { visitor } = await join(mailing, id, 'owner');
      const form = { email: 'grace@acme.example', name: 'Grace', role: 'finance' };
      const answer = await visitor.post(`/panel/accounts/${id}/team/invite`, form);
      expect(answer.headers.get('location')).to.equal(`/panel/accounts/${id}/team?flash=invited`);
      expect(await mailTo(mailing, 'grace@acme.example')).to.have.length(1);
    } finally {
      await mailing.close();
    }
  });

  it('invites no second address or header in that of a person, and nobody who is there already', async () => {
    const good = { email: `${randomUUID()}@acme.example`, name: 'Grace', role: 'viewer' };
    const bad = [
      { email: 'a@b\r\nBcc: eve@evil.example' },
      { email: 'grace@acme.example, eve@evil.example' },
    ];
    for (const part of bad) {
      const { status } = await owner.visitor.post(team('/invite'), { ...good, ...part });
      expect(status, JSON.stringify(part)).to.equal(422);
    }
    await owner.visitor.post(team('/invite'), good);
    expect((await owner.visitor.post(team('/invite'), good)).text).to.contain(
      'already in the team, or invited',
    );
  });

  it('says nothing of whether somebody is known to other accounts', async () => {
    const elsewhere = await service.createAccount();
    const ada = await join(service, elsewhere.id, 'owner');
    await service.database.query(`update users set name = 'Secret Name' where id = $1`, [ada.id]);
    const known = await owner.visitor.post(team('/invite'), { email: ada.email, name: 'X', role: 'viewer' });
    const unknown = await owner.visitor.post(team('/invite'), {
      email: `${randomUUID()}@acme.example`,
      name: 'X',
      role: 'viewer',
    });
    const page = (text: string) => text.replaceAll(/links\/[\w-]+/g, 'links/');
    expect(page(known.text)).to.equal(page(unknown.text));
    expect((await owner.visitor.get(team())).text).not.to.contain('Secret Name');
    expect((await open(ada.visitor)).status, 'before the invitation is accepted').to.equal(404);
  });

  it('changes a role at once, in the sessions that are open', async () => {
    const grace = await join(service, account.id, 'viewer');
    expect((await grace.visitor.get(team())).status).to.equal(403);
    await owner.visitor.post(team(`/${grace.id}/role`), { role: 'owner' });
    expect((await grace.visitor.get(team())).status).to.equal(200);
    await owner.visitor.post(team(`/${grace.id}/role`), { role: 'finance' });
    expect((await grace.visitor.get(team())).status).to.equal(403);
  });

  it('removes somebody at once, in the sessions that are open', async () => {
    const grace = await join(service, account.id, 'developer');
    expect((await open(grace.visitor)).status).to.equal(200);
    await owner.visitor.post(team(`/${grace.id}/remove`));
    expect((await open(grace.visitor)).status).to.equal(404);
  });

  it('keeps an owner', async () => {
    const problem = team(`/${owner.id}?problem=last_owner`);
    expect(await locationOf(owner.visitor, `/${owner.id}/role`, { role: 'viewer' })).to.equal(problem);
    expect(await locationOf(owner.visitor, `/${owner.id}/remove`)).to.equal(problem);
    await inviteTo(service, account.id, 'owner', `${randomUUID()}@acme.example`);
    expect(await locationOf(owner.visitor, `/${owner.id}/remove`), 'one who has not joined').to.equal(
      problem,
    );
  });

  it('keeps an owner when two remove each other at once', async () => {
    const other = await join(service, account.id, 'owner');
    await Promise.all([
      owner.visitor.post(team(`/${other.id}/remove`)),
      other.visitor.post(team(`/${owner.id}/remove`)),
      owner.visitor.post(team(`/${other.id}/role`), { role: 'viewer' }),
      other.visitor.post(team(`/${owner.id}/role`), { role: 'viewer' }),
    ]);
    expect([...(await roles()).values()].filter((role) => role === 'owner')).to.have.length(1);
  });

  it('resets how somebody signs in: nothing of before works, and a link comes by mail', async () => {
    const grace = await joinWithPassword(service, account.id, 'finance');
    const reset = await owner.visitor.post(team(`/${grace.id}/reset`));
    expect((await grace.visitor.get('/panel/me')).headers.get('location')).to.match(/sign-in/);
    for (const table of ['passwords', 'recovery_codes', 'passkeys', 'known_devices', 'user_sessions'])
      expect(
        await service.database.query(`select 1 from ${table} where user_id = $1`, [grace.id]),
        table,
      ).to.deep.equal([]);
    const mail = (await mailTo(service, grace.email)).at(-1)!;
    expect(mail.subject).to.equal('Your sign-in was reset');
    const [link = ''] = /http\S+\/panel\/links\/\S+/.exec(mail.body) ?? [];
    expect(reset.text).to.contain(link);
    const again = new Visitor(service);
    await again.post(new URL(link).pathname);
    await setPassword(again);
    expect((await open(again)).status).to.equal(200);
  });

  it('leaves the access of somebody with other accounts to the operator', async () => {
    const grace = await join(service, account.id, 'finance');
    const elsewhere = await service.createAccount();
    await inviteTo(service, elsewhere.id, 'owner', grace.email);
    expect(await locationOf(owner.visitor, `/${grace.id}/reset`)).to.equal(
      team(`/${grace.id}?problem=reset_by_operator`),
    );
    expect((await open(grace.visitor)).status).to.equal(200);
  });

  it('tells the other owners of every change', async () => {
    const other = await join(service, account.id, 'owner');
    const grace = await join(service, account.id, 'viewer');
    await owner.visitor.post(team(`/${grace.id}/role`), { role: 'finance' });
    await owner.visitor.post(team(`/${grace.id}/remove`));
    const bodies = (await mailTo(service, other.email)).map(({ body }) => body).join('\n');
    expect(bodies).to.contain('has a new role.').and.contain('was removed.').and.contain(owner.email);
  });

  it('is in the audit log with who did it, in which session, and from where', async () => {
    const grace = await join(service, account.id, 'viewer');
    await owner.visitor.post(team(`/${grace.id}/role`), { role: 'finance' });
    const answer = await owner.visitor.post(team(`/${grace.id}/remove`));
    const [removed, changed] = await audit();
    const [session] = await service.database.query('select id from user_sessions where user_id = $1', [
      owner.id,
    ]);
    expect(removed?.slice(2, 9)).to.deep.equal([
      'member.removed',
      grace.email,
      owner.email,
      owner.id,
      session?.['id'],
      '127.0.0.1',
      answer.headers.get('x-request-id'),
    ]);
    expect(changed?.slice(2, 4)).to.deep.equal(['member.role_changed', grace.email]);
  });

  it('has an audit log that the service itself cannot change', async () => {
    const { db } = service.foundation;
    for (const text of [
      'update audit_entries set action = $1',
      'delete from audit_entries where action = $1',
      'truncate audit_entries',
      'drop table audit_entries',
      'alter table audit_entries add column x text',
    ]) {
      const change = db.transaction((trx) =>
        trx.query({ name: text, text, values: text.includes('$1') ? ['x'] : [] }),
      );
      expect(
        await change.then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ).to.match(/permission denied|must be owner/);
    }
  });

  it('has an audit log in pages, by days, that no spreadsheet takes for formulas', async () => {
    await service.database.query(
      `insert into audit_entries (account_id, id, action, subject, details, created_at)
       select $1, gen_random_uuid(), 'test.' || n, case n when 60 then '=cmd()' else 'x' end, '{}',
              timestamptz '2026-01-01' + n * interval '1 hour' from generate_series(1, 60) as n`,
      [account.id],
    );
    const log = `/panel/accounts/${account.id}/audit`;
    const january = await owner.visitor.get(`${log}?from=2026-01-01&until=2026-01-31`);
    expect([...january.text.matchAll(/test\.\d+/g)]).to.have.length(50);
    const [, next = ''] = /href="([^"]+cursor=[^"]+)"/.exec(january.text) ?? [];
    const older = await owner.visitor.get(next.replaceAll('&amp;', '&'));
    expect([...older.text.matchAll(/test\.\d+/g)].map(([name]) => name)).to.deep.equal(
      Array.from({ length: 10 }, (_, at) => `test.${10 - at}`),
    );
    const csv = await owner.visitor.get(`${log}/csv?from=2026-01-01&until=2026-01-03`);
    expect(csv.headers.get('content-disposition')).to.match(/^attachment; filename="audit-log-[\d-]+\.csv"$/);
    const lines = csv.text.split('\r\n').slice(1, -1);
    expect(lines).to.have.length(60);
    expect(lines[0]).to.contain(",'=cmd(),");
  });

  it('has an audit log that can be searched by action, person and target', async () => {
    const grace = await join(service, account.id, 'viewer');
    await owner.visitor.post(team(`/${grace.id}/role`), { role: 'finance' });
    await grace.visitor.post('/panel/me/sessions/end-others');
    const found = async (query: string) => {
      const { text } = await owner.visitor.get(`/panel/accounts/${account.id}/audit/csv?${query}`);
      return text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(2, 5));
    };
    const changed = ['member.role_changed', grace.email, owner.email];
    expect(await found(`about=${grace.email}&action=member.role_changed`)).to.deep.equal([changed]);
    expect(await found(`who=${owner.email.toUpperCase()}&about=${grace.email}`)).to.deep.include(changed);
    expect((await found(`who=${grace.email}`)).every(([, , email]) => email === grace.email)).to.equal(true);
    expect(await found(`who=nobody@acme.example`)).to.deep.equal([]);
  });

  it('is managed from the command line too', async () => {
    const email = `${randomUUID()}@acme.example`;
    const run = async (...args: string[]) => {
      const { code, stdout } = await runPayments(service, 'users', ...args, '--json');
      return { code, result: JSON.parse(stdout) };
    };
    const created = await run('create', '--account', account.id, '--email', email, '--role', 'developer');
    expect(created.result.sign_in_url).to.match(/\/panel\/links\/[\w-]{43}$/);
    const { id } = created.result as { id: string };
    const listed = async () => {
      const { result } = await run('list', '--account', account.id);
      return result.data.find((user: { id: string }) => user.id === id) as Record<string, unknown>;
    };
    expect(await listed()).to.include({ email, name: email, role: 'developer', status: 'invited' });
    const reset = await run('reset', id);
    expect(reset.result.sign_in_url).not.to.equal(created.result.sign_in_url);
    await new Visitor(service).post(new URL(reset.result.sign_in_url as string).pathname);
    expect(await listed()).to.include({ status: 'active' });
    expect((await run('invite', id)).result.error.code).to.equal('already_member');
    await run('disable', id);
    expect(await listed()).to.include({ status: 'disabled' });
    await run('enable', id);
    expect(await listed()).to.include({ status: 'active' });
    const nobody = await runPayments(service, 'users', 'disable', randomUUID());
    expect([nobody.code, nobody.stderr]).to.deep.equal([1, 'Nobody with this id belongs to the account.\n']);
    const nowhere = await run('create', '--account', randomUUID(), '--email', email);
    expect(nowhere.result.error.code).to.equal('account_not_found');
  });
});
