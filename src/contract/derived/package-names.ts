/**
 * The names of the clients in the registries of their languages. Set your own here before you publish, because
 * packages, documents and samples take them from here.
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

/** The publisher of the clients, as packages name it, with the contact for licences and the source. */
export const PUBLISHER = {
  name: 'Example Company',
  url: 'https://payments.example.com',
  repository: 'https://git.example.com/payments-account-api',
};
