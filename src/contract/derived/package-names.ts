/**
 * The names of the clients in the registries of their languages. Set your own here before you publish: packages,
 * documents and samples take them from here.
 */
export const PACKAGE_NAMES = {
  npm: 'payments-account',
  pypi: 'payments-account',
  /** Without the major version, which is added from the second on, as Go requires: `…/v2`. */
  go: 'payments.example.com/go',
  /** The group is the name of the Java package too. */
  maven: { groupId: 'com.example.payments', artifactId: 'payments-account-java' },
  composer: 'payments-account/client',
};

/** Who publishes the clients, as packages say it: whom to ask for a licence, and where the source is. */
export const PUBLISHER = {
  name: 'Example Company',
  url: 'https://payments.example.com',
  repository: 'https://git.example.com/payments-account-api',
};
