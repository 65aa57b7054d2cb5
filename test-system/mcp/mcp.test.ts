import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { toolsOf } from '../../src/mcp/tools.ts';
import { ALL_SCOPES, SCOPES } from '../../src/credentials/scopes.ts';
import { sharedContract } from '../../test/support/contract.ts';
import { belongingsFor, bodyFor } from '../../test/support/data/belongings.ts';
import { sampleRequests } from '../../test/support/data/sample-requests.ts';
import { runProgram } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';

const CLI = fileURLToPath(new URL('../../build/cli.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('payments mcp', () => {
  let service: TestService;
  let account: TestAccount;
  let client: Client;
  const opened: Client[] = [];
  const printed: string[] = [];

  const open = async (apiKey: string): Promise<Client> => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '--base-url', `${service.baseUrl}/`],
      // It would fail if the command opened the database.
      env: { PAYMENTS_API_KEY: apiKey, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
      cwd: ROOT,
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString('utf8')));
    const one = new Client({ name: 'test', version: '1.0.0' });
    opened.push(one);
    await one.connect(transport);
    return one;
  };
  const call = async (name: string, args: object = {}, by = client) =>
    (await by.callTool({ name, arguments: { ...args } })) as CallToolResult;
  const answerOf = async (name: string, args: object = {}, by = client): Promise<any> => {
    const result = await call(name, args, by);
    const text = textOf(result);
    expect(result.isError, text).to.equal(false);
    expect(JSON.parse(text)).to.deep.equal(result.structuredContent);
    return result.structuredContent;
  };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    client = await open(account.key.secret);
  });
  after(async () => {
    for (const one of opened) await one.close();
    await service?.close();
  });

  it('has a tool for each operation of the contract, whose schemas stand alone and accept its examples', async () => {
    const { tools } = await client.listTools();
    const ids = Object.values(sharedContract.paths).flatMap((item) =>
      (['get', 'post', 'patch', 'delete'] as const).flatMap((method) => item[method]?.operationId ?? []),
    );
    expect(tools.map(({ name }) => name)).to.have.members([...ids, 'describeOperation']);
    const ajv = newAjv();
    for (const tool of tools) {
      expect(JSON.stringify(tool.inputSchema), tool.name).not.to.match(/\$ref|"x-/);
      ajv.compile(tool.inputSchema);
    }
    const { inputSchema } = toolNamed(tools, 'listPaymentLinks');
    const isInput = ajv.compile(inputSchema);
    expect(isInput({ reference: 'R', metadata: { order_id: '10442' }, amount: '10.5', limit: 25 })).to.equal(
      true,
    );
    expect(isInput({ limit: 26 })).to.equal(false);
    expect(inputSchema.required).to.equal(undefined);
    const { properties } = toolNamed(tools, 'listTransactions').inputSchema;
    expect(properties, 'what is deprecated is not offered')
      .to.include.keys('type')
      .and.not.have.property('kind');
    expect(toolNamed(tools, 'updatePaymentLink').inputSchema.required).to.deep.equal(['code', 'body']);
  });

  it('says which tools only read, which destroy and which move money', async () => {
    const { tools } = await client.listTools();
    const named = (is: (tool: Tool) => boolean | undefined) => tools.filter(is).map(({ name }) => name);
    expect(named(({ title }) => title?.endsWith('(moves money)'))).to.have.members([
      ...['createPaymentLink', 'updatePaymentLink', 'cancelPaymentLink', 'deletePaymentLink'],
      ...['refreshPaymentLinkQuote', 'createQrCode', 'updateQrCode', 'deleteQrCode'],
      'createRefund',
    ]);
    expect(named(({ description }) => description?.startsWith('MOVES MONEY'))).to.have.length(9);
    const reads = named(({ annotations }) => annotations?.readOnlyHint);
    expect(reads).to.include.members(['getPing', 'listBalances', 'listPaymentLinks']);
    expect(named(({ inputSchema }) => 'idempotency_key' in (inputSchema.properties ?? {}))).to.have.members(
      tools.map(({ name }) => name).filter((name) => !reads.includes(name)),
    );
    expect(named(({ annotations }) => annotations?.destructiveHint)).to.include.members([
      ...['cancelPaymentLink', 'deletePaymentLink', 'deleteWebhookEndpoint', 'rotateWebhookEndpointSecret'],
      'createRefund',
    ]);
    expect(toolNamed(tools, 'createPaymentLink').annotations).to.include({
      destructiveHint: false,
    });
  });

  it('has a list under 34 kB, and the rest on demand', async () => {
    const everyScope = await open((await service.createKey(account.id, { scopes: [...SCOPES] })).secret);
    const { tools } = await everyScope.listTools();
    expect(tools.map(({ name }) => name)).to.include('createRefund');
    expect(Buffer.byteLength(JSON.stringify({ tools }))).to.be.below(34_000);
    const rules = await answerOf('describeOperation', { tool: 'createPaymentLink' });
    expect(rules.description).to.contain('daily limit of money operations');
    expect(rules.input_schema.properties.body.properties.amount).to.include.keys('pattern', 'description');
    expect(rules.output_schema.properties.methods.items.properties).to.include.keys('instructions');
    const unknown = await call('describeOperation', { tool: 'payLink' });
    expect(textOf(unknown)).to.match(/^Error invalid_arguments: tool must be/);
  });

  it('returns with each tool what its output schema says', async () => {
    const everything = await service.createAccount();
    const { secret } = await service.createKey(everything.id, { scopes: [...SCOPES] });
    const caller = await open(secret);
    const { tools } = await caller.listTools();
    const ajv = newAjv();
    for (const operation of sampleRequests()) {
      const { outputSchema } = toolNamed(tools, operation.id);
      const [body] = operation.bodies;
      const made = body && (await bodyFor(operation, everything, body));
      const args = { ...(await belongingsFor(operation, everything)), ...(made && { body: made }) };
      const query = operation.queryParams.filter(({ required }) => required);
      const result = await call(
        operation.id,
        { ...args, ...Object.fromEntries(query.map(({ name, example }) => [name, example])) },
        caller,
      );
      expect(result.isError, `${operation.id}: ${textOf(result)}`).to.equal(false);
      const isAnswer = ajv.compile(outputSchema!);
      expect(
        isAnswer(result.structuredContent),
        `${operation.id}: ${ajv.errorsText(isAnswer.errors)}`,
      ).to.equal(true);
      const fields = Object.keys(outputSchema?.properties ?? {});
      // Those that are there only sometimes are not required; most are there always.
      const returned = fields.filter((name) => name in (result.structuredContent ?? {}));
      expect(returned.length, operation.id).to.be.at.least(fields.length / 2);
    }
  });

  it('takes a payment: a link, paid by the helper, found again, and on the balance', async () => {
    const body = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042', reference: 'R/1?&' };
    const link = await answerOf('createPaymentLink', { body: { ...body, metadata: { order: 'a b' } } });
    expect(link).to.include({ status: 'active', amount: '1500.50000000' });
    await answerOf('simulateDeposit', { code: link.code, body: { method: 'SPEI' } });
    const found = await answerOf('listPaymentLinks', {
      ...{ reference: 'R/1?&', metadata: { order: 'a b' }, amount: '1500.5', status: 'paid', limit: 2 },
    });
    expect(found.data.map(({ code }: { code: string }) => code)).to.deep.equal([link.code]);
    const { data } = await answerOf('listBalances');
    expect(Number(data.find(({ asset }: { asset: string }) => asset === 'MXNB').available)).to.be.above(0);
    const qr = await call('getPaymentLinkQr', { code: link.code });
    expect(qr.content).to.have.nested.property('[0].text').that.match(/^<svg/);
  });

  it('does a call once for one idempotency key, and makes a new key for each call without one', async () => {
    const args = { body: { amount: '100', currency: 'MXNB', description: 'Once' } };
    const key = { ...args, idempotency_key: 'order-7' };
    const codes = [];
    for (const each of [key, key, args, args]) codes.push((await answerOf('createPaymentLink', each)).code);
    expect(codes[0]).to.equal(codes[1]);
    expect(new Set(codes)).to.have.length(3);
    const { _meta: meta } = await call('createPaymentLink', args);
    expect(meta?.['idempotency_key']).to.match(/^[0-9a-f-]{36}$/);
  });

  it("returns the API's errors as errors of the tool, with their envelope", async () => {
    const result = await call('createPaymentLink', {
      body: { amount: '1', currency: 'MXNB', description: 'x' },
    });
    expect(result).to.include({ isError: true });
    expect(result.structuredContent).to.have.nested.include({
      'error.code': 'invalid_request',
      'error.param': 'amount',
    });
    expect(textOf(result)).to.match(
      /^Error invalid_request: amount must be .* \(param: amount, request_id: req_\w+\)$/,
    );
    const missing = await call('getPaymentLink', { code: '../balances' });
    expect(missing.structuredContent).to.have.nested.include({ 'error.code': 'payment_link_not_found' });
  });

  it('sends nothing for arguments of which no call can be made', async () => {
    for (const [name, args] of [
      ['getPaymentLink', {}],
      ['getPaymentLink', { code: '..' }],
      ['getPaymentLink', { code: '' }],
      ['getPaymentLink', { code: 7 }],
      ['listPaymentLinks', { refrence: 'R' }],
      ['listPaymentLinks', { metadata: { a: ['b'] } }],
      ['cancelPaymentLink', { code: 'x', idempotency_key: 'é' }],
    ] as const) {
      const result = await call(name, args);
      expect(result.isError, JSON.stringify(args)).to.equal(true);
      // All that the service answers has a request id.
      expect(result.structuredContent).to.have.nested.property('error.code', 'invalid_arguments');
      expect(result.structuredContent).not.to.have.nested.property('error.request_id');
      expect(textOf(result)).to.match(
        /^Error invalid_arguments: .*(is required|no argument|does not have|must be).* \(param: \w+\)$/,
      );
    }
  });

  it('says where a field belongs that was given as an argument of its own', async () => {
    const flat = await call('createPaymentLink', { amount: '150', currency: 'MXNB' });
    expect(flat.isError).to.equal(true);
    expect(textOf(flat)).to.equal(
      'Error invalid_arguments: amount, currency belong in body: {"body": {"amount": …, "currency": …}}. (param: amount)',
    );
    const mixed = await call('createPaymentLink', { amount: '150', amuont: '150' });
    expect(textOf(mixed)).to.equal(
      'Error invalid_arguments: createPaymentLink has no argument amuont. (param: amuont)',
    );
  });

  it('offers only what the key may do', async () => {
    const { secret } = await service.createKey(account.id, { scopes: ['links:read'] });
    const reader = await open(secret);
    const { tools } = await reader.listTools();
    expect(tools.map(({ name }) => name))
      .to.include('listPaymentLinks')
      .and.not.include('createPaymentLink');
    expect(await answerOf('getPing', {}, reader)).to.have.nested.include({
      'api_key.scopes[0]': 'links:read',
    });
    const refused = await call('createPaymentLink', {}, reader).catch((error: Error) => error);
    expect(refused).to.be.an('error').with.property('message').that.includes('no tool createPaymentLink');
  });

  it('refunds only with a key that names the scope, which all does not contain', () => {
    const names = (scopes: readonly string[]) =>
      toolsOf(sharedContract, { scopes, environment: 'live' }).map(({ name }) => name);
    expect(names(ALL_SCOPES)).to.include('createPaymentLink').and.not.include('createRefund');
    expect(names(['refunds:write'])).to.include('createRefund');
  });

  it('has no test helpers in the live environment', () => {
    const names = (environment: string) =>
      toolsOf(sharedContract, { scopes: SCOPES, environment }).map(({ name }) => name);
    expect(names('test')).to.include('simulateDeposit');
    expect(names('live')).to.include('createPaymentLink').and.not.include.members(['simulateDeposit']);
  });

  it('ends with a line that says why, without the key, when it cannot be used', async () => {
    for (const [key, url, reason] of [
      ['', service.baseUrl, /PAYMENTS_API_KEY/],
      ['sk_test_unknown_0000', service.baseUrl, /401.*invalid_api_key/],
      [account.key.secret, 'http://127.0.0.1:2', /ECONNREFUSED/],
    ] as const) {
      const program = runProgram('build/cli.js', ['mcp'], { PAYMENTS_API_KEY: key, PAYMENTS_BASE_URL: url });
      expect(await program.exited).to.equal(1);
      expect(program.stdout()).to.equal('');
      expect(program.stderr()).to.match(reason).and.not.include(account.key.secret);
    }
  });

  it('prints nothing while it works', () => {
    expect(printed.join('')).to.equal('');
  });
});

function newAjv(): Ajv2020 {
  return new Ajv2020({
    strict: false,
    formats: { uuid: true, uri: true, 'date-time': true, int32: true, int64: true },
  });
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}
