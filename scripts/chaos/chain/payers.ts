import { encodeFunctionData, erc20Abi, keccak256, type Address, type Hex } from 'viem';
import type { HDAccount } from 'viem/accounts';
import type { TestContract } from '../../../test/support/chain/contracts.ts';
import type { TestNode } from '../../../test/support/chain/node.ts';
import { reorganise } from '../../../test/support/chain/reorganisation.ts';
import { walletAt, type TestToken } from '../../../test/support/chain/tokens.ts';
import type { Chance } from '../chance.ts';

const PAYERS = [2, 3, 4, 5, 6, 7, 8, 9].map(walletAt);
export const DEEPEST = 7;
/** Above what any block asks for, so that nothing waits for its price. */
const FEE = 100_000_000_000n;

/** A signed transaction that somebody has sent. */
interface Sent {
  payer: number;
  nonce: number;
  hash: Hex;
  raw: Hex;
  /** Of one whose block decides what it pays: what it paid when that was last looked at, null before. */
  drew?: string | null;
}

/** What payers pay with, and through. */
export interface Means {
  right: TestToken;
  wrong: TestToken;
  splitter: TestContract;
  lottery: TestContract;
}

export interface LinkToPay {
  address: Address;
  units: bigint;
}

export interface PayerCounts {
  payments: Record<string, number>;
  blocks: number;
  reorganisations: Record<string, number>;
  moved: number;
  dropped: number;
  replaced: number;
  /** How often a transaction paid something else after a reorganisation. */
  changed: number;
}

/** People who pay links on a chain that keeps changing its mind. */
export class Payers {
  readonly counts: PayerCounts = {
    payments: {},
    blocks: 0,
    reorganisations: {},
    moved: 0,
    dropped: 0,
    replaced: 0,
    changed: 0,
  };
  readonly #node: TestNode;
  readonly #means: Means;
  readonly #chance: Chance;
  readonly #nonces: number[] = [];
  /** In the order of their nonces, what counts of each payer. */
  readonly #sent: Sent[] = [];
  #head = 0;
  /** The link that a block decided about before. */
  #former: LinkToPay | undefined;

  constructor(node: TestNode, means: Means, chance: Chance) {
    this.#node = node;
    this.#means = means;
    this.#chance = chance;
  }

  async open(): Promise<void> {
    const { right, wrong, splitter, lottery } = this.#means;
    for (const payer of PAYERS) {
      for (const token of [right, wrong]) {
        await token.mint(payer.address, 10n ** 15n);
        for (const { address } of [splitter, lottery]) await token.approve(payer, address, 10n ** 15n);
      }
    }
    for (const { address } of PAYERS) {
      this.#nonces.push(Number(await this.#node.call('eth_getTransactionCount', address, 'latest')));
    }
    // Nothing of this is reorganised.
    await this.#node.mine(DEEPEST + 2);
    await this.#node.call('evm_setAutomine', false);
    this.#head = Number(await this.#node.call('eth_blockNumber'));
  }

  /** Pays a link, in one of the ways in which people do. `more` are paid along by some. */
  async pay(link: LinkToPay, more: readonly LinkToPay[]): Promise<void> {
    const { right, wrong, splitter } = this.#means;
    const way = this.#chance.share();
    const count = (what: string): void => {
      this.counts.payments[what] = (this.counts.payments[what] ?? 0) + 1;
    };
    if (way < 0.06) {
      count('too little');
      await this.#transfer(right, link.address, link.units - 1n);
    } else if (way < 0.12) {
      count('too much');
      await this.#transfer(right, link.address, link.units + 1n);
    } else if (way < 0.18) {
      count('wrong token');
      await this.#transfer(wrong, link.address, link.units);
    } else if (way < 0.24) {
      count('twice');
      await this.#transfer(right, link.address, link.units);
      await this.#transfer(right, link.address, link.units);
    } else if (way < 0.34 && more.length > 0) {
      count('several in one transaction');
      const links = [link, ...more];
      const args = [right.address, links.map(({ address }) => address), links.map(({ units }) => units)];
      await this.#send(splitter.address, splitter.encode('split', args));
      return;
    } else if (way < 0.54) {
      count('what the block decides');
      await this.#draw(link);
    } else {
      count('exactly');
      await this.#transfer(right, link.address, link.units);
    }
    for (const other of more) await this.#transfer(right, other.address, other.units);
  }

  /** Somebody pays somebody else, or nothing. */
  async makeNoise(): Promise<void> {
    const to = walletAt(15).address;
    await this.#transfer(this.#means.right, to, this.#chance.happens(0.5) ? 0n : 1n);
  }

  async mine(): Promise<void> {
    await this.#node.mine();
    this.counts.blocks += 1;
    this.#head += 1;
  }

  /**
   * Replaces some of the newest blocks: what was in them is moved, reordered or dropped, and some of it pays something else
   * there. What is dropped comes back when it is sent again, or was replaced by its payer meanwhile.
   */
  async reorganise(): Promise<void> {
    const depth = 1 + Math.floor(this.#chance.share() * DEEPEST);
    const hit = await this.#minedAbove(this.#head - depth);
    await this.#lookAgain(hit);
    const moved: { sent: Sent; block: number; order: number }[] = [];
    for (let payer = 0; payer < PAYERS.length; payer++) {
      let block = 0;
      let order = 0;
      for (const sent of hit.filter((one) => one.payer === payer)) {
        // What follows one that is dropped waits for it.
        if (this.#chance.happens(0.15)) break;
        block += Math.floor(this.#chance.share() * (depth - block));
        order += this.#chance.share();
        moved.push({ sent, block, order });
      }
    }
    moved.sort((one, other) => one.block - other.block || one.order - other.order);
    await reorganise(
      this.#node,
      depth,
      moved.map(({ sent, block }) => [sent.raw, block] as const),
    );
    await this.#lookAgain(hit);
    this.counts.blocks += depth;
    this.counts.reorganisations[depth] = (this.counts.reorganisations[depth] ?? 0) + 1;
    this.counts.moved += moved.length;
    const dropped = hit.filter((sent) => !moved.some((one) => one.sent === sent));
    this.counts.dropped += dropped.length;
    const [first] = dropped;
    if (first && this.#chance.happens(0.2)) await this.#replace(first);
    await this.#sendAgain(dropped);
  }

  /** Sends again whatever is in no block, until everything is in one that is final. */
  async finish(): Promise<void> {
    for (;;) {
      const open = await this.#notMined();
      if (open.length === 0) break;
      await this.#sendAgain(open);
      await this.mine();
    }
    for (let block = 0; block <= DEEPEST + 1; block++) await this.mine();
  }

  /** Pays this link, a fraction, another asset, another link or nobody. */
  async #draw(link: LinkToPay): Promise<void> {
    const { address, units } = link;
    const other = this.#former ?? link;
    this.#former = link;
    const { right, wrong, lottery } = this.#means;
    const offers = [
      [right.address, address, units],
      [right.address, address, 1n],
      [wrong.address, address, units],
      [right.address, other.address, units],
      [right.address, address, 0n],
    ];
    const args = [0, 1, 2].map((part) => offers.map((offer) => offer[part]));
    const sent = await this.#send(lottery.address, lottery.encode('pay', args));
    sent.drew = null;
  }

  /** Counts what pays something else than when it was last looked at. */
  async #lookAgain(all: readonly Sent[]): Promise<void> {
    for (const sent of all) {
      if (sent.drew === undefined) continue;
      const receipt = await this.#node.call('eth_getTransactionReceipt', sent.hash);
      if (receipt === null) continue;
      const drew = JSON.stringify(
        receipt.logs.map(({ address, topics, data }: any) => [address, topics, data]),
      );
      if (sent.drew !== null && sent.drew !== drew) this.counts.changed += 1;
      sent.drew = drew;
    }
  }

  async #transfer(token: TestToken, to: Address, units: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] });
    await this.#send(token.address, data);
  }

  async #send(to: Address, data: Hex): Promise<Sent> {
    const payer = Math.floor(this.#chance.share() * PAYERS.length);
    const nonce = this.#nonces[payer] ?? 0;
    this.#nonces[payer] = nonce + 1;
    const sent = await this.#sign(payer, nonce, to, data);
    this.#sent.push(sent);
    await this.#node.call('eth_sendRawTransaction', sent.raw);
    return sent;
  }

  /** The payer takes it back, by another transaction with its nonce. */
  async #replace(former: Sent): Promise<void> {
    const { address } = PAYERS[former.payer] as HDAccount;
    const sent = await this.#sign(former.payer, former.nonce, address, '0x');
    this.#sent.splice(this.#sent.indexOf(former), 1, sent);
    await this.#sendAgain([sent]);
    this.counts.replaced += 1;
  }

  async #sign(payer: number, nonce: number, to: Address, data: Hex): Promise<Sent> {
    const account = PAYERS[payer] as HDAccount;
    const raw = await account.signTransaction({
      ...{ chainId: this.#node.chainId, type: 'eip1559', to, data, nonce, gas: 400_000n },
      ...{ maxFeePerGas: FEE, maxPriorityFeePerGas: 1n },
    });
    return { payer, nonce, raw, hash: keccak256(raw) };
  }

  async #sendAgain(all: readonly Sent[]): Promise<void> {
    for (const sent of all) {
      if (!this.#sent.includes(sent)) continue;
      // It may be in the pool already, or its nonce may be used.
      await this.#node.call('eth_sendRawTransaction', sent.raw).catch(() => undefined);
    }
  }

  async #minedAbove(block: number): Promise<Sent[]> {
    const numbers = await this.#blocksOf(this.#sent.slice(-400));
    return [...numbers].filter(([, number]) => number !== undefined && number > block).map(([sent]) => sent);
  }

  async #notMined(): Promise<Sent[]> {
    return [...(await this.#blocksOf(this.#sent))]
      .filter(([, number]) => number === undefined)
      .map(([sent]) => sent);
  }

  async #blocksOf(all: readonly Sent[]): Promise<Map<Sent, number | undefined>> {
    const blocks = await Promise.all(
      all.map(async (sent) => {
        const receipt = await this.#node.call('eth_getTransactionReceipt', sent.hash);
        return [sent, receipt === null ? undefined : Number(receipt.blockNumber)] as const;
      }),
    );
    return new Map(blocks);
  }
}
