/** The service's limits as proxies need them, and their timeouts for a cell; deploy/nginx.conf has the same. */

/** A little above MAX_BODY_BYTES, so that the service refuses slightly larger bodies with its own error. */
export const MAX_BODY_MB = 1;
/** MAX_HEADER_BYTES. */
export const MAX_HEADER_KB = 16;
/** For the client's header and body; the latter has REQUEST_TIMEOUT_MS. */
export const HEADER_TIMEOUT_S = 10;
export const BODY_TIMEOUT_S = 30;
/** Longer than the service takes for any response. */
export const RESPONSE_TIMEOUT_S = 60;
/** Less than the service's 65 s, because a POST on a connection that it has just closed would fail. */
export const IDLE_TIMEOUT_S = 55;
/**
 * How long a connection may take to open. Within a site it takes a millisecond, even on a busy host, because the system
 * responds and not the program; a lost packet is repeated only after a second.
 */
export const CONNECT_TIMEOUT_MS = 250;
/**
 * How long a server that failed gets no calls. Then one call tries it again, which waits for CONNECT_TIMEOUT_MS at
 * most.
 */
export const FAIL_TIMEOUT_S = 1;
/** How long a call may be passed on to other servers of its cell. */
export const RETRY_TIMEOUT_S = 2;
/**
 * A code of cell 0 may name another cell, which leaves it to cell 0; one more hop for a cell that this one redirects
 * to.
 */
export const MAX_HOPS = 2;
