import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { StartupError } from '../../src/lib/errors/errors.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { openSealed, seal, type SealPurpose } from '../../src/lib/secrets/seal.ts';
import { takeApart } from '../../test-system/db/backup/unsealed.ts';

describe('a sealed file', () => {
  const old = Keyring.generate();
  const keyring = Keyring.parse(old);
  const BLOCK = 64 * 1024;
  const sealing = (content: Buffer, by = keyring): Promise<Buffer> =>
    buffer(seal(Readable.from([content]), 'backup', by));
  const content = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));

  interface Outcome {
    given: Buffer;
    error?: unknown;
    isVerified?: boolean;
  }
  /** What a reader is given of it, in chunks of any size, and how that ends. */
  const open = async (
    file: Buffer,
    {
      by = keyring,
      acceptUnsealed = false,
      purpose = 'backup',
    }: { by?: Keyring | null; acceptUnsealed?: boolean; purpose?: SealPurpose } = {},
  ): Promise<Outcome> => {
    const given: Buffer[] = [];
    try {
      const chunks = [file.subarray(0, 100), file.subarray(100)];
      const opened = await openSealed(Readable.from(chunks), purpose, {
        acceptUnsealed,
        keyring: by ?? undefined,
      });
      for await (const block of opened.content) given.push(block);
      return { given: Buffer.concat(given), isVerified: opened.isVerified };
    } catch (error) {
      return { given: Buffer.concat(given), error };
    }
  };
  const requireRefused = async (file: Buffer, original: Buffer, how: RegExp): Promise<void> => {
    const { given, error } = await open(file);
    expect(error, 'refused').to.be.instanceOf(StartupError);
    expect((error as Error).message)
      .to.match(how)
      .and.not.include('\n');
    expect(given.length, 'never all of it').to.be.below(original.length);
    expect(original.subarray(0, given.length).equals(given), 'only what was written').to.equal(true);
  };

  it('opens as what was sealed, whatever its length', async () => {
    for (const bytes of [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 7]) {
      const original = content(bytes);
      const { given, isVerified } = await open(await sealing(original));
      expect(isVerified).to.equal(true);
      expect(given.equals(original), String(bytes)).to.equal(true);
    }
  });

  it('is refused when any byte of it was changed, wherever it was cut off, and when anything was added', async () => {
    const original = content(300);
    const file = await sealing(original);
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ (1 + (at % 255));
      await requireRefused(changed, original, /no seal|does not match its seal|not here|incomplete/);
      await requireRefused(file.subarray(0, at), original, /no seal|incomplete/);
    }
    await requireRefused(Buffer.concat([file, Buffer.of(0)]), original, /does not match its seal/);
    await requireRefused(Buffer.concat([file, file]), original, /does not match its seal/);
  });

  it('is refused when blocks were left out, swapped, repeated or taken from another file', async () => {
    const original = content(4 * BLOCK);
    const { line, blocks } = takeApart(await sealing(original));
    const another = takeApart(await sealing(content(5 * BLOCK).subarray(1)));
    const [a, b, c, d] = blocks as [Buffer, Buffer, Buffer, Buffer];
    for (const parts of [
      [a, b, d],
      [b, c, d],
      [a, c, b, d],
      [a, a, b, c, d],
      [a, d],
      [a, b, ...another.blocks.slice(2)],
      another.blocks.slice(1),
    ]) {
      await requireRefused(Buffer.concat([line, ...parts]), original, /does not match its seal/);
    }
    await requireRefused(Buffer.concat([line, a, b, c]), original, /incomplete/);
    // The last block of what is left claims to be the last.
    const cutShort = Buffer.from(c);
    cutShort[0] = 1;
    await requireRefused(Buffer.concat([line, a, b, cutShort]), original, /does not match its seal/);
  });

  it('is refused when it says that another key sealed it, or was sealed for another purpose', async () => {
    const original = content(300);
    const forged = takeApart(await sealing(original, Keyring.parse(Keyring.generate())));
    const { line } = takeApart(await sealing(original));
    await requireRefused(Buffer.concat([forged.line, ...forged.blocks]), original, /SECRETS_KEY.*not here/);
    await requireRefused(Buffer.concat([line, ...forged.blocks]), original, /does not match its seal/);
    const shown = Buffer.from(line.toString().replace('"version":1', '"version":"\\u001b[2J"'));
    await requireRefused(Buffer.concat([shown, ...forged.blocks]), original, /does not match its seal/);
    const { error } = await open(await sealing(original), { purpose: 'base-copy' });
    expect((error as Error).message).to.match(/does not match its seal/);
  });

  it('opens after the key was rotated, as long as the old one is listed', async () => {
    const original = content(300);
    const file = await sealing(original);
    const fresh = Keyring.generate();
    const rotated = Keyring.parse(`2:${fresh},1:${old}`);
    expect(await open(file, { by: rotated })).to.deep.include({ isVerified: true, given: original });
    const { error } = await open(file, { by: Keyring.parse(`2:${fresh}`) });
    expect((error as Error).message).to.match(/SECRETS_KEY that is not here \(version 1\)/);
  });

  it('opens unverified only when asked to, and not where it can be verified', async () => {
    const original = content(300);
    const file = await sealing(original);
    const other = Keyring.parse(Keyring.generate());
    const acceptUnsealed = true;
    for (const by of [other, null]) {
      expect((await open(file, { by })).error).to.be.instanceOf(StartupError);
      expect(await open(file, { by, acceptUnsealed })).to.deep.include({
        isVerified: false,
        given: original,
      });
    }
    expect(await open(original, { acceptUnsealed })).to.deep.include({ isVerified: false, given: original });

    expect(await open(file, { acceptUnsealed })).to.deep.include({ isVerified: true });
    const changed = Buffer.from(file);
    changed[200] = (changed[200] ?? 0) ^ 1;
    expect((await open(changed, { acceptUnsealed })).error).to.match(/does not match its seal/);
  });
});
