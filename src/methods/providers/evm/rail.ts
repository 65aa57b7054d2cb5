import { str } from 'envalid';
import { StartupError } from '../../../lib/errors/errors.ts';
import { defineRail, type RailEnvironment } from '../../index.ts';

export interface EvmConfig {
  readonly chainsFile: string;
  readonly xpub: string;
  /** Undefined if this process has no keys, and sends nothing. */
  readonly senderKeysFile: string | undefined;
}

/** Stablecoins on EVM chains. */
export const evmRail = defineRail({
  name: 'evm',
  variables: {
    CHAINS_FILE: str({ default: undefined }),
    CHAIN_XPUB: str({ default: undefined }),
    CHAIN_SENDER_KEYS: str({ default: undefined }),
  },
  senderVariables: ['CHAIN_SENDER_KEYS'],
  watchesChains: true,
  live: {
    purpose: 'stablecoins on chain',
    needs: 'CHAINS_FILE and CHAIN_XPUB',
    page: 'docs/rails/evm.md',
  },
  configure: evmOf,
  withoutKeys: (config) => ({ ...config, senderKeysFile: undefined }),
  ownPlaces: ({ xpub }) => [{ kind: 'CHAIN_XPUB', value: xpub }],
  // Its libraries take a fifth of a second to load.
  async open({ config, db, logger, differences, approvals }, { chainsFile, xpub, senderKeysFile }) {
    const [{ createEvm }, { readChainsFile }, { readSenderKeys, warnOfNoLimits }, { createFindRelease }] =
      await Promise.all([
        import('./evm.ts'),
        import('./chain/chains-file.ts'),
        import('./sender/keys.ts'),
        import('./releases.ts'),
      ]);
    const chains = readChainsFile(chainsFile);
    const keys = senderKeysFile === undefined ? undefined : readSenderKeys(senderKeysFile, xpub, chains);
    if (config.environment === 'live' && keys) warnOfNoLimits(keys, chains, logger);
    const findRelease = createFindRelease(approvals);
    return createEvm({ db, logger, chains, xpub, keys, differences, findRelease });
  },
  async records() {
    const [{ watchChains }, { RELEASE_KINDS }] = await Promise.all([
      import('./watch/metrics.ts'),
      import('./releases.ts'),
    ]);
    return { approvals: () => RELEASE_KINDS, watch: watchChains };
  },
  commands: async () => (await import('./commands.ts')).registerChainCommands,
});

function evmOf({
  CHAINS_FILE: chainsFile,
  CHAIN_XPUB: xpub,
  CHAIN_SENDER_KEYS: senderKeysFile,
  ROLES: roles,
}: Pick<RailEnvironment, 'ROLES'> & {
  readonly [Name in 'CHAINS_FILE' | 'CHAIN_XPUB' | 'CHAIN_SENDER_KEYS']: string | undefined;
}): EvmConfig | undefined {
  if ((chainsFile === undefined) !== (xpub === undefined)) {
    throw new StartupError(
      'CHAINS_FILE and CHAIN_XPUB must be set together: the chains, and the extended public key of the addresses on them.',
    );
  }
  if (roles.has('sender') !== (senderKeysFile !== undefined)) {
    throw new StartupError(
      'CHAIN_SENDER_KEYS and the role sender must be set together: the file with the keys, and ROLES=api,worker,sender or ROLES=sender where they are used.',
    );
  }
  if (roles.has('sender') && chainsFile === undefined) {
    throw new StartupError('The role sender needs CHAINS_FILE and CHAIN_XPUB: the chains to send on.');
  }
  return chainsFile === undefined || xpub === undefined ? undefined : { chainsFile, xpub, senderKeysFile };
}
