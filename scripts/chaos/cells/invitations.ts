import { readConfig } from '../../../src/config/config.ts';
import { isSignedIn, nextCode, PASSWORD, setPassword, Visitor } from '../../../test/panel/people.ts';
import { runCommand, type Operator } from './command.ts';
import type { RunningCell } from './deployment.ts';

/** The owner of an account, who signs in with a password and an authenticator. */
export interface Owner {
  email: string;
  /** Of the authenticators that they were given, of which a restored cell may know an earlier one. */
  secrets: string[];
}

/** A one-time link that a stranger was given for an owner's address. */
export interface Invitation {
  cell: RunningCell;
  /** The account that the owner has. */
  accountId: string;
  path: string;
}

/** Has the owner of a cell's account join it. */
export async function joinAsOwner(operator: Operator, cell: RunningCell): Promise<Owner> {
  const email = `owner@shop-${cell.cell}.example`;
  const visitor = visit(cell);
  await visitor.post(await invite(operator, cell, { accountId: cell.accountId, email, role: 'owner' }));
  return { email, secrets: [(await setPassword(visitor)).secret] };
}

/** Has an owner set a new password, by the link that `users reset` prints. */
export async function resetSignIn(cell: RunningCell, { secrets }: Owner, link: string): Promise<void> {
  const visitor = visit(cell);
  await visitor.post(new URL(link).pathname);
  secrets.push((await setPassword(visitor)).secret);
}

/** Adds somebody to an account; returns the path of their one-time link. */
export async function invite(
  operator: Operator,
  { cell }: RunningCell,
  { accountId, email, role }: { accountId: string; email: string; role: string },
): Promise<string> {
  const args = ['--cell', String(cell), 'users', 'create', '--account', accountId, '--email', email];
  const { isDone, result, said } = await runCommand(operator, [...args, '--role', role]);
  if (!isDone) throw new Error(`nobody could be invited: ${said}`);
  return new URL((result as { sign_in_url: string }).sign_in_url).pathname;
}

export async function canSignIn(cell: RunningCell, { email, secrets }: Owner): Promise<boolean> {
  for (const secret of secrets) {
    const visitor = visit(cell);
    await visitor.post('/panel/sign-in', { email, password: PASSWORD, code: nextCode(secret) });
    if (await isSignedIn(visitor)) return true;
  }
  return false;
}

/** Whether the link lets a stranger see the owner's account. */
export async function opensAccount({ cell, accountId, path }: Invitation): Promise<boolean> {
  const visitor = visit(cell);
  await visitor.post(path);
  return (await visitor.get(`/panel/accounts/${accountId}`)).status === 200;
}

function visit({ environment }: RunningCell): Visitor {
  const baseUrl = `http://127.0.0.1:${environment['PORT']}`;
  return new Visitor({ baseUrl, foundation: { config: readConfig(environment) } });
}
