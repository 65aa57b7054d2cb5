import { startService, type TestService } from '../service.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from './chains-file.ts';
import { startNode, type TestNode } from './node.ts';
import { deployFiatToken, type TestToken } from './tokens.ts';

/** A service that takes MXNB on a chain of its own, called Arbitrum, where `explorer.example.com` shows transactions. */
export interface ChainService {
  node: TestNode;
  mxnb: TestToken;
  service: TestService;
  /** Reads the chain to its head, and takes in what was found. */
  follow: () => Promise<void>;
  close(): Promise<void>;
}

export async function startChainService(
  finality: 'finalized' | { confirmations: number },
): Promise<ChainService> {
  const node = await startNode();
  const mxnb = await deployFiatToken(node, 'MXNB');
  const file = writeChainsFile([
    chainEntry({
      endpoints: [node.url],
      finality,
      tokens: { MXNB: { address: mxnb.address } },
      explorer: 'https://explorer.example.com/tx/{hash}',
    }),
  ]);
  const service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
  await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
  const follow = async (): Promise<void> => {
    await service.database.query('update evm_chains set due_at = service_now()');
    while ((await service.workers.rails.runOnce()) > 1);
  };
  // What the token says of itself is known from then on.
  await follow();
  return {
    node,
    mxnb,
    service,
    follow,
    async close() {
      await service.close();
      await node.stop();
      file.remove();
    },
  };
}
