// Generated from openapi/service.yaml by `npm run generate`. Do not edit.

export interface paths {
    readonly "/v1/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check that the service is up
         * @description Returns 200 while the process serves requests. Needs no API key and checks neither database nor providers, so it
         *     suits load balancer probes. Limited to 1,200 calls per minute per IP address, separately from all other calls.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Identify an API key
         * @description Returns the API key's account, environment and scopes. Any usable key can call it, whatever its scopes.
         */
        readonly get: operations["getPing"];
        readonly put?: never;
        /**
         * Test idempotency
         * @description Echoes the body, with an `execution_id` that is generated once per `Idempotency-Key`. Use it to check that your
         *     client retries correctly before money is involved: a retry with the same key and body returns the same
         *     `execution_id` with `Idempotent-Replay: true`. Needs no scope, and uses none of the daily money operations.
         *
         *     `echo` is the body as it was sent, with every number digit for digit. It is not stored: a replay echoes the body
         *     of the retry, which can differ from the first in whitespace, in the order of its fields and in notation (`1` or
         *     `1.0`).
         */
        readonly post: operations["postPing"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/balances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List balances
         * @description The account's balance in each asset, all read at the same moment, on a single page. Assets without funds are left
         *     out.
         */
        readonly get: operations["listBalances"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment_links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payment links
         * @description The account's links that match all given filters, newest first. Items leave out `methods`, `qr`, `return_url` and
         *     `payer_name`; retrieve a link for those.
         */
        readonly get: operations["listPaymentLinks"];
        readonly put?: never;
        /**
         * Create a payment link
         * @description Creates an active link and locks the amount that the payer has to send with each accepted method. Methods of
         *     another currency family are converted at a quote that is valid for a limited time, 15 minutes for most. If a
         *     provider does not respond within 2 seconds, the link is created anyway, and the method is `calculating` until
         *     its quote arrives.
         *
         *     Send the payer to `url`, or show `qr`. By default the link offers every method that is enabled for the account
         *     and can pay this amount. With `accepted_methods`, the call is rejected if one of them is not among these; check
         *     beforehand with `GET /v1/payment_links/payment_methods`.
         *
         *     Counts towards the daily limit of money operations.
         */
        readonly post: operations["createPaymentLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment_links/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count payment links by status
         * @description The number of links in each status, and in total. Deleted links are not counted.
         */
        readonly get: operations["getPaymentLinkStats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment_links/payment_methods": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payment methods for an amount
         * @description Shows which methods could pay a link of this amount, and why the others could not. Amounts that no link can have,
         *     zero included, are accepted: no method is available for them.
         */
        readonly get: operations["listPaymentMethodOptions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment_links/{code}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a payment link
         * @description The link with its methods and their amounts. Reading a link never renews a quote: when the quote or the payment
         *     instructions of a method have expired, its `quote_status` is `expired`. Request a new quote with
         *     `POST /v1/payment_links/{code}/methods/{method}/quote`.
         */
        readonly get: operations["getPaymentLink"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a payment link
         * @description Permanently deletes a cancelled or expired link. Cancel an active link first; processing and paid links cannot be
         *     deleted. The link's deposits and transactions are kept. Counts towards the daily limit of money operations.
         */
        readonly delete: operations["deletePaymentLink"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a payment link
         * @description Updates the given fields and leaves all others unchanged. Only an active link can be updated; `amount`,
         *     `currency`, `accepted_methods` and `fee_bearer` are final. Counts towards the daily limit of money operations.
         */
        readonly patch: operations["updatePaymentLink"];
        readonly trace?: never;
    };
    readonly "/v1/payment_links/{code}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a payment link
         * @description Cancels an active link, for good. Money that arrives afterwards is not credited to the link. Takes no body. Counts
         *     towards the daily limit of money operations.
         */
        readonly post: operations["cancelPaymentLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment_links/{code}/methods/{method}/quote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
                /**
                 * @description The name of one of the link's `accepted_methods`. Any other string of up to 64 characters returns
                 *     `404 payment_link_method_not_found`.
                 * @example USDC
                 */
                readonly method: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Renew a method's quote
         * @description Locks a new amount for one method of an active link whose quote or payment instructions have expired, with new
         *     instructions where the old ones no longer apply. A method that can still be paid is returned unchanged, because
         *     someone may be paying it. If the provider does not respond within 2 seconds, the method is `calculating` until
         *     its quote arrives; retrieve the link to see it. Takes no body. Counts towards the daily limit of money operations.
         */
        readonly post: operations["refreshPaymentLinkQuote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment_links/{code}/qr": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        /**
         * Download a payment link's QR code
         * @description The QR code of the link's `checkout_url`, as an SVG image that scales to any size. Errors are JSON.
         */
        readonly get: operations["getPaymentLinkQr"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/customers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List customers
         * @description The account's customers that match all given filters, newest first. Deleted customers are not listed.
         */
        readonly get: operations["listCustomers"];
        readonly put?: never;
        /**
         * Create a customer
         * @description Creates a customer, whom payment links can name. Only `name` is required. Does not count towards the daily limit of money operations.
         */
        readonly post: operations["createCustomer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/customers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The customer's `id`. Any other string of up to 64 characters, including the id of another account's customer,
                 *     returns `404 customer_not_found`.
                 * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
                 */
                readonly id: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a customer
         * @description The customer. Their payment links are listed by `GET /v1/payment_links` with `customer_id`; what they still owe is the
         *     `amount` of those that are `active`.
         */
        readonly get: operations["getCustomer"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a customer
         * @description Permanently erases what is known of a customer. Their payment links stay as they are, and keep the `customer_id`, by
         *     which they can still be listed. Its `reference` can be reused. Does not count towards the daily limit of money operations.
         */
        readonly delete: operations["deleteCustomer"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a customer
         * @description Updates the given fields and leaves all others unchanged. Does not count towards the daily limit of money operations.
         */
        readonly patch: operations["updateCustomer"];
        readonly trace?: never;
    };
    readonly "/v1/qr_codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List QR codes
         * @description The account's codes that match all given filters, newest first. Items leave out `svg`; retrieve a code for it.
         */
        readonly get: operations["listQrCodes"];
        readonly put?: never;
        /**
         * Create a QR code
         * @description Creates an active code. Print its `svg`, or the ready-made sheet at its `url` with `/print` appended. Counts
         *     towards the daily limit of money operations.
         */
        readonly post: operations["createQrCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/qr_codes/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a QR code
         * @description The code, with its image.
         */
        readonly get: operations["getQrCode"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a QR code
         * @description Permanently deletes a code that has collected nothing, and cancels the links that payers have open. Its
         *     `external_reference` can be reused. A code that has collected a payment can only be disabled. Counts towards
         *     the daily limit of money operations.
         */
        readonly delete: operations["deleteQrCode"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a QR code
         * @description Updates the given fields and leaves all others unchanged; printed codes stay valid. A `disabled` code cannot be
         *     scanned until it is `active` again. Links that payers have opened keep their amount and can be paid until they
         *     expire. Counts towards the daily limit of money operations.
         */
        readonly patch: operations["updateQrCode"];
        readonly trace?: never;
    };
    readonly "/v1/qr_codes/{id}/image": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        /**
         * Download a QR code's image
         * @description The QR code of the code's `url`, as an SVG image that scales to any size. Errors are JSON.
         */
        readonly get: operations["getQrCodeImage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/qr_codes/{id}/collections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        /**
         * List a QR code's payments
         * @description The payments credited through the code, newest first. Each belongs to a payment link that a scan created: filter
         *     `GET /v1/transactions` by its `payment_link_code`, which is the `link_code` of the link's events. Refunds do not
         *     remove a payment from this list.
         */
        readonly get: operations["listQrCodeCollections"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List transactions
         * @description The account's transactions that match all given filters, newest first.
         *
         *     With `Accept: text/csv` or `Accept: application/x-ndjson`, the response is the whole filtered list instead of a
         *     page; `limit` and `cursor` are then rejected with `400 invalid_request`.
         *
         *     - NDJSON has one transaction per line, with the same fields as in a page.
         *     - CSV is UTF-8 and follows RFC 4180. The first line names the columns: `id`, `type` (`kind` in version
         *       `2026-05-01`), `asset`, `amount`, `balance_after`, `source_object`, `source_id`, `payment_link_code`,
         *       `request_id`, `created_at`. `source_object` and `source_id` are the fields of `source`. Null values are empty.
         */
        readonly get: operations["listTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The transaction's `id`.
                 * @example 0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a transaction
         * @description A transaction of the account.
         */
        readonly get: operations["getTransaction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/deposits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deposits
         * @description The account's deposits that match all given filters, newest first.
         */
        readonly get: operations["listDeposits"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/deposits/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The deposit's `id`.
                 * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a deposit
         * @description A deposit, with what is known about the payer.
         */
        readonly get: operations["getDeposit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/withdrawals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List withdrawals
         * @description The account's withdrawals that match all given filters, newest first.
         */
        readonly get: operations["listWithdrawals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/withdrawals/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The withdrawal's `id`.
                 * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a withdrawal
         * @description A withdrawal, with its destination.
         */
        readonly get: operations["getWithdrawal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/conversions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List conversions
         * @description The account's conversions that match all given filters, newest first.
         */
        readonly get: operations["listConversions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/conversions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The conversion's `id`.
                 * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a conversion
         * @description A conversion, with its exchange rate.
         */
        readonly get: operations["getConversion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/refunds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List refunds
         * @description The account's refunds that match all given filters, newest first.
         */
        readonly get: operations["listRefunds"];
        readonly put?: never;
        /**
         * Refund a payment
         * @description Refunds a paid link, in full or in part, or an unmatched deposit, to where the payment came from. The refund is
         *     sent in the background: follow it by the events `refund.completed` and `refund.failed`, or by retrieving it.
         *
         *     A payment that was converted is refunded in the asset that the payer sent. The account is debited what that costs
         *     now, which can be more or less than what it was credited: see `conversion_id`.
         *
         *     A link that several deposits paid together is refunded deposit by deposit: name one by `deposit`, or the one with
         *     the most left is refunded. Repeat the call for the others.
         *
         *     An owner must have turned on refunds by API for the account. All API keys together can refund up to the account's
         *     limit within 24 hours; refunds that failed do not count, unless the amount had been bought by then. What the
         *     API refuses, people can still refund in the account panel.
         *
         *     Counts towards the daily limit of money operations.
         */
        readonly post: operations["createRefund"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/refunds/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The refund's `id`.
                 * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a refund
         * @description A refund, with the deposit that it refunds.
         */
        readonly get: operations["getRefund"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/request_logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List request logs
         * @description The calls that match all given filters, made with any of the account's API keys, newest first, including calls to
         *     this operation. Items leave out `request_headers`, `request_body` and `response_body`; retrieve an entry for
         *     those.
         *
         *     By default the list covers the last 7 days. Set `created_after` to go back up to 30 days. With `request_id`, all
         *     30 days are searched.
         */
        readonly get: operations["listRequestLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/request_logs/{request_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The `X-Request-Id` of the call's response.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                readonly request_id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a request log
         * @description One call with its request headers and both bodies. `[redacted]` replaces what could be secret or personal; of
         *     external URLs, only the host is kept. List pages are cut after three items and bodies after about 4 KiB, marked
         *     with `[truncated]`.
         */
        readonly get: operations["getRequestLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The account's endpoints, newest first.
         */
        readonly get: operations["listWebhookEndpoints"];
        readonly put?: never;
        /**
         * Register a webhook endpoint
         * @description Registers an https URL to receive the chosen events from now on. Store the `signing_secret`, which verifies
         *     deliveries: no other operation returns it. If this response gets lost, retry with the same `Idempotency-Key` and
         *     API key within 24 hours.
         *
         *     URLs that are not https, contain credentials, use an IP address or a port other than 443 and 8443, or point to
         *     the service's own machine or an internal network are rejected. An account can have up to 16 endpoints.
         */
        readonly post: operations["createWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/event_types": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List event types
         * @description Every event type that an endpoint can subscribe to, with the fields of its `data`, on a single page.
         */
        readonly get: operations["listWebhookEventTypes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a webhook endpoint
         * @description The endpoint, without its signing secret.
         */
        readonly get: operations["getWebhookEndpoint"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook endpoint
         * @description Permanently deletes the endpoint and its deliveries, pending ones included.
         */
        readonly delete: operations["deleteWebhookEndpoint"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a webhook endpoint
         * @description Updates the given fields and leaves all others unchanged. A new `url` also applies to pending deliveries; new
         *     `enabled_events` apply from now on.
         *
         *     With `enabled` set to false, nothing is delivered, and new events get no delivery; deliveries that are pending
         *     resume when it is true again. Send the events missed with `POST /v1/webhook_endpoints/{id}/replay`.
         *
         *     An endpoint that the service disabled (`disabled_at`) stays disabled until
         *     `POST /v1/webhook_endpoints/{id}/enable`.
         */
        readonly patch: operations["updateWebhookEndpoint"];
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Re-enable a webhook endpoint
         * @description Enables an endpoint that the service disabled. Its failure count is reset and pending deliveries resume; if the
         *     URL keeps failing, the endpoint is disabled again. `enabled`, the account's own setting, is not changed. On an
         *     endpoint that is not disabled, only the failure count is reset.
         *
         *     While an endpoint is disabled, its deliveries are queued for 30 days. Send what was missed after that with
         *     `POST /v1/webhook_endpoints/{id}/replay`.
         */
        readonly post: operations["enableWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends the event `webhook_endpoint.test` immediately, signed like any other, and returns the outcome: `delivered`
         *     is true if the receiver responded with a 2xx status within 10 seconds. The call waits for the receiver.
         *
         *     A disabled endpoint receives the event too. The event is not retried, does not count as a success or failure of
         *     the endpoint, and is listed neither with the deliveries nor by `GET /v1/events`. A retry with the same
         *     `Idempotency-Key` returns the stored outcome and sends nothing.
         */
        readonly post: operations["testWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/rotate_secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate a signing secret
         * @description Gives the endpoint a new `signing_secret`. Store it: no other operation returns it. If this response gets lost,
         *     retry with the same `Idempotency-Key` and API key within 24 hours.
         *
         *     Without a body, the old secret is no longer used, not even for pending deliveries: update your receiver
         *     immediately. With `previous_secret_valid_for`, deliveries carry two signatures for so long, the new secret's first,
         *     and a receiver that accepts either can change at any time meanwhile. A secret that is older than both ends at once;
         *     so rotating again without a body ends all earlier ones.
         */
        readonly post: operations["rotateWebhookEndpointSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description The endpoint's deliveries of the last 30 days that match all given filters, newest event first, each with its
         *     attempts.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The delivery's `id`.
                 * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
                 */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve a delivery
         * @description The delivery of an event to the endpoint, with its attempts. Deliveries can be retrieved for 30 days.
         */
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The delivery's `id`.
                 * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
                 */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Redeliver an event
         * @description Delivers the event again, with the same `id` and body. A delivery that is `delivered` or `failed` becomes
         *     `pending` and gets one more attempt immediately, whose outcome is its new status: the attempt is not retried, and
         *     a failure does not count toward disabling the endpoint. A delivery can be repeated ten times. If it is still
         *     `pending`, its next attempt is made now.
         *
         *     The attempt follows this response: retrieve the delivery to see its outcome. It waits while the endpoint is
         *     disabled.
         */
        readonly post: operations["redeliverWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook_endpoints/{id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay events
         * @description Sends the events of a time window to the endpoint again. Every event of the chosen types is sent, including those
         *     that the receiver has accepted: it recognizes them by their `id`. An event that was never sent, because the
         *     endpoint was disabled or did not exist yet, gets its first delivery. All others get one more attempt, as with
         *     `POST /v1/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver`. Deliveries that are still `pending`, or were
         *     repeated ten times, are skipped.
         *
         *     With `dry_run`, nothing is sent, and the response counts what would be. Events are taken oldest first until
         *     10,000 deliveries are pending; if `has_more` is true, repeat the call with the same window after those were
         *     attempted. Deliveries wait while the endpoint is disabled.
         */
        readonly post: operations["replayWebhookEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * @description The account's events of the last 30 days that match all given filters, as they are delivered, plus their
         *     `sequence`. By default newest first.
         *
         *     To miss nothing, follow the list with `order=asc`: it is ordered by `sequence`, and every page has a
         *     `next_cursor`, including the last. Store the cursor of the last page that you have handled; calling with it later
         *     returns everything recorded since. Sequence numbers have no gaps: if you can see an event, you can read all
         *     events before it. If the service is restored from a backup, numbers continue much higher, and cursors stay valid.
         *     `created` is when the event happened; it can be earlier than the `created` of the event before it.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The event's `id`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /**
         * Retrieve an event
         * @description An event of the last 30 days, as it is delivered, plus its `sequence`.
         */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test_helpers/payment_links/{code}/deposit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay a payment link
         * @description Simulates a payer who sends money to the link. The deposit is processed by the same rules as a real one:
         *     transactions are recorded, the link's status changes, and events are delivered. Choose what goes wrong with
         *     `scenario`. Money that is not the amount due, or arrives for a link that is not active, is not credited: the
         *     deposit is then `unmatched`, unless the account tolerates the difference.
         *
         *     Available in the test environment only; in the live environment, the path returns `404 route_not_found`. Does
         *     not count towards the daily limit of money operations.
         */
        readonly post: operations["simulateDeposit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test_helpers/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Retrieve the clock
         * @description The deployment's clock, which decides what is due or expired.
         *
         *     Available in the test environment only; in the live environment, the path returns `404 route_not_found`.
         */
        readonly get: operations["getClock"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test_helpers/clock/advance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Advance the clock
         * @description Advances the deployment's clock permanently, for all of its accounts. Whatever becomes due or expires in that time
         *     does so: links, quotes, webhook deliveries, API keys, idempotency keys and other records. Signatures, rate limits
         *     and the call log stay on real time. The clock can be advanced by ten years in total; calls beyond that are
         *     rejected.
         *
         *     Available in the test environment only; in the live environment, the path returns `404 route_not_found`. Does
         *     not count towards the daily limit of money operations.
         */
        readonly post: operations["advanceClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test_helpers/faults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List faults
         * @description The account's faults that are still in effect, oldest first, on a single page.
         *
         *     Available in the test environment only; in the live environment, the path returns `404 route_not_found`.
         */
        readonly get: operations["listFaults"];
        readonly put?: never;
        /**
         * Create a fault
         * @description Makes the account's next calls or webhook deliveries fail, so that you can test how your client handles it. Only
         *     valid calls are affected, once API key, limits and request have been checked; test helpers never are. Faults take
         *     effect in the order of their creation, one per call or delivery attempt. An account can have 20 faults in effect;
         *     each expires after one hour.
         *
         *     Available in the test environment only; in the live environment, the path returns `404 route_not_found`. Does
         *     not count towards the daily limit of money operations.
         */
        readonly post: operations["createFault"];
        /**
         * Clear all faults
         * @description Removes all of the account's faults. Deliveries that are already delayed are still made at their time.
         *
         *     Available in the test environment only; in the live environment, the path returns `404 route_not_found`. Does
         *     not count towards the daily limit of money operations.
         */
        readonly delete: operations["clearFaults"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "payment_link.paid": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A link was paid
         * @description A payment link was paid: its amount was credited to the account, or another that the account accepted.
         */
        readonly post: operations["onPaymentLinkPaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment_link.partial_deposit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Less than the amount due arrived
         * @description A payer sent less than the amount due, and the account does not tolerate the difference. The deposit is `unmatched`
         *     and not credited to the link, which can still be paid; if the account accepts the deposit as its payment,
         *     `payment_link.paid` follows. Sent instead of `deposit.failed`.
         */
        readonly post: operations["onPaymentLinkPartialDeposit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "deposit.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A deposit was credited
         * @description A deposit was credited to the account: it paid a link, or was unmatched and was accepted, as the payment of its
         *     link or into the balance.
         */
        readonly post: operations["onDepositCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "deposit.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A deposit was not credited
         * @description A deposit was not credited. Retrieve it: its `status` says what became of it. An `unmatched` deposit is held
         *     outside the balance until it is refunded or accepted. A `failed` one (reason `NOT_CONFIRMED`) was seen but never
         *     became final: no money arrived. If it becomes final later, it is `unmatched`; another event follows only if its
         *     reason is then a different one.
         */
        readonly post: operations["onDepositFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "withdrawal.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A withdrawal was paid out
         * @description A withdrawal was paid out to its destination.
         */
        readonly post: operations["onWithdrawalCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "withdrawal.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A withdrawal failed
         * @description A withdrawal was not paid out, or was returned after `withdrawal.completed`, sometimes days later. Its amount is
         *     available in the account again.
         */
        readonly post: operations["onWithdrawalFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "conversion.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A conversion was completed
         * @description A conversion was completed.
         */
        readonly post: operations["onConversionCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "balance.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An available balance changed
         * @description The available balance of an asset changed.
         */
        readonly post: operations["onBalanceUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "refund.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A refund was sent
         * @description A refund was sent to the payer.
         */
        readonly post: operations["onRefundCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "refund.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A refund failed
         * @description A refund was not sent, or was returned after `refund.completed`, sometimes days later. For an unmatched deposit,
         *     the money is held with the deposit again. Otherwise it is in the available balance again: for a converted payment,
         *     in the asset that the conversion bought or, if the conversion failed, in the link's currency.
         */
        readonly post: operations["onRefundFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook_endpoint.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A webhook endpoint is tested
         * @description `POST /v1/webhook_endpoints/{id}/test` was called. Endpoints need not subscribe to it; `GET /v1/events` does not
         *     list it, and it has no sequence number.
         */
        readonly post: operations["onWebhookEndpointTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description A time in UTC, in ISO 8601 with milliseconds.
         * @example 2026-11-03T17:04:05.250Z
         */
        readonly Timestamp: string;
        /**
         * @description An amount in a request: a decimal string with up to 12 integer digits and up to 8 decimals. Each use names its
         *     unit and bounds.
         * @example 1500.00
         */
        readonly RequestAmount: string;
        /**
         * @description An amount in a response: a decimal string with exactly 8 decimals, never negative. Each use names its unit.
         * @example 1500.00000000
         */
        readonly Amount: string;
        /**
         * @description A change: a decimal string with exactly 8 decimals, negative for a decrease. Each use names its unit.
         * @example -22.50000000
         */
        readonly SignedAmount: string;
        /**
         * @description The number of units of one asset given for one unit of another: a decimal string with exactly 8 decimals.
         * @example 17.25000000
         */
        readonly ExchangeRate: string;
        /**
         * @description The code of a currency or token.
         * @example MXNB
         */
        readonly Asset: string;
        /**
         * @description The name of a payment method, such as `SPEI`, `WIRE`, `BREB`, `MXNB`, `USDC` or `USDT`. Others can be added without
         *     a new version.
         * @example SPEI
         */
        readonly PaymentMethodName: string;
        /**
         * @description The currency that a payment link credits to the account.
         * @example MXNB
         * @enum {string}
         */
        readonly LinkCurrency: "MXNB" | "USDC" | "COP";
        /**
         * @description The environment of a deployment and of its API keys.
         * @example test
         * @enum {string}
         */
        readonly Environment: "test" | "live";
        /**
         * @description Key-value pairs for your own use, returned as you set them: up to 50 keys of up to 40 characters, with string
         *     values of up to 500 characters. Not shown to payers.
         * @example {
         *       "order_id": "10442",
         *       "store": "Reforma"
         *     }
         */
        readonly Metadata: {
            readonly [key: string]: string;
        };
        /**
         * @description Metadata keys, up to 5, each with the value to match.
         * @example {
         *       "order_id": "10442"
         *     }
         */
        readonly MetadataFilter: {
            readonly [key: string]: string;
        };
        /**
         * Format: binary
         * @description An SVG image without fixed dimensions, in UTF-8.
         */
        readonly SvgFile: string;
        /**
         * @description SVG markup without fixed dimensions.
         * @example <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><path fill="#fff" d="M0 0h33v33H0z"/><path d="M4 4h7v7H4z"/></svg>
         */
        readonly SvgImage: string;
        /** @description The state of the process. */
        readonly Health: {
            /**
             * @description Always `ok`.
             * @example ok
             * @constant
             */
            readonly status: "ok";
            /** @description The current time of the service. */
            readonly timestamp: components["schemas"]["Timestamp"];
        };
        /**
         * @description A permission of an API key.
         * @example links:read
         * @enum {string}
         */
        readonly Scope: "balances:read" | "transactions:read" | "links:read" | "links:write" | "customers:read" | "customers:write" | "qr:read" | "qr:write" | "logs:read" | "webhooks:manage" | "refunds:write";
        /** @description The API key of this call, and its account. */
        readonly Ping: {
            /**
             * @description Always true.
             * @example true
             */
            readonly ok: boolean;
            /** @description The environment of the API key. */
            readonly environment: components["schemas"]["Environment"];
            readonly api_key: components["schemas"]["PingApiKey"];
            readonly account: components["schemas"]["PingAccount"];
            /** @description The current time of the service. */
            readonly server_time: components["schemas"]["Timestamp"];
            /**
             * @description The id of this call, as in the header `X-Request-Id`.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            readonly request_id: string;
        };
        /** @description The API key of this call, without its secret. */
        readonly PingApiKey: {
            /**
             * Format: uuid
             * @description The key's id.
             * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
             */
            readonly id: string;
            /**
             * @description The key's name.
             * @example Web shop
             */
            readonly name: string;
            /**
             * @description The last four characters of the secret.
             * @example x7Qp
             */
            readonly last_four: string;
            /**
             * @description The key's scopes.
             * @example [
             *       "links:read",
             *       "links:write"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["Scope"][];
        };
        /** @description The account of the API key. */
        readonly PingAccount: {
            /**
             * Format: uuid
             * @description The account's id.
             * @example 0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13
             */
            readonly id: string;
        };
        /**
         * @description Any JSON object. It is echoed as it was sent, with every number digit for digit.
         * @example {
         *       "order": 10442,
         *       "items": [
         *         "coffee",
         *         "cake"
         *       ]
         *     }
         */
        readonly PingRequest: {
            readonly [key: string]: unknown;
        };
        /** @description The echo of a ping. */
        readonly PingEcho: {
            /**
             * @description Always true.
             * @example true
             */
            readonly ok: boolean;
            /**
             * Format: uuid
             * @description An id generated once per `Idempotency-Key`; a replay returns the same.
             * @example 0192f3a4-c1d0-7f5b-8c6d-7e8f9a0b1c2d
             */
            readonly execution_id: string;
            /** @description When the call with this `Idempotency-Key` was first executed. */
            readonly executed_at: components["schemas"]["Timestamp"];
            /**
             * @description The `Idempotency-Key` of the call.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            readonly idempotency_key: string;
            /**
             * @description The body of this call, as it was sent; null if there was none.
             * @example {
             *       "order": 10442,
             *       "items": [
             *         "coffee",
             *         "cake"
             *       ]
             *     }
             */
            readonly echo: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description The id of the call that was executed. In a replay it differs from the header `X-Request-Id`.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            readonly request_id: string;
        };
        /** @description The account's balances, all read at the same moment. */
        readonly BalanceList: {
            /**
             * @description Always `balance_list`.
             * @example balance_list
             * @constant
             */
            readonly object: "balance_list";
            /**
             * Format: uuid
             * @description The account's id.
             * @example 0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13
             */
            readonly account_id: string;
            /** @description When the balances were read. */
            readonly as_of: components["schemas"]["Timestamp"];
            /** @description One balance for each asset with funds, by asset. */
            readonly data: readonly components["schemas"]["Balance"][];
        };
        /** @description The account's balance in one asset. */
        readonly Balance: {
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             */
            readonly object: "balance";
            /** @description The asset of the amounts. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The amount that is free to use, in `asset`. */
            readonly available: components["schemas"]["Amount"];
            /** @description The amount held for payments in and out that are not final, in `asset`. */
            readonly pending: components["schemas"]["Amount"];
            /** @description `available` plus `pending`, in `asset`. */
            readonly total: components["schemas"]["Amount"];
        };
        /**
         * @description The code of a payment link.
         * @example PL-7K2M-9QX4-B1TZ
         */
        readonly PaymentLinkCode: string;
        /**
         * @description The status of a link.
         * @example active
         * @enum {string}
         */
        readonly PaymentLinkStatus: "active" | "processing" | "paid" | "cancelled" | "expired";
        /**
         * @description Who pays the fee.
         * @example merchant
         * @enum {string}
         */
        readonly FeeBearer: "merchant" | "payer";
        /**
         * @description Whether the method can be paid.
         * @example locked
         * @enum {string}
         */
        readonly QuoteStatus: "locked" | "expired" | "native" | "calculating";
        /** @description A payment link. */
        readonly PaymentLink: {
            /**
             * @description Always `payment_link`.
             * @example payment_link
             * @constant
             */
            readonly object: "payment_link";
            /** @description The link's code, which identifies it. */
            readonly code: components["schemas"]["PaymentLinkCode"];
            readonly status: components["schemas"]["PaymentLinkStatus"];
            /**
             * @description The amount to collect, in `currency`. Exactly this is credited to the account, unless it accepts a payment of
             *     another amount: see `amount_received`.
             */
            readonly amount: components["schemas"]["Amount"];
            readonly currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for. Shown to the payer.
             * @example Order 10442
             */
            readonly description: string;
            /**
             * @description Your reference for the payment, not shown to the payer; null if not set.
             * @example INV-2026-0042
             */
            readonly reference: string | null;
            readonly metadata: components["schemas"]["Metadata"];
            /**
             * Format: uuid
             * @description The customer that the link is for, not shown to the payer; null if it names none.
             * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
             */
            readonly customer_id: string | null;
            readonly fee_bearer: components["schemas"]["FeeBearer"];
            /**
             * @description The methods the payer can choose from.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            readonly accepted_methods: readonly components["schemas"]["PaymentMethodName"][];
            /**
             * Format: uri
             * @description The URL of the page where the payer pays.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            readonly url: string;
            /**
             * Format: uri
             * @description The same as `url`, encoded in the QR code.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            readonly checkout_url: string;
            /** @description When the link was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /** @description When the link expires, if it is still active. */
            readonly expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the link was paid; null until then.
             * @example 2026-11-03T17:31:48.007Z
             */
            readonly paid_at: string | null;
            /**
             * @description The method that the link was paid with; null until then.
             * @example SPEI
             */
            readonly paid_with_method: string | null;
            /**
             * @description What the payment credited to the account, before fees debited from it, in `currency`; null until the link is
             *     paid. Equal to `amount`, unless the account accepted a payment of another amount.
             * @example 1500.00000000
             */
            readonly amount_received: string | null;
            /**
             * @description `amount_received` minus `amount`, in `currency`: zero, negative if the payment was short, positive if it was
             *     over; null until the link is paid.
             * @example 0.00000000
             */
            readonly difference: string | null;
            /**
             * Format: uri
             * @description The URL that the payer is sent to after paying; null if not set.
             * @example https://shop.example.com/orders/10442
             */
            readonly return_url: string | null;
            /**
             * @description The expected payer's name, not shown to the payer; null if not set.
             * @example Juana Pérez Luna
             */
            readonly payer_name: string | null;
            readonly qr: components["schemas"]["CheckoutQr"];
            /** @description The accepted methods, each with the amount to send and the payment instructions. */
            readonly methods: readonly components["schemas"]["PaymentLinkMethod"][];
        };
        /** @description A payment link as shown in lists, without `methods`, `qr`, `return_url` and `payer_name`. */
        readonly PaymentLinkSummary: {
            /**
             * @description Always `payment_link`.
             * @example payment_link
             * @constant
             */
            readonly object: "payment_link";
            /** @description The link's code, which identifies it. */
            readonly code: components["schemas"]["PaymentLinkCode"];
            readonly status: components["schemas"]["PaymentLinkStatus"];
            /**
             * @description The amount to collect, in `currency`. Exactly this is credited to the account, unless it accepts a payment of
             *     another amount: see `amount_received`.
             */
            readonly amount: components["schemas"]["Amount"];
            readonly currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for. Shown to the payer.
             * @example Order 10442
             */
            readonly description: string;
            /**
             * @description Your reference for the payment, not shown to the payer; null if not set.
             * @example INV-2026-0042
             */
            readonly reference: string | null;
            readonly metadata: components["schemas"]["Metadata"];
            /**
             * Format: uuid
             * @description The customer that the link is for, not shown to the payer; null if it names none.
             * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
             */
            readonly customer_id: string | null;
            readonly fee_bearer: components["schemas"]["FeeBearer"];
            /**
             * @description The methods the payer can choose from.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            readonly accepted_methods: readonly components["schemas"]["PaymentMethodName"][];
            /**
             * Format: uri
             * @description The URL of the page where the payer pays.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            readonly url: string;
            /**
             * Format: uri
             * @description The same as `url`, encoded in the QR code.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            readonly checkout_url: string;
            /** @description When the link was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /** @description When the link expires, if it is still active. */
            readonly expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the link was paid; null until then.
             * @example 2026-11-03T17:31:48.007Z
             */
            readonly paid_at: string | null;
            /**
             * @description The method that the link was paid with; null until then.
             * @example SPEI
             */
            readonly paid_with_method: string | null;
            /**
             * @description What the payment credited to the account, before fees debited from it, in `currency`; null until the link is
             *     paid. Equal to `amount`, unless the account accepted a payment of another amount.
             * @example 1500.00000000
             */
            readonly amount_received: string | null;
            /**
             * @description `amount_received` minus `amount`, in `currency`: zero, negative if the payment was short, positive if it was
             *     over; null until the link is paid.
             * @example 0.00000000
             */
            readonly difference: string | null;
        };
        /** @description A page of payment links. */
        readonly PaymentLinkList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The links, newest first. */
            readonly data: readonly components["schemas"]["PaymentLinkSummary"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /** @description The QR code of the payer's page. */
        readonly CheckoutQr: {
            /**
             * @description Always `checkout_qr`.
             * @example checkout_qr
             * @constant
             */
            readonly object: "checkout_qr";
            /**
             * @description Always `svg`.
             * @example svg
             * @constant
             */
            readonly format: "svg";
            /**
             * Format: uri
             * @description The URL in the QR code, the link's `checkout_url`.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            readonly encodes: string;
            /** @description The QR code's image, ready to embed in a page. */
            readonly svg: components["schemas"]["SvgImage"];
        };
        /** @description A way to pay a link, with the exact amount and the payment instructions. */
        readonly PaymentLinkMethod: {
            /**
             * @description Always `payment_link_method`.
             * @example payment_link_method
             * @constant
             */
            readonly object: "payment_link_method";
            readonly method: components["schemas"]["PaymentMethodName"];
            /** @description The asset that the payer sends. */
            readonly asset: components["schemas"]["Asset"];
            /**
             * @description Whether the payment is converted, because `asset` is of another currency family than the link.
             * @example false
             */
            readonly requires_conversion: boolean;
            /**
             * @description Whether the method is in service. If not, tell payers not to use it, as the payer's page does. It gets no new
             *     quotes, but money sent with it is still credited. Independent of `quote_status`.
             * @example true
             */
            readonly available: boolean;
            /** @description Why the method is not available. Present only then. */
            readonly unavailable_reason?: components["schemas"]["UnavailableReason"];
            /**
             * @description The exact amount to send, in `asset`, with as many decimals as the rail supports (2 for bank transfers, up to
             *     6 on a blockchain). Any other amount is not credited to the link, unless the account accepts it. Null until the
             *     provider has quoted it.
             * @example 1500.00
             */
            readonly amount_due: string | null;
            /**
             * @description The amount left to send, in `asset`, after deposits of less than `amount_due`, while they are held.
             *     Exactly this amount from the same payer pays the link together with them; exactly `amount_due` pays it alone. Zero
             *     if they add up to the `amount_due` or more: the account decides. If the payment is exchanged, what has arrived counts
             *     at the current quote: absent once that has expired, and another amount after a new one. Present only if the account
             *     lets payers pay the rest, for methods in the asset that has arrived whose instructions take any amount.
             * @example 400.00
             */
            readonly amount_missing?: string;
            /** @description The fee for paying with this method, in the link's `currency`. */
            readonly fee: components["schemas"]["Amount"];
            /**
             * @description The number of units of the link's `currency` that one unit of `asset` pays; 1.00000000 without conversion. The
             *     conversion itself can be made at another rate, at no cost to payer or account if exactly `amount_due` is paid.
             *     Any other amount that is accepted is credited at the rate of its conversion, if that is worse. Null until the
             *     provider has quoted it.
             * @example 17.25000000
             */
            readonly exchange_rate: string | null;
            /**
             * Format: date-time
             * @description When `amount_due` expires: with its quote, its payment instructions or the link, whichever is first. Null until
             *     the provider has quoted it.
             * @example 2026-11-03T18:35:00.114Z
             */
            readonly amount_due_expires_at: string | null;
            readonly quote_status: components["schemas"]["QuoteStatus"];
            readonly instructions: components["schemas"]["PaymentInstructions"];
        };
        /**
         * @description Where to send the money. The fields depend on the method: SPEI has `clabe`, `reference` and `bank.name`; WIRE has
         *     `bank` and `reference`; BREB has `reference` and `bank.name`; on-chain methods have `address`, `network` and
         *     usually `payment_uri`. They can change with a new quote. Empty until the provider has issued them.
         */
        readonly PaymentInstructions: {
            /**
             * @description The 18-digit account number (CLABE) to send a SPEI transfer to.
             * @example 646180157000000428
             */
            readonly clabe?: string;
            /**
             * @description The on-chain address, with its EIP-55 checksum.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            readonly address?: string;
            /**
             * @description The blockchain to send on. Money sent on another one is not credited to the link.
             * @example Arbitrum
             */
            readonly network?: string;
            /**
             * @description A link that opens the payer's wallet with token, network, address and `amount_due` filled in (EIP-681; not all
             *     wallets support it). A new quote comes with a new one.
             * @example ethereum:0xF197FFC28c23E0309B5559e7a166f2c6164C80aA@42161/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=1500000000
             */
            readonly payment_uri?: string;
            /**
             * @description The reference that the payer enters with the transfer; for BREB, the key to pay to.
             * @example 4820173
             */
            readonly reference?: string;
            /**
             * @description The same reference as a creditor reference (ISO 11649), for banks whose forms have a field for one. Only for
             *     accounts of banks that use them.
             * @example RF157K3Q9X2M
             */
            readonly creditor_reference?: string;
            /**
             * @description The digits for the field "referencia numérica" of a SPEI transfer. A payment that has only them, and not
             *     `reference`, is credited to the link as well if it is exactly `amount_due`. Only for SPEI, where the account
             *     is the company's own.
             * @example 4820173
             */
            readonly numeric_reference?: string;
            /**
             * @description The content of a QR code that fills in the payment in the payer's banking app. Shown as text here: draw it as a
             *     QR code. Only for BREB, where the provider issues one.
             * @example 00020101021226330014CO.COM.RBM.LLA0111@MONO1A2B3C5204000053031705802CO6304A1B2
             */
            readonly qr?: string;
            readonly charges?: components["schemas"]["ChargesBearer"];
            readonly payers?: components["schemas"]["EligiblePayers"];
            readonly confirmed?: components["schemas"]["ConfirmationTime"];
            readonly bank?: components["schemas"]["BankInstructions"];
        };
        /**
         * @description Who pays the charges of a transfer.
         * @example sender
         * @enum {string}
         */
        readonly ChargesBearer: "sender";
        /**
         * @description Who alone may pay by a method; the bank sends back what anybody else pays. Absent: anybody may pay.
         * @example us_businesses
         * @enum {string}
         */
        readonly EligiblePayers: "us_businesses";
        /**
         * @description When a payment is confirmed. Absent: as soon as the money has arrived.
         * @example next_banking_day
         * @enum {string}
         */
        readonly ConfirmationTime: "next_banking_day";
        /** @description The receiving bank account. */
        readonly BankInstructions: {
            /**
             * @description The bank's name.
             * @example First Example Bank
             */
            readonly name: string;
            /**
             * @description The account number.
             * @example 9800412377
             */
            readonly account_number?: string;
            /**
             * @description The bank's routing number.
             * @example 021000021
             */
            readonly routing_number?: string;
            /**
             * @description The account's IBAN, in countries that have them.
             * @example DE89370400440532013000
             */
            readonly iban?: string;
            /**
             * @description The bank's BIC, for transfers from abroad.
             * @example COBADEFFXXX
             */
            readonly bic?: string;
            /**
             * @description The account holder's name.
             * @example Example Payments Inc.
             */
            readonly account_name?: string;
            /**
             * @description The account holder's postal address, which the payer's bank may ask for.
             * @example 200 Park Avenue, New York, NY 10166
             */
            readonly account_address?: string;
            /**
             * @description The bank's postal address.
             * @example 100 Main Street, New York, NY 10001
             */
            readonly address?: string;
        };
        /** @description The number of links, by status. */
        readonly PaymentLinkStats: {
            /**
             * @description Always `payment_link_stats`.
             * @example payment_link_stats
             * @constant
             */
            readonly object: "payment_link_stats";
            /**
             * Format: int64
             * @description The number of `active` links.
             * @example 12
             */
            readonly active: number;
            /**
             * Format: int64
             * @description The number of `processing` links.
             * @example 1
             */
            readonly processing: number;
            /**
             * Format: int64
             * @description The number of `paid` links.
             * @example 208
             */
            readonly paid: number;
            /**
             * Format: int64
             * @description The number of `cancelled` links.
             * @example 9
             */
            readonly cancelled: number;
            /**
             * Format: int64
             * @description The number of `expired` links.
             * @example 31
             */
            readonly expired: number;
            /**
             * Format: int64
             * @description The number of links in total.
             * @example 261
             */
            readonly total: number;
        };
        /** @description A payment link to create. */
        readonly CreatePaymentLinkRequest: {
            /**
             * @description The amount to credit to the account, in `currency`, within the `amount_limits` that
             *     `GET /v1/payment_links/payment_methods` returns.
             */
            readonly amount: components["schemas"]["RequestAmount"];
            readonly currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for, in 1 to 500 characters. Shown to the payer.
             * @example Order 10442
             */
            readonly description: string;
            /**
             * @description Your reference for the payment, such as an invoice number, 1 to 255 characters. It need not be unique, and is
             *     not shown to the payer. Find links by it with `GET /v1/payment_links?reference=`.
             * @example INV-2026-0042
             */
            readonly reference?: string;
            /**
             * @description The methods to offer, each of which must be able to pay this amount. Defaults to all methods that are enabled
             *     for the account and can pay it, as does an empty list.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            readonly accepted_methods?: readonly components["schemas"]["PaymentMethodName"][];
            readonly metadata?: components["schemas"]["Metadata"];
            /**
             * @description The `id` of the customer that the link is for, one of the account's. Not shown to the payer, and not sent in
             *     events.
             * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
             */
            readonly customer_id?: string | null;
            /** @default merchant */
            readonly fee_bearer: components["schemas"]["FeeBearer"];
            /**
             * Format: uri
             * @description The https URL to send the payer to after paying, without a user name or password.
             * @example https://shop.example.com/orders/10442
             */
            readonly return_url?: string;
            /**
             * @description The expected payer's name, 1 to 140 characters, not blank and without control characters. Some providers
             *     compare it with the sender's account name. Neither shown to the payer nor sent in events.
             * @example Juana Pérez Luna
             */
            readonly payer_name?: string;
            /**
             * Format: date-time
             * @description When the link expires, 5 minutes to 90 days from now, in ISO 8601 with a time zone. Defaults to 7 days from
             *     now.
             * @example 2026-11-10T17:00:00.000Z
             */
            readonly expires_at?: string;
        };
        /** @description The fields of a payment link to update, at least one. Omitted fields are not changed. */
        readonly UpdatePaymentLinkRequest: {
            /**
             * @description What the payment is for, in 1 to 500 characters. Shown to the payer.
             * @example Order 10442, two items
             */
            readonly description?: string;
            /**
             * @description Your reference for the payment, 1 to 255 characters; null removes it.
             * @example INV-2026-0042
             */
            readonly reference?: string | null;
            readonly metadata?: components["schemas"]["MetadataChanges"];
            /**
             * @description The `id` of the customer that the link is for, one of the account's; null removes it.
             * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
             */
            readonly customer_id?: string | null;
            /**
             * Format: uri
             * @description The https URL to send the payer to after paying, without a user name or password; null removes it.
             * @example https://shop.example.com/orders/10442
             */
            readonly return_url?: string | null;
            /**
             * Format: date-time
             * @description When the link expires, 5 minutes to 90 days from now, in ISO 8601 with a time zone. The
             *     `amount_due_expires_at` of each method moves with it, as far as its quote and payment instructions allow.
             * @example 2026-11-20T17:00:00.000Z
             */
            readonly expires_at?: string;
        };
        /**
         * @description Changes to the metadata: keys with a string are set, keys with null are removed, all others are not changed. The
         *     result can have up to 50 keys of up to 40 characters, with values of up to 500 characters.
         * @example {
         *       "store": "Reforma",
         *       "basket": null
         *     }
         */
        readonly MetadataChanges: {
            readonly [key: string]: string | null;
        };
        /** @description The methods for a currency, and whether each can pay an amount. */
        readonly PaymentMethodOptions: {
            /**
             * @description Always `payment_method_options`.
             * @example payment_method_options
             * @constant
             */
            readonly object: "payment_method_options";
            /** @description The requested currency. */
            readonly currency: components["schemas"]["LinkCurrency"];
            /** @description The requested amount, in `currency`. */
            readonly amount: components["schemas"]["Amount"];
            /**
             * @description The methods that can pay the amount.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            readonly available_methods: readonly components["schemas"]["PaymentMethodName"][];
            /**
             * @description Whether the service converts between currency families.
             * @example true
             */
            readonly conversion_enabled: boolean;
            /** @description All methods enabled for the account and this currency. */
            readonly methods: readonly components["schemas"]["PaymentMethodOption"][];
            readonly amount_limits: components["schemas"]["AmountLimits"];
        };
        /** @description A method, and whether it can pay the amount. */
        readonly PaymentMethodOption: {
            readonly method: components["schemas"]["PaymentMethodName"];
            /**
             * @description Whether the method can pay the amount.
             * @example false
             */
            readonly available: boolean;
            /**
             * @description Whether the payment is converted, because the payer sends an asset of another currency family.
             * @example true
             */
            readonly requires_conversion: boolean;
            readonly unavailable_reason?: components["schemas"]["UnavailableReason"];
            /**
             * @description The smallest amount that the method can pay, in the requested `currency`. Present only if the method is not
             *     available, whatever the reason.
             */
            readonly minimum_required?: components["schemas"]["Amount"];
        };
        /**
         * @description Why a method is not available. Present only then.
         * @example BELOW_CONVERSION_THRESHOLD
         * @enum {string}
         */
        readonly UnavailableReason: "BELOW_FIAT_MINIMUM" | "BELOW_CONVERSION_THRESHOLD" | "ABOVE_MAXIMUM" | "RAIL_PAUSED" | "EXCHANGE_UNAVAILABLE";
        /** @description The smallest and the largest amount of a link in this currency. */
        readonly AmountLimits: {
            /** @description The smallest amount, in the requested `currency`. */
            readonly min_amount: components["schemas"]["Amount"];
            /** @description The largest amount, in the requested `currency`. */
            readonly max_amount: components["schemas"]["Amount"];
        };
        /**
         * @description An RFC of Mexico, or a NIT of Colombia with a hyphen before its check digit.
         * @example EJE120315AB1
         */
        readonly TaxId: string;
        /**
         * @description The language in which a customer is written to.
         * @example es
         * @enum {string}
         */
        readonly CustomerLanguage: "en" | "es";
        /** @description A customer of the account. */
        readonly Customer: {
            /**
             * @description Always `customer`.
             * @example customer
             * @constant
             */
            readonly object: "customer";
            /**
             * Format: uuid
             * @description The customer's id.
             * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
             */
            readonly id: string;
            /**
             * @description The name of the person or company.
             * @example Ejemplo Comercial S.A. de C.V.
             */
            readonly name: string;
            /**
             * @description The e-mail address that the account panel sends statements to; null if not set.
             * @example pagos@ejemplo.mx
             */
            readonly email: string | null;
            /**
             * @description The RFC or NIT, in upper case and without separators except the hyphen before a NIT's check digit; null if not
             *     set.
             * @example EJE120315AB1
             */
            readonly tax_id: string | null;
            /**
             * @description Your own id for the customer; null if not set.
             * @example shop-1042
             */
            readonly reference: string | null;
            /**
             * @description The language in which the customer is written to; null if not set.
             * @example es
             */
            readonly language: components["schemas"]["CustomerLanguage"] | null;
            readonly metadata: components["schemas"]["Metadata"];
            /** @description When the customer was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /** @description When the customer was last updated. */
            readonly updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of customers. */
        readonly CustomerList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The customers, newest first. */
            readonly data: readonly components["schemas"]["Customer"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /** @description A customer to create. */
        readonly CreateCustomerRequest: {
            /**
             * @description The name of the person or company, 1 to 140 characters, not blank and without control characters.
             * @example Ejemplo Comercial S.A. de C.V.
             */
            readonly name: string;
            /**
             * @description The bare e-mail address that the account panel sends statements to, without a display name.
             * @example pagos@ejemplo.mx
             */
            readonly email?: string | null;
            /**
             * @description An RFC of Mexico, the generic ones included, or a NIT of Colombia with a hyphen before its check digit.
             *     Spaces and dots are left out.
             * @example EJE120315AB1
             */
            readonly tax_id?: string | null;
            /**
             * @description Your own id for the customer, 1 to 255 characters, unique among the customers of the account.
             * @example shop-1042
             */
            readonly reference?: string | null;
            /**
             * @description The language in which the customer is written to.
             * @example es
             */
            readonly language?: components["schemas"]["CustomerLanguage"] | null;
            readonly metadata?: components["schemas"]["Metadata"];
        };
        /** @description The fields of a customer to update, at least one. Omitted fields are not changed. */
        readonly UpdateCustomerRequest: {
            /**
             * @description The name of the person or company, 1 to 140 characters, not blank and without control characters.
             * @example Ejemplo Comercial S.A. de C.V.
             */
            readonly name?: string;
            /**
             * @description The bare e-mail address that the account panel sends statements to, without a display name; null removes it.
             * @example pagos@ejemplo.mx
             */
            readonly email?: string | null;
            /**
             * @description An RFC of Mexico, the generic ones included, or a NIT of Colombia with a hyphen before its check digit; null removes it.
             *     Spaces and dots are left out.
             * @example EJE120315AB1
             */
            readonly tax_id?: string | null;
            /**
             * @description Your own id for the customer, 1 to 255 characters, unique among the customers of the account; null removes it.
             * @example shop-1042
             */
            readonly reference?: string | null;
            /**
             * @description The language in which the customer is written to; null removes it.
             * @example es
             */
            readonly language?: components["schemas"]["CustomerLanguage"] | null;
            readonly metadata?: components["schemas"]["MetadataChanges"];
        };
        /**
         * @description The status of a QR code.
         * @example active
         * @enum {string}
         */
        readonly QrCodeStatus: "active" | "disabled";
        /**
         * @description Your reference for a code, 1 to 100 characters, unique within the account.
         * @example till-04
         */
        readonly QrExternalReference: string;
        /** @description A counter QR code. */
        readonly QrCode: {
            /**
             * @description Always `qr_code`.
             * @example qr_code
             * @constant
             */
            readonly object: "qr_code";
            /**
             * Format: uuid
             * @description The code's id.
             * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            readonly id: string;
            /**
             * @description The code's name. Shown to payers.
             * @example Till 4
             */
            readonly name: string;
            /**
             * @description The code's location, shown to payers; null if not set.
             * @example Reforma 222
             */
            readonly store_label: string | null;
            /**
             * @description Your reference for the code; null if not set.
             * @example till-04
             */
            readonly external_reference: string | null;
            /** @description The currency that payments credit to the account. */
            readonly currency: components["schemas"]["LinkCurrency"];
            /**
             * @description The amount of each payment, in `currency`, with exactly 8 decimals; null if the payer enters it.
             * @example 45.00000000
             */
            readonly fixed_amount: string | null;
            readonly status: components["schemas"]["QrCodeStatus"];
            /**
             * Format: uri
             * @description The URL that a scan opens. Append `/print` for an A6 sheet to print, with the code and its name.
             * @example https://checkout.example.com/q/0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            readonly url: string;
            /** @description When the code was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /** @description The QR code's image, ready to embed in a page. */
            readonly svg: components["schemas"]["SvgImage"];
        };
        /** @description A counter QR code as shown in lists, without `svg`. */
        readonly QrCodeSummary: {
            /**
             * @description Always `qr_code`.
             * @example qr_code
             * @constant
             */
            readonly object: "qr_code";
            /**
             * Format: uuid
             * @description The code's id.
             * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            readonly id: string;
            /**
             * @description The code's name. Shown to payers.
             * @example Till 4
             */
            readonly name: string;
            /**
             * @description The code's location, shown to payers; null if not set.
             * @example Reforma 222
             */
            readonly store_label: string | null;
            /**
             * @description Your reference for the code; null if not set.
             * @example till-04
             */
            readonly external_reference: string | null;
            /** @description The currency that payments credit to the account. */
            readonly currency: components["schemas"]["LinkCurrency"];
            /**
             * @description The amount of each payment, in `currency`, with exactly 8 decimals; null if the payer enters it.
             * @example 45.00000000
             */
            readonly fixed_amount: string | null;
            readonly status: components["schemas"]["QrCodeStatus"];
            /**
             * Format: uri
             * @description The URL that a scan opens. Append `/print` for an A6 sheet to print, with the code and its name.
             * @example https://checkout.example.com/q/0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            readonly url: string;
            /** @description When the code was created. */
            readonly created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of QR codes. */
        readonly QrCodeList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The codes, newest first. */
            readonly data: readonly components["schemas"]["QrCodeSummary"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /** @description A counter QR code to create. */
        readonly CreateQrCodeRequest: {
            /**
             * @description The code's name, 1 to 100 characters. Shown to payers.
             * @example Till 4
             */
            readonly name: string;
            /**
             * @description The code's location, 1 to 100 characters. Shown to payers.
             * @example Reforma 222
             */
            readonly store_label?: string | null;
            /**
             * @description Your reference for the code, 1 to 100 characters, unique within the account.
             * @example till-04
             */
            readonly external_reference?: string | null;
            /** @description The currency that payments credit to the account. It cannot be changed. */
            readonly currency: components["schemas"]["LinkCurrency"];
            /**
             * @description The amount of each payment, in `currency`: a decimal string with up to 12 integer digits and up to 8 decimals,
             *     within the currency's limits. If omitted or null, the payer enters the amount.
             * @example 45.00
             */
            readonly fixed_amount?: string | null;
        };
        /** @description The fields of a QR code to update, at least one. Omitted fields are not changed. */
        readonly UpdateQrCodeRequest: {
            /**
             * @description The code's name, 1 to 100 characters. Shown to payers.
             * @example Till 4
             */
            readonly name?: string;
            /**
             * @description The code's location, 1 to 100 characters, shown to payers; null removes it.
             * @example Reforma 222
             * @example upstairs
             */
            readonly store_label?: string | null;
            /**
             * @description The amount of each future payment, in the code's `currency`, within its limits; null lets the payer enter it.
             * @example 48.50
             */
            readonly fixed_amount?: string | null;
            readonly status?: components["schemas"]["QrCodeStatus"];
        };
        /** @description A payment credited through a counter QR code. */
        readonly QrCollection: {
            /**
             * @description Always `qr_collection`.
             * @example qr_collection
             * @constant
             */
            readonly object: "qr_collection";
            /** @description The payment link that the scan created. */
            readonly payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount credited to the account, in `currency`. */
            readonly amount: components["schemas"]["Amount"];
            readonly currency: components["schemas"]["LinkCurrency"];
            /** @description The method of the payment. */
            readonly method: components["schemas"]["PaymentMethodName"];
            /** @description When the link was paid. */
            readonly paid_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The deposit that paid the link; see `GET /v1/deposits/{id}`.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly deposit_id: string;
        };
        /** @description A page of payments through a QR code. */
        readonly QrCollectionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The payments, newest first. */
            readonly data: readonly components["schemas"]["QrCollection"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description Why the available balance changed.
         * @example payment
         * @enum {string}
         */
        readonly TransactionType: "payment" | "fee" | "deposit" | "withdrawal" | "conversion" | "refund" | "reversal";
        /** @description A change of the account's available balance. Transactions are immutable. */
        readonly Transaction: {
            /**
             * @description Always `transaction`.
             * @example transaction
             * @constant
             */
            readonly object: "transaction";
            /**
             * Format: uuid
             * @description The transaction's id.
             * @example 0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10
             */
            readonly id: string;
            /** @description Why the balance changed. Called `kind` in version `2026-05-01`. */
            readonly type: components["schemas"]["TransactionType"];
            /** @description The asset whose balance changed. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The change, in `asset`; negative for a decrease. */
            readonly amount: components["schemas"]["SignedAmount"];
            /** @description The available balance right after the change, in `asset`. */
            readonly balance_after: components["schemas"]["Amount"];
            readonly source: components["schemas"]["TransactionSource"];
            /**
             * @description The payment link that the change belongs to, even if it was deleted; null if none.
             * @example PL-7K2M-9QX4-B1TZ
             */
            readonly payment_link_code: string | null;
            /**
             * @description For a withdrawal, conversion or refund: its `request_id`. For other changes that belong to a payment link: the id
             *     of the request that created the link. Otherwise null.
             * @example null
             */
            readonly request_id: string | null;
            /** @description When the balance changed. */
            readonly created_at: components["schemas"]["Timestamp"];
        };
        /** @description The object that caused the change. */
        readonly TransactionSource: {
            /**
             * @description The type of the object: `deposit`, `withdrawal`, `conversion` or `refund`.
             * @example deposit
             */
            readonly object: string;
            /**
             * @description The object's id.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly id: string;
        };
        /** @description A page of transactions. */
        readonly TransactionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The transactions, newest first. */
            readonly data: readonly components["schemas"]["Transaction"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description All transactions that match the filters, newest first, as CSV. The first line names the columns.
         * @example id,type,asset,amount,balance_after,source_object,source_id,payment_link_code,request_id,created_at
         */
        readonly TransactionsAsCsv: string;
        /**
         * @description All transactions that match the filters, newest first, as one JSON object per line.
         * @example {"object":"transaction","id":"0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10","type":"payment","asset":"MXNB","amount":"1500.00000000","balance_after":"9500.00000000","source":{"object":"deposit","id":"0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09"},"payment_link_code":"PL-7K2M-9QX4-B1TZ","request_id":"req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12","created_at":"2026-11-03T17:31:48.007Z"}
         */
        readonly TransactionsAsNdjson: string;
        /**
         * @description The status of a deposit.
         * @example credited
         * @enum {string}
         */
        readonly DepositStatus: "pending" | "credited" | "failed" | "unmatched" | "accepted" | "refunding" | "refunded" | "taken_back";
        /**
         * @description Why money was not credited, paid out, converted or refunded. In responses it is `unmatched_reason` or
         *     `failure_reason`, in events `reason`.
         * @example LINK_EXPIRED
         * @enum {string}
         */
        readonly Reason: "UNDERPAID" | "OVERPAID" | "QUOTE_EXPIRED" | "LINK_EXPIRED" | "LINK_CANCELLED" | "LINK_ALREADY_PAID" | "WRONG_ASSET" | "WRONG_NETWORK" | "WRONG_PRECISION" | "UNKNOWN_DESTINATION" | "PAYER_MISMATCH" | "CONVERSION_FAILED" | "NOT_CONFIRMED" | "SCREENING_REFUSED" | "PROVIDER_REFUSED" | "INVALID_DESTINATION" | "DESTINATION_REJECTED" | "ACCOUNT_CLOSED" | "LIMIT_EXCEEDED" | "INSUFFICIENT_PROVIDER_FUNDS" | "OPERATOR_DECIDED" | "RETURNED" | "NOT_APPROVED";
        /** @description An incoming payment. */
        readonly Deposit: {
            /**
             * @description Always `deposit`.
             * @example deposit
             * @constant
             */
            readonly object: "deposit";
            /**
             * Format: uuid
             * @description The deposit's id; the `source.id` of its transactions.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly id: string;
            readonly status: components["schemas"]["DepositStatus"];
            /**
             * @description The payment link that it was sent to, or was assigned to. Never null at present.
             * @example PL-7K2M-9QX4-B1TZ
             */
            readonly payment_link_code: string | null;
            /**
             * @description The payment link that it was sent to, if the account's users assigned it to another one, which is then its
             *     `payment_link_code`. Present only then.
             * @example PL-3F8N-6WRC-K5HD
             */
            readonly assigned_from?: string;
            readonly method: components["schemas"]["PaymentMethodName"];
            /** @description The asset that arrived. */
            readonly asset: components["schemas"]["Asset"];
            /**
             * @description The blockchain that it arrived on; null if none.
             * @example Arbitrum
             */
            readonly network: string | null;
            /** @description The amount that arrived, in `asset`; rounded down if there is an `exact_amount`. */
            readonly amount: components["schemas"]["Amount"];
            /**
             * @description The amount that arrived, in `asset`, to the last digit. Present only if it has more than 8 decimals; such
             *     deposits are credited to a link only if the account accepts them.
             * @example 150.000000000000000001
             */
            readonly exact_amount?: string;
            /** @description The amount refunded to the payer so far, in `asset`. */
            readonly refunded_amount: components["schemas"]["Amount"];
            /**
             * @description Why it was not credited to a link when it arrived. Present only then, and it stays when the account accepts the
             *     deposit as the link's payment.
             */
            readonly unmatched_reason?: components["schemas"]["Reason"];
            /**
             * @description The account number (CLABE or other), key or on-chain address where it arrived, as in the link's instructions.
             * @example 646180157000000428
             */
            readonly destination: string;
            /**
             * @description The reference that the payer entered with the transfer; null if none.
             * @example 4820173
             */
            readonly reference: string | null;
            /**
             * @description The provider's reference for the deposit.
             * @example SIM-DP-81B0C3D4
             */
            readonly provider_reference: string;
            readonly payer: components["schemas"]["DepositPayer"];
            /**
             * @description The id of the request that created the payment link. Never null at present.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            readonly request_id: string | null;
            /** @description When it was first seen. */
            readonly created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When an unmatched deposit was refunded, accepted or credited to its link; otherwise null.
             * @example 2026-11-04T09:12:30.000Z
             */
            readonly resolved_at: string | null;
        };
        /** @description What is known about the payer. Fields that the rail does not provide are absent. */
        readonly DepositPayer: {
            /**
             * @description The payer's name, as their bank gives it.
             * @example Ana Torres
             */
            readonly name?: string;
            /**
             * @description The tracking key of a SPEI transfer.
             * @example 2026110340014BMOV0000427330920
             */
            readonly tracking_key?: string;
            /**
             * @description The hash of the on-chain transaction.
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            readonly transaction_hash?: string;
            /**
             * @description The on-chain address that it came from, with its EIP-55 checksum.
             * @example 0xde709f2102306220921060314715629080e2fb77
             */
            readonly source_address?: string;
            /**
             * @description The account that it came from, such as a CLABE.
             * @example 032180000118359719
             */
            readonly account?: string;
        };
        /** @description A page of deposits. */
        readonly DepositList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The deposits, newest first. */
            readonly data: readonly components["schemas"]["Deposit"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description The status of a withdrawal, conversion or refund.
         * @example completed
         * @enum {string}
         */
        readonly TransferStatus: "requested" | "processing" | "completed" | "failed" | "returned";
        /**
         * @description Details of the failure for people to read, as the provider or the operator of the service gave them, in any
         *     language. Can contain account numbers, so it is left out of events and the call log. Null if it did not fail.
         * @example Account 032180000118359719 does not exist.
         */
        readonly FailureMessage: string | null;
        /** @description Money sent out of the account. */
        readonly Withdrawal: {
            /**
             * @description Always `withdrawal`.
             * @example withdrawal
             * @constant
             */
            readonly object: "withdrawal";
            /**
             * Format: uuid
             * @description The withdrawal's id; the `source.id` of its transactions.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            readonly id: string;
            readonly status: components["schemas"]["TransferStatus"];
            /** @description The amount debited from the balance, in `asset`: `net_amount` plus `fee`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The service's fee, in `asset`, debited as a transaction of its own. */
            readonly fee: components["schemas"]["Amount"];
            /** @description The amount that the destination receives, in `asset`. */
            readonly net_amount: components["schemas"]["Amount"];
            /** @description The asset of the amounts. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The method of the payout. */
            readonly method: components["schemas"]["PaymentMethodName"];
            readonly destination: components["schemas"]["Destination"];
            /**
             * @description The provider's reference for the payout; null until there is one.
             * @example SIM-PO-4F9C2A7E
             */
            readonly provider_reference: string | null;
            /**
             * @description Why it failed or was returned; otherwise null.
             * @example DESTINATION_REJECTED
             */
            readonly failure_reason: components["schemas"]["Reason"] | null;
            readonly failure_message: components["schemas"]["FailureMessage"];
            /**
             * @description The id of the request that started it in the account panel; null if the operator of the service started it.
             * @example null
             */
            readonly request_id: string | null;
            /** @description When it was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was completed or failed; null until then.
             * @example 2026-11-03T18:02:11.430Z
             */
            readonly finished_at: string | null;
            /**
             * Format: date-time
             * @description When it was returned; null unless `status` is `returned`.
             * @example null
             */
            readonly returned_at: string | null;
        };
        /**
         * @description The destination of a withdrawal or refund: a `clabe`, an `address` on a `network`, an account at a `bank` in the United States, an
         *     account at an `international_bank`, or a Bre-B `key`.
         */
        readonly Destination: {
            /**
             * @description The 18-digit account number (CLABE) of a SPEI transfer.
             * @example 032180000118359719
             */
            readonly clabe?: string;
            /**
             * @description The name of the CLABE's holder. Defaults to the account's name for withdrawals, and to the payer's for refunds.
             *     Absent if it is not known.
             * @example Example Shop Inc.
             */
            readonly beneficiary?: string;
            /**
             * @description The on-chain address, in the letter case in which it was given.
             * @example 0xde709f2102306220921060314715629080e2fb77
             */
            readonly address?: string;
            /**
             * @description The blockchain of the address.
             * @example Polygon
             */
            readonly network?: string;
            readonly bank?: components["schemas"]["DestinationBank"];
            readonly international_bank?: components["schemas"]["DestinationInternationalBank"];
            /**
             * @description The Bre-B key.
             * @example @example.shop
             */
            readonly key?: string;
            readonly holder?: components["schemas"]["KeyHolder"];
        };
        /** @description The bank account in the United States that receives the money. */
        readonly DestinationBank: {
            /**
             * @description The account number.
             * @example 4400219876
             */
            readonly account_number: string;
            /**
             * @description The bank's routing number.
             * @example 021000021
             */
            readonly routing_number: string;
            readonly account_type?: components["schemas"]["BankAccountType"];
            /**
             * @description The account holder's name.
             * @example Example Shop Inc.
             */
            readonly account_name: string;
            readonly holder_type?: components["schemas"]["HolderType"];
            readonly address?: components["schemas"]["PostalAddress"];
            /**
             * @description The bank's name. Absent if it is not known.
             * @example First Example Bank
             */
            readonly bank_name?: string;
        };
        /**
         * @description The bank account outside the United States that receives the money: an `iban`, or an `account_number` with the
         *     bank's `bic`.
         */
        readonly DestinationInternationalBank: {
            /**
             * @description The account's IBAN, in countries that have them.
             * @example DE89370400440532013000
             */
            readonly iban?: string;
            /**
             * @description The account number, where there is no IBAN.
             * @example 4400219876
             */
            readonly account_number?: string;
            /**
             * @description The bank's BIC. Absent if it is not known, with an `iban` only.
             * @example COBADEFFXXX
             */
            readonly bic?: string;
            /**
             * @description The account holder's name.
             * @example Example Shop GmbH
             */
            readonly account_name: string;
            readonly holder_type?: components["schemas"]["HolderType"];
            readonly address?: components["schemas"]["PostalAddress"];
            /**
             * @description The bank's name. Absent if it is not known.
             * @example First Example Bank
             */
            readonly bank_name?: string;
        };
        /**
         * @description What kind of account it is, in the United States. Absent if it is not known.
         * @example checking
         * @enum {string}
         */
        readonly BankAccountType: "checking" | "savings";
        /**
         * @description Who an account's holder is. Absent if it is not known.
         * @example business
         * @enum {string}
         */
        readonly HolderType: "individual" | "business";
        /** @description The account holder's postal address. Absent if it is not known. */
        readonly PostalAddress: {
            /**
             * @description Street and number.
             * @example 200 Park Avenue
             */
            readonly street: string;
            /**
             * @description The city or town.
             * @example New York
             */
            readonly city: string;
            /**
             * @description The state or province, as the country abbreviates it. Absent where there is none.
             * @example NY
             */
            readonly state?: string;
            /**
             * @description The postal code. Absent where there is none.
             * @example 10166
             */
            readonly postal_code?: string;
            /**
             * @description The country (ISO 3166-1 alpha-2).
             * @example US
             */
            readonly country: string;
        };
        /** @description The document of the key's holder: nothing is sent if the key has become somebody else's. Absent if it is not known. */
        readonly KeyHolder: {
            /**
             * @description The type of the document.
             * @example NIT
             */
            readonly document_type: string;
            /**
             * @description The number of the document.
             * @example 900123456
             */
            readonly document_number: string;
        };
        /** @description A page of withdrawals. */
        readonly WithdrawalList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The withdrawals, newest first. */
            readonly data: readonly components["schemas"]["Withdrawal"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description Which price the account is credited at.
         * @example locked
         * @enum {string}
         */
        readonly ConversionPrice: "locked" | "current";
        /** @description An exchange of one asset for another. */
        readonly Conversion: {
            /**
             * @description Always `conversion`.
             * @example conversion
             * @constant
             */
            readonly object: "conversion";
            /**
             * Format: uuid
             * @description The conversion's id; the `source.id` of its transactions.
             * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
             */
            readonly id: string;
            readonly status: components["schemas"]["TransferStatus"];
            /** @description The asset that is converted. */
            readonly from_asset: components["schemas"]["Asset"];
            /** @description The amount that is converted, in `from_asset`. */
            readonly from_amount: components["schemas"]["Amount"];
            /** @description The asset that is received. */
            readonly to_asset: components["schemas"]["Asset"];
            /**
             * @description The amount that is received after the fee, in `to_asset`: until the conversion is completed, the expected
             *     amount. Null until it is known. For the payment of a link, `price` says who bears any difference from what the
             *     account was to be credited.
             * @example 17163.75000000
             */
            readonly to_amount: string | null;
            /**
             * @description The number of units of `to_asset` given for one unit of `from_asset`, before the fee: until the conversion is
             *     completed, the expected rate. Null until it is known.
             * @example 17.25000000
             */
            readonly exchange_rate: string | null;
            readonly price: components["schemas"]["ConversionPrice"];
            /** @description The service's fee, in `to_asset`, already deducted from `to_amount`. */
            readonly fee: components["schemas"]["Amount"];
            /**
             * @description The payment link whose payment is converted, or whose refund the conversion pays for; null if the account started
             *     the conversion.
             * @example PL-7K2M-9QX4-B1TZ
             */
            readonly payment_link_code: string | null;
            /**
             * Format: uuid
             * @description The deposit that is converted, the last one if several pay a link together, or whose refund the conversion pays
             *     for; null if the account started the conversion.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly deposit_id: string | null;
            /**
             * @description The provider's reference for the conversion; null until there is one.
             * @example SIM-PO-4F9C2A7E
             */
            readonly provider_reference: string | null;
            /**
             * Format: date-time
             * @description When the provider's quote expires; null if there is none.
             * @example 2026-11-03T18:35:00.114Z
             */
            readonly quote_expires_at: string | null;
            /**
             * @description Why it failed; otherwise null.
             * @example QUOTE_EXPIRED
             */
            readonly failure_reason: components["schemas"]["Reason"] | null;
            readonly failure_message: components["schemas"]["FailureMessage"];
            /**
             * @description For the payment of a link: the id of the request that created the link. Otherwise: the id of the request that
             *     started the conversion, or the refund that it pays for, in the account panel; null if the operator of the
             *     service started it.
             * @example null
             */
            readonly request_id: string | null;
            /** @description When it was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was completed or failed; null until then.
             * @example 2026-11-03T18:02:11.430Z
             */
            readonly finished_at: string | null;
        };
        /** @description A page of conversions. */
        readonly ConversionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The conversions, newest first. */
            readonly data: readonly components["schemas"]["Conversion"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /** @description A payment to refund, by exactly one of `payment_link` and `deposit`. */
        readonly CreateRefundRequest: {
            /**
             * @description The code of the paid link whose payment is refunded.
             * @example PL-7K2M-9QX4-B1TZ
             */
            readonly payment_link?: components["schemas"]["PaymentLinkCode"];
            /**
             * Format: uuid
             * @description The id of the deposit to refund: an unmatched one, which is refunded in full, or one that paid a link, as with
             *     `payment_link`.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly deposit?: string;
            /**
             * @description How much to refund, more than zero, in the link's currency or, for a payment that was converted
             *     (`requires_conversion`), in the asset that the payer sent. Defaults to all that was neither refunded nor taken
             *     back by the bank; any other amount has at most the decimals that the method carries.
             */
            readonly amount?: components["schemas"]["RequestAmount"];
            /** @description Why the payment is refunded. Shown in the account panel, not to the payer. */
            readonly reason?: components["schemas"]["RefundReason"];
        } & (unknown | unknown);
        /**
         * @description Money sent back to a payer, who receives the asset that they sent.
         *
         *     A payment that was converted is refunded in the payer's asset, and the account is debited what that costs at the
         *     time of the refund: see `conversion_id`. If such a refund fails or is returned after the conversion, what was
         *     bought stays in the available balance, in `asset`.
         */
        readonly Refund: {
            /**
             * @description Always `refund`.
             * @example refund
             * @constant
             */
            readonly object: "refund";
            /**
             * Format: uuid
             * @description The refund's id; the `source.id` of its transactions.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            readonly id: string;
            readonly status: components["schemas"]["TransferStatus"];
            /** @description The amount of the refund, in `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /**
             * @description The asset of `amount`: the deposit's asset if the deposit was unmatched or the payment was converted
             *     (`requires_conversion`); otherwise the link's currency, refunded at par (`MXNB` for a payer who sent `MXN`).
             */
            readonly asset: components["schemas"]["Asset"];
            /**
             * Format: uuid
             * @description The deposit that is refunded, in full or in part.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly deposit_id: string;
            /**
             * @description The payment link that the deposit was sent to. Never null at present.
             * @example PL-7K2M-9QX4-B1TZ
             */
            readonly payment_link_code: string | null;
            /**
             * @description Where the refund is sent: the destination that was given, or else the payer's account, if the provider needs to
             *     be told. Null if the provider itself sends it back to where the payment came from.
             * @example {
             *       "clabe": "032180000118359719"
             *     }
             */
            readonly destination: components["schemas"]["Destination"] | null;
            /**
             * @description Why the account refunded the payment; null if no reason was given, or if the refund was automatic.
             * @example requested_by_customer
             */
            readonly reason: components["schemas"]["RefundReason"] | null;
            /**
             * Format: uuid
             * @description The conversion that bought what is sent, at the rate of the refund; its `from_amount` is what the account was
             *     debited. Null for a payment that was not converted, which is debited as `amount`.
             * @example null
             */
            readonly conversion_id: string | null;
            /**
             * @description The provider's reference for the refund; null until there is one.
             * @example SIM-PO-4F9C2A7E
             */
            readonly provider_reference: string | null;
            /**
             * @description Why it failed or was returned; otherwise null.
             * @example ACCOUNT_CLOSED
             */
            readonly failure_reason: components["schemas"]["Reason"] | null;
            readonly failure_message: components["schemas"]["FailureMessage"];
            /**
             * @description The id of the call to `POST /v1/refunds`, or of the request that started it in the account panel or, if it was
             *     automatic, of the request that created the payment link; null if the operator of the service started it.
             * @example null
             */
            readonly request_id: string | null;
            /** @description When it was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was completed or failed; null until then.
             * @example 2026-11-03T18:02:11.430Z
             */
            readonly finished_at: string | null;
            /**
             * Format: date-time
             * @description When it was returned; null unless `status` is `returned`.
             * @example null
             */
            readonly returned_at: string | null;
        };
        /**
         * @description Why a payment was refunded.
         * @example requested_by_customer
         * @enum {string}
         */
        readonly RefundReason: "requested_by_customer" | "duplicate" | "fraudulent" | "other";
        /** @description A page of refunds. */
        readonly RefundList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The refunds, newest first. */
            readonly data: readonly components["schemas"]["Refund"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description An HTTP method.
         * @example POST
         * @enum {string}
         */
        readonly HttpMethod: "GET" | "POST" | "PATCH" | "DELETE";
        /** @description The API key of the call, as it was then, without its secret. */
        readonly RequestLogCredential: {
            /**
             * Format: uuid
             * @description The key's id.
             * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
             */
            readonly id: string;
            /**
             * @description The key's name at the time of the call.
             * @example Web shop
             */
            readonly name: string;
            /**
             * @description The last four characters of the secret.
             * @example x7Qp
             */
            readonly last_four: string;
        };
        /** @description A logged call, as shown in lists. */
        readonly RequestLogSummary: {
            /**
             * @description Always `request_log`.
             * @example request_log
             * @constant
             */
            readonly object: "request_log";
            /**
             * @description The id of the call, the `X-Request-Id` of its response.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            readonly request_id: string;
            /**
             * @description The HTTP method, even if the service does not support it.
             * @example POST
             */
            readonly method: string;
            /**
             * @description The path as it was sent, without the query string, cut after 512 characters.
             * @example /v1/payment_links
             */
            readonly path: string;
            /**
             * @description The query parameters. The values of a repeated parameter are joined with commas. `[redacted]` replaces the
             *     values of metadata and of unknown parameters, and names with digits or unusual symbols; `[truncated]` marks
             *     where a long value was cut. Null if there was no query string.
             * @example {
             *       "status": "paid",
             *       "limit": "50"
             *     }
             */
            readonly query: {
                readonly [key: string]: string;
            } | null;
            /**
             * @description The `operationId` of the operation that was called; null if path and method belong to none.
             * @example createPaymentLink
             */
            readonly operation: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the response.
             * @example 201
             */
            readonly status: number;
            /**
             * @description The `error.code` of the response; null if the call succeeded.
             * @example null
             */
            readonly error_code: string | null;
            /**
             * Format: int64
             * @description The time from request to response, in milliseconds.
             * @example 18
             */
            readonly duration_ms: number;
            /**
             * @description The IP address of the caller.
             * @example 203.0.113.7
             */
            readonly ip: string;
            readonly credential: components["schemas"]["RequestLogCredential"];
            /**
             * @description The `Idempotency-Key` of the call, cut after 255 characters; null if it had none.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            readonly idempotency_key: string | null;
            /**
             * @description The API version of the response.
             * @example 2026-11-01
             */
            readonly api_version: string;
            /** @description When the request arrived. */
            readonly created_at: components["schemas"]["Timestamp"];
        };
        /** @description A logged call. */
        readonly RequestLog: {
            /**
             * @description Always `request_log`.
             * @example request_log
             * @constant
             */
            readonly object: "request_log";
            /**
             * @description The id of the call, the `X-Request-Id` of its response.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            readonly request_id: string;
            /**
             * @description The HTTP method, even if the service does not support it.
             * @example POST
             */
            readonly method: string;
            /**
             * @description The path as it was sent, without the query string, cut after 512 characters.
             * @example /v1/payment_links
             */
            readonly path: string;
            /**
             * @description The query parameters. The values of a repeated parameter are joined with commas. `[redacted]` replaces the
             *     values of metadata and of unknown parameters, and names with digits or unusual symbols; `[truncated]` marks
             *     where a long value was cut. Null if there was no query string.
             * @example {
             *       "status": "paid",
             *       "limit": "50"
             *     }
             */
            readonly query: {
                readonly [key: string]: string;
            } | null;
            /**
             * @description The `operationId` of the operation that was called; null if path and method belong to none.
             * @example createPaymentLink
             */
            readonly operation: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the response.
             * @example 201
             */
            readonly status: number;
            /**
             * @description The `error.code` of the response; null if the call succeeded.
             * @example null
             */
            readonly error_code: string | null;
            /**
             * Format: int64
             * @description The time from request to response, in milliseconds.
             * @example 18
             */
            readonly duration_ms: number;
            /**
             * @description The IP address of the caller.
             * @example 203.0.113.7
             */
            readonly ip: string;
            readonly credential: components["schemas"]["RequestLogCredential"];
            /**
             * @description The `Idempotency-Key` of the call, cut after 255 characters; null if it had none.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            readonly idempotency_key: string | null;
            /**
             * @description The API version of the response.
             * @example 2026-11-01
             */
            readonly api_version: string;
            /** @description When the request arrived. */
            readonly created_at: components["schemas"]["Timestamp"];
            /**
             * @description The request headers `Accept`, `Content-Type`, `Idempotency-Key`, `Service-Version` and `User-Agent`, those
             *     that were sent, each cut after 255 characters. Other headers are not logged. Null for calls logged before
             *     headers were.
             * @example {
             *       "Content-Type": "application/json",
             *       "User-Agent": "shop/1.2"
             *     }
             */
            readonly request_headers: {
                readonly [key: string]: string;
            } | null;
            /**
             * @description The request body, redacted. It reads `[redacted]` if it was not valid JSON, was not read (for example because
             *     a rate limit was exceeded), or was sent to a call that takes none. Null if there was no body.
             */
            readonly request_body: components["schemas"]["LoggedBody"];
            /** @description The response body, redacted. Null if there was none, or if it was not JSON. */
            readonly response_body: components["schemas"]["LoggedBody"];
        };
        /**
         * @description Any JSON value: a body as the call log keeps it. `[redacted]` replaces every value that could be secret or
         *     personal, or the whole body; `[truncated]` marks where a long body or a page of a list was cut. Of unknown
         *     request fields, only the names are kept, and only those of up to 64 letters, `_` and `-`; others read
         *     `[redacted]`.
         * @example {
         *       "amount": "1500.00",
         *       "currency": "MXNB",
         *       "description": "Order 10442",
         *       "metadata": "[redacted]"
         *     }
         */
        readonly LoggedBody: unknown;
        /** @description A page of the call log. */
        readonly RequestLogList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The calls, newest first. */
            readonly data: readonly components["schemas"]["RequestLogSummary"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description An event type.
         * @example payment_link.paid
         * @enum {string}
         */
        readonly WebhookEventName: "payment_link.paid" | "payment_link.partial_deposit" | "deposit.completed" | "deposit.failed" | "withdrawal.completed" | "withdrawal.failed" | "conversion.completed" | "balance.updated" | "refund.completed" | "refund.failed";
        /**
         * @description The type of a delivered event.
         * @example payment_link.paid
         * @enum {string}
         */
        readonly DeliveredEventType: "payment_link.paid" | "payment_link.partial_deposit" | "deposit.completed" | "deposit.failed" | "withdrawal.completed" | "withdrawal.failed" | "conversion.completed" | "balance.updated" | "refund.completed" | "refund.failed" | "webhook_endpoint.test";
        /** @description A URL that receives events. */
        readonly WebhookEndpoint: {
            /**
             * @description Always `webhook_endpoint`.
             * @example webhook_endpoint
             * @constant
             */
            readonly object: "webhook_endpoint";
            /**
             * Format: uuid
             * @description The endpoint's id.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            readonly id: string;
            /**
             * Format: uri
             * @description The URL that receives the events.
             * @example https://shop.example.com/webhooks/payments
             */
            readonly url: string;
            /**
             * @description Your description of the endpoint; empty if not set.
             * @example Order service
             */
            readonly description: string;
            /**
             * @description The event types that the endpoint receives.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            readonly enabled_events: readonly components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether deliveries also have the headers of [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`,
             *     `webhook-timestamp` and `webhook-signature`.
             * @example false
             */
            readonly standard_webhooks: boolean;
            /**
             * @description Whether you have enabled the endpoint. The service can still have disabled it: see `live`.
             * @example true
             */
            readonly enabled: boolean;
            /**
             * @description Whether events are delivered: `enabled` is true and the service has not disabled the endpoint.
             * @example true
             */
            readonly live: boolean;
            /**
             * @description When the service disabled the endpoint, after five deliveries in a row had failed all of their attempts. Present
             *     only while it is disabled.
             */
            readonly disabled_at?: components["schemas"]["Timestamp"];
            /**
             * @description Why the service disabled the endpoint. Present only while it is disabled.
             * @example 5 deliveries in a row failed in all of their 6 attempts.
             */
            readonly disabled_reason?: string;
            /**
             * @description Until when the signing secret before the last rotation still signs deliveries, beside the current one. Present
             *     only until then.
             */
            readonly previous_secret_valid_until?: components["schemas"]["Timestamp"];
        };
        /** @description A webhook endpoint with its signing secret. */
        readonly WebhookEndpointWithSecret: {
            /**
             * @description Always `webhook_endpoint`.
             * @example webhook_endpoint
             * @constant
             */
            readonly object: "webhook_endpoint";
            /**
             * Format: uuid
             * @description The endpoint's id.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            readonly id: string;
            /**
             * Format: uri
             * @description The URL that receives the events.
             * @example https://shop.example.com/webhooks/payments
             */
            readonly url: string;
            /**
             * @description Your description of the endpoint; empty if not set.
             * @example Order service
             */
            readonly description: string;
            /**
             * @description The event types that the endpoint receives.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            readonly enabled_events: readonly components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether deliveries also have the headers of [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`,
             *     `webhook-timestamp` and `webhook-signature`.
             * @example false
             */
            readonly standard_webhooks: boolean;
            /**
             * @description Whether you have enabled the endpoint. The service can still have disabled it: see `live`.
             * @example true
             */
            readonly enabled: boolean;
            /**
             * @description Whether events are delivered: `enabled` is true and the service has not disabled the endpoint.
             * @example true
             */
            readonly live: boolean;
            /**
             * @description When the service disabled the endpoint, after five deliveries in a row had failed all of their attempts. Present
             *     only while it is disabled.
             */
            readonly disabled_at?: components["schemas"]["Timestamp"];
            /**
             * @description Why the service disabled the endpoint. Present only while it is disabled.
             * @example 5 deliveries in a row failed in all of their 6 attempts.
             */
            readonly disabled_reason?: string;
            /**
             * @description Until when the signing secret before the last rotation still signs deliveries, beside the current one. Present
             *     only until then.
             */
            readonly previous_secret_valid_until?: components["schemas"]["Timestamp"];
            /**
             * @description The key that verifies deliveries, returned only when the endpoint is registered and when its secret is rotated:
             *     `whsec_` and 32 random bytes in base64.
             * @example whsec_EXAMPLE0NOT0A0REAL0SECRET00000000000000000A=
             */
            readonly signing_secret: string;
        };
        /** @description A page of webhook endpoints. */
        readonly WebhookEndpointList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The endpoints, newest first. */
            readonly data: readonly components["schemas"]["WebhookEndpoint"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /** @description A webhook endpoint to register. */
        readonly CreateWebhookEndpointRequest: {
            /**
             * Format: uri
             * @description An https URL that is reachable from the internet: a host name, no IP address, on port 443 or 8443, without user
             *     name or fragment. A sandbox also accepts http URLs of receivers on its own machine, such as
             *     `http://127.0.0.1:8080/hook`.
             * @example https://shop.example.com/webhooks/payments
             */
            readonly url: string;
            /**
             * @description Your description of the endpoint, up to 500 characters.
             * @default
             * @example Order service
             */
            readonly description: string;
            /**
             * @description The event types to deliver. Defaults to all that exist at registration, as does an empty list.
             * @default [
             *       "payment_link.paid",
             *       "payment_link.partial_deposit",
             *       "deposit.completed",
             *       "deposit.failed",
             *       "withdrawal.completed",
             *       "withdrawal.failed",
             *       "conversion.completed",
             *       "balance.updated",
             *       "refund.completed",
             *       "refund.failed"
             *     ]
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            readonly enabled_events: readonly components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether deliveries also get the headers of [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`,
             *     `webhook-timestamp` and `webhook-signature`. Libraries for this standard verify them with the `signing_secret` as it is.
             * @default false
             * @example true
             */
            readonly standard_webhooks: boolean;
        };
        /** @description An event type and its data. */
        readonly WebhookEventType: {
            /**
             * @description Always `webhook_event_type`.
             * @example webhook_event_type
             * @constant
             */
            readonly object: "webhook_event_type";
            readonly type: components["schemas"]["WebhookEventName"];
            /**
             * @description When the event is sent.
             * @example A payment link was paid: its amount was credited to the account, or another that the account accepted.
             */
            readonly description: string;
            /** @description The fields of the event's `data`. */
            readonly data_fields: readonly components["schemas"]["WebhookEventField"][];
        };
        /** @description A field of an event's `data`. */
        readonly WebhookEventField: {
            /**
             * @description The field's name.
             * @example link_code
             */
            readonly name: string;
            /**
             * @description What the field holds, with its unit if it has one.
             * @example The `code` of the payment link. Retrieve it for its `reference` and `metadata`.
             */
            readonly description: string;
        };
        /** @description All event types. */
        readonly WebhookEventTypeList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The event types. */
            readonly data: readonly components["schemas"]["WebhookEventType"][];
            /**
             * @description Always false; the list is complete.
             * @example false
             */
            readonly has_more: boolean;
            /**
             * @description Always null; the list is complete.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description How a signing secret is rotated. */
        readonly RotateWebhookEndpointSecretRequest: {
            /**
             * Format: int32
             * @description For how many seconds the old secret still signs deliveries, beside the new one; at most 7 days. 0 ends it
             *     immediately.
             * @default 0
             * @example 86400
             */
            readonly previous_secret_valid_for: number;
        };
        /** @description The fields of a webhook endpoint to update, at least one. Omitted fields are not changed. */
        readonly UpdateWebhookEndpointRequest: {
            /**
             * Format: uri
             * @description An https URL that is reachable from the internet: a host name, no IP address, on port 443 or 8443, without user
             *     name or fragment. A sandbox also accepts http URLs of receivers on its own machine, such as
             *     `http://127.0.0.1:8080/hook`.
             * @example https://shop.example.com/webhooks/payments
             */
            readonly url?: string;
            /**
             * @description Your description of the endpoint, up to 500 characters.
             * @example Order service
             */
            readonly description?: string;
            /**
             * @description The event types to deliver from now on. An empty list changes nothing.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            readonly enabled_events?: readonly components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether deliveries also get the headers of [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`,
             *     `webhook-timestamp` and `webhook-signature`, from the next attempt on. Libraries for this standard cannot read a
             *     signing secret in base64url, as older ones are: rotate it.
             * @example true
             */
            readonly standard_webhooks?: boolean;
            /**
             * @description Whether you have enabled the endpoint. The service can still have disabled it: see `live` in the response.
             * @example false
             */
            readonly enabled?: boolean;
        };
        /** @description The outcome of a test event. */
        readonly WebhookTest: {
            /**
             * @description Always `webhook_test`.
             * @example webhook_test
             * @constant
             */
            readonly object: "webhook_test";
            readonly event_id: components["schemas"]["EventId"];
            /**
             * @description Whether the receiver responded with a 2xx status within 10 seconds.
             * @example true
             */
            readonly delivered: boolean;
            readonly http_status: components["schemas"]["WebhookAnswerStatus"];
            readonly error: components["schemas"]["WebhookAttemptError"];
            /**
             * @description Why the attempt failed; null if it succeeded.
             * @example timeout
             */
            readonly error_code: components["schemas"]["WebhookErrorCode"] | null;
            /**
             * @description More about the `error_code`, as text for people; null if there is nothing more to say.
             * @example CERT_HAS_EXPIRED
             */
            readonly error_detail: string | null;
            readonly duration_ms: components["schemas"]["WebhookAttemptDuration"];
        };
        /**
         * @description `POST /v1/webhook_endpoints/{id}/test` was called. Endpoints need not subscribe to it; `GET /v1/events` does not
         *     list it, and it has no sequence number.
         */
        readonly WebhookTestEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `webhook_endpoint.test`.
             * @example webhook_endpoint.test
             * @constant
             */
            readonly type: "webhook_endpoint.test";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["WebhookTestData"];
        };
        /** @description The data of the event `webhook_endpoint.test`. */
        readonly WebhookTestData: {
            /**
             * Format: uuid
             * @description The id of the tested endpoint.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            readonly webhook_endpoint_id: string;
        };
        /**
         * Format: int32
         * @description The HTTP status of the receiver's response; null if there was none.
         * @example 200
         */
        readonly WebhookAnswerStatus: number | null;
        /**
         * @description Why the attempt failed, in one text; null if it succeeded. It is the status, such as `status 500`, or the
         *     `error_code`, followed by a colon and the `error_detail` if there is one.
         * @example timeout
         */
        readonly WebhookAttemptError: string | null;
        /**
         * @description Why an attempt failed.
         * @example timeout
         * @enum {string}
         */
        readonly WebhookErrorCode: "unsuccessful_status" | "timeout" | "dns_failed" | "connection_refused" | "connection_reset" | "unreachable" | "tls_error" | "redirect_not_followed" | "invalid_response" | "address_not_allowed" | "network_error";
        /**
         * Format: int64
         * @description The duration of the attempt, in milliseconds.
         * @example 184
         */
        readonly WebhookAttemptDuration: number;
        /**
         * @description The status of a delivery.
         * @example delivered
         * @enum {string}
         */
        readonly WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /** @description The delivery of an event to an endpoint. */
        readonly WebhookDelivery: {
            /**
             * @description Always `webhook_delivery`.
             * @example webhook_delivery
             * @constant
             */
            readonly object: "webhook_delivery";
            /**
             * Format: uuid
             * @description The delivery's id.
             * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The id of the endpoint.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            readonly webhook_endpoint_id: string;
            readonly event_id: components["schemas"]["EventId"];
            /** @description The `type` of the event. */
            readonly event_type: components["schemas"]["WebhookEventName"];
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The error of the last attempt; null if it succeeded or none was made yet. */
            readonly error: components["schemas"]["WebhookAttemptError"];
            /** @description The attempts so far, oldest first. */
            readonly attempts: readonly components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due; null if there is none.
             * @example 2026-11-03T17:32:48.310Z
             */
            readonly next_attempt_at: string | null;
            /** @description When the event happened. */
            readonly created_at: components["schemas"]["Timestamp"];
        };
        /** @description The events to send again. */
        readonly ReplayWebhookEventsRequest: {
            /**
             * Format: date-time
             * @description The beginning of the window, inclusive, in ISO 8601 with a time zone, from 2000 to 2200.
             * @example 2026-11-03T17:00:00.000Z
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description The end of the window, inclusive and not before `from`, in ISO 8601 with a time zone, from 2000 to 2200.
             * @example 2026-11-03T18:30:00.000Z
             */
            readonly to: string;
            /**
             * @description Only events of these types, of those that the endpoint receives. Defaults to all that it receives, as does an
             *     empty list.
             * @example [
             *       "payment_link.paid"
             *     ]
             */
            readonly types?: readonly components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether to only count the events, without sending them.
             * @default false
             * @example true
             */
            readonly dry_run: boolean;
        };
        /** @description The outcome of a replay. */
        readonly WebhookReplay: {
            /**
             * @description Always `webhook_replay`.
             * @example webhook_replay
             * @constant
             */
            readonly object: "webhook_replay";
            /**
             * Format: uuid
             * @description The id of the endpoint.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            readonly webhook_endpoint_id: string;
            /** @description The beginning of the window, inclusive. */
            readonly from: components["schemas"]["Timestamp"];
            /** @description The end of the window, inclusive. */
            readonly to: components["schemas"]["Timestamp"];
            /**
             * @description The event types that are sent.
             * @example [
             *       "payment_link.paid"
             *     ]
             */
            readonly types: readonly components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether the events were only counted.
             * @example false
             */
            readonly dry_run: boolean;
            /**
             * Format: int32
             * @description The number of deliveries that became due or, with `dry_run`, would become due.
             * @example 128
             */
            readonly count: number;
            /**
             * Format: int32
             * @description The number of these that the receiver had already accepted.
             * @example 117
             */
            readonly already_delivered: number;
            /**
             * @description Whether the window has more events, which were left out because 10,000 deliveries are pending.
             * @example false
             */
            readonly has_more: boolean;
        };
        /** @description An attempt to deliver an event. */
        readonly WebhookDeliveryAttempt: {
            /**
             * Format: int32
             * @description The number of the attempt, as in the header `Service-Delivery-Attempt`.
             * @example 1
             */
            readonly number: number;
            /** @description When it ended. The delay before the next attempt is counted from then. */
            readonly at: components["schemas"]["Timestamp"];
            readonly duration_ms: components["schemas"]["WebhookAttemptDuration"];
            readonly http_status: components["schemas"]["WebhookAnswerStatus"];
            readonly error: components["schemas"]["WebhookAttemptError"];
            /**
             * @description Why the attempt failed; null if it succeeded.
             * @example timeout
             */
            readonly error_code: components["schemas"]["WebhookErrorCode"] | null;
            /**
             * @description More about the `error_code`, as text for people; null if there is nothing more to say.
             * @example CERT_HAS_EXPIRED
             */
            readonly error_detail: string | null;
        };
        /** @description A page of deliveries. */
        readonly WebhookDeliveryList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The deliveries, newest event first. */
            readonly data: readonly components["schemas"]["WebhookDelivery"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * Format: int64
         * @description The event's number among all events of the account: 1, 2, 3 and so on, without gaps, in the order of recording.
         *     If the service is restored from a backup, numbers continue much higher. Present in responses of `GET /v1/events`;
         *     deliveries have it in the header `Service-Event-Sequence`.
         * @example 4711
         */
        readonly EventSequence: number;
        /**
         * @description The order of the events.
         * @default desc
         * @example desc
         * @enum {string}
         */
        readonly EventOrder: "asc" | "desc";
        /** @description An event, as it is delivered. Responses of the API add its `sequence`. */
        readonly WebhookEvent: components["schemas"]["PaymentLinkPaidEvent"] | components["schemas"]["PaymentLinkPartialDepositEvent"] | components["schemas"]["DepositCompletedEvent"] | components["schemas"]["DepositFailedEvent"] | components["schemas"]["WithdrawalCompletedEvent"] | components["schemas"]["WithdrawalFailedEvent"] | components["schemas"]["ConversionCompletedEvent"] | components["schemas"]["BalanceUpdatedEvent"] | components["schemas"]["RefundCompletedEvent"] | components["schemas"]["RefundFailedEvent"];
        /** @description A page of events. */
        readonly WebhookEventList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The events, in the requested order. */
            readonly data: readonly components["schemas"]["WebhookEvent"][];
            /**
             * @description Whether there are more items after this page.
             * @example true
             */
            readonly has_more: boolean;
            /**
             * @description The `cursor` of the next page. With `order=desc` it is null on the last page, with `order=asc` never.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description How the payer pays.
         * @example exact
         * @enum {string}
         */
        readonly DepositScenario: "exact" | "under" | "over" | "duplicate" | "wrong_network" | "seen_then_confirmed";
        /** @description A payment to simulate. */
        readonly SimulateDepositRequest: {
            /** @description The method to pay with, one of the link's `accepted_methods`. */
            readonly method: components["schemas"]["PaymentMethodName"];
            /** @default exact */
            readonly scenario: components["schemas"]["DepositScenario"];
            /**
             * @description The amount that arrives, in the method's `asset`, instead of that of the scenario: greater than zero, with no
             *     more decimals than the method supports.
             */
            readonly amount?: components["schemas"]["RequestAmount"];
        };
        /** @description How far to advance the clock. */
        readonly AdvanceClockRequest: {
            /**
             * Format: int64
             * @description The number of seconds to advance the clock, up to 365 days.
             * @example 900
             */
            readonly seconds: number;
        };
        /** @description The deployment's clock. */
        readonly TestClock: {
            /**
             * @description Always `test_clock`.
             * @example test_clock
             * @constant
             */
            readonly object: "test_clock";
            /** @description The deployment's time. */
            readonly now: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description How far the clock is ahead of real time, in seconds; 0 until it is advanced.
             * @example 900
             */
            readonly advanced_by_seconds: number;
        };
        /**
         * @description What goes wrong.
         * @example lost_response
         * @enum {string}
         */
        readonly FaultKind: "rate_limited" | "internal_error" | "late_response" | "lost_request" | "lost_response" | "late_delivery" | "duplicate_delivery" | "out_of_order_delivery";
        /** @description A fault to create. */
        readonly CreateFaultRequest: {
            readonly kind: components["schemas"]["FaultKind"];
            /**
             * @description The `operationId` of the calls to affect. Defaults to all operations. Not allowed for deliveries.
             * @example createPaymentLink
             */
            readonly operation?: string;
            /**
             * Format: int32
             * @description The delay in milliseconds, up to 10 seconds. Required for `late_response` and `late_delivery`, not allowed for
             *     others.
             * @example 1500
             */
            readonly delay_ms?: number;
            /**
             * Format: int32
             * @description The number of calls or delivery attempts to affect, 1 to 100.
             * @default 1
             * @example 1
             */
            readonly count: number;
        };
        /** @description A fault of the account. */
        readonly Fault: {
            /**
             * @description Always `fault`.
             * @example fault
             * @constant
             */
            readonly object: "fault";
            /**
             * Format: uuid
             * @description The fault's id.
             * @example 0192f3a4-e6f7-7b19-83d4-5e6f70819203
             */
            readonly id: string;
            readonly kind: components["schemas"]["FaultKind"];
            /**
             * @description The `operationId` of the affected calls; null for all operations, and for deliveries.
             * @example createPaymentLink
             */
            readonly operation: string | null;
            /**
             * Format: int32
             * @description The delay in milliseconds; null unless the fault delays a response or delivery.
             * @example null
             */
            readonly delay_ms: number | null;
            /**
             * Format: int32
             * @description The number of calls or delivery attempts that the fault affects.
             * @example 1
             */
            readonly count: number;
            /**
             * Format: int32
             * @description The number of these that are still to come.
             * @example 1
             */
            readonly remaining: number;
            /** @description When it was created. */
            readonly created_at: components["schemas"]["Timestamp"];
            /** @description When it expires, even if fewer calls or attempts were affected. */
            readonly expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The faults in effect. */
        readonly FaultList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            readonly object: "list";
            /** @description The faults, oldest first. */
            readonly data: readonly components["schemas"]["Fault"][];
            /**
             * @description Always false; the list is complete.
             * @example false
             */
            readonly has_more: boolean;
            /**
             * @description Always null; the list is complete.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description The category of an error.
         * @example invalid_request
         * @enum {string}
         */
        readonly ErrorType: "invalid_request" | "authentication_error" | "permission_error" | "not_found" | "conflict" | "rate_limit_error" | "api_error";
        /**
         * @description What went wrong. Branch on this.
         * @example invalid_request
         * @enum {string}
         */
        readonly ErrorCode: "unknown_api_version" | "idempotency_key_required" | "invalid_request" | "invalid_cursor" | "invalid_api_key" | "insufficient_scope" | "account_suspended" | "account_blocked" | "email_not_verified" | "phone_not_verified" | "kyb_not_started" | "kyb_incomplete" | "kyb_pending_review" | "kyc_not_started" | "kyc_incomplete" | "user_not_found" | "forbidden" | "route_not_found" | "payment_link_not_found" | "payment_link_method_not_found" | "customer_not_found" | "qr_code_not_found" | "transaction_not_found" | "deposit_not_found" | "withdrawal_not_found" | "conversion_not_found" | "refund_not_found" | "request_log_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "event_not_found" | "method_not_allowed" | "payment_link_not_deletable" | "payment_link_not_cancellable" | "payment_link_not_modifiable" | "customer_reference_taken" | "qr_code_reference_taken" | "qr_code_not_deletable" | "webhook_endpoint_limit_reached" | "webhook_redelivery_limit_reached" | "api_refunds_off" | "api_refund_limit_reached" | "refund_origin_unknown" | "payment_link_not_refundable" | "deposit_taken_back" | "deposit_not_unmatched" | "deposit_too_small" | "deposit_under_review" | "deposit_refused" | "insufficient_funds" | "account_owes_money" | "quote_expired" | "idempotency_request_in_progress" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error" | "quote_unavailable";
        /** @description The error. */
        readonly ErrorDetail: {
            readonly type: components["schemas"]["ErrorType"];
            readonly code: components["schemas"]["ErrorCode"];
            /**
             * @description What is wrong and what to do, for people to read. The wording can change.
             * @example amount must be from 10 to 1000000 MXNB.
             */
            readonly message: string;
            /**
             * @description The body field, parameter or header at fault, such as `accepted_methods[1]`. Present only if there is one.
             * @example amount
             */
            readonly param?: string;
            /**
             * Format: uri
             * @description The page that explains this code, what to do about it and which operations answer with it. It needs no API
             *     key, and is for people.
             * @example https://api.example.com/docs/guides/errors#invalid_request
             */
            readonly doc_url?: string;
            /**
             * @description The id of this call, as in the header `X-Request-Id`.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            readonly request_id: string;
        };
        /** @description The body of every error. */
        readonly ErrorEnvelope: {
            readonly error: components["schemas"]["ErrorDetail"];
        };
        /**
         * @description The event's id. It is the same in every delivery: store the ids that you have handled, and ignore duplicates.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        readonly EventId: string;
        /**
         * Format: int64
         * @description When the event happened, in Unix seconds.
         * @example 1793725445
         */
        readonly EventCreated: number;
        /**
         * @description `true` in the live environment, `false` in the test environment.
         * @example false
         */
        readonly EventLivemode: boolean;
        /** @description A payment link was paid: its amount was credited to the account, or another that the account accepted. */
        readonly PaymentLinkPaidEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `payment_link.paid`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "payment_link.paid";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["PaymentLinkPaidData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `payment_link.paid`. */
        readonly PaymentLinkPaidData: {
            /** @description The `code` of the payment link. Retrieve it for its `reference` and `metadata`. */
            readonly link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The link's `amount`, in `currency`. It was credited to the account, unless the link's `difference` is not zero. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The link's `currency`. */
            readonly currency: components["schemas"]["LinkCurrency"];
            /** @description The method that the link was paid with. */
            readonly payment_method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description A payer sent less than the amount due, and the account does not tolerate the difference. The deposit is `unmatched`
         *     and not credited to the link, which can still be paid; if the account accepts the deposit as its payment,
         *     `payment_link.paid` follows. Sent instead of `deposit.failed`.
         */
        readonly PaymentLinkPartialDepositEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `payment_link.partial_deposit`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "payment_link.partial_deposit";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["PaymentLinkPartialDepositData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `payment_link.partial_deposit`. */
        readonly PaymentLinkPartialDepositData: {
            /** @description The `code` of the payment link. Retrieve it for its `reference` and `metadata`. */
            readonly link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount due with the payer's method, in `currency`. */
            readonly required_amount: components["schemas"]["Amount"];
            /** @description The amount that arrived, in `currency`. */
            readonly received_amount: components["schemas"]["Amount"];
            /** @description The asset of both amounts: the one that the payer sent. It can differ from the link's currency. */
            readonly currency: components["schemas"]["Asset"];
        };
        /**
         * @description A deposit was credited to the account: it paid a link, or was unmatched and was accepted, as the payment of its
         *     link or into the balance.
         */
        readonly DepositCompletedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `deposit.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "deposit.completed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["DepositCompletedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `deposit.completed`. */
        readonly DepositCompletedData: {
            /**
             * Format: uuid
             * @description The id of the deposit.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly deposit_id: string;
            /** @description The amount that arrived, in `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The asset that arrived. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The method of the deposit. */
            readonly method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description A deposit was not credited. Retrieve it: its `status` says what became of it. An `unmatched` deposit is held
         *     outside the balance until it is refunded or accepted. A `failed` one (reason `NOT_CONFIRMED`) was seen but never
         *     became final: no money arrived. If it becomes final later, it is `unmatched`; another event follows only if its
         *     reason is then a different one.
         */
        readonly DepositFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `deposit.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "deposit.failed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["DepositFailedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `deposit.failed`. */
        readonly DepositFailedData: {
            /**
             * Format: uuid
             * @description The id of the deposit.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            readonly deposit_id: string;
            /** @description The amount of the deposit, in its `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The `unmatched_reason` of the deposit. */
            readonly reason: components["schemas"]["Reason"];
        };
        /** @description A withdrawal was paid out to its destination. */
        readonly WithdrawalCompletedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `withdrawal.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "withdrawal.completed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["WithdrawalCompletedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `withdrawal.completed`. */
        readonly WithdrawalCompletedData: {
            /**
             * Format: uuid
             * @description The id of the withdrawal.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            readonly withdrawal_id: string;
            /** @description The amount debited from the balance, in `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The amount that the destination received, in `asset`. */
            readonly net_amount: components["schemas"]["Amount"];
            /** @description The service's fee, in `asset`. */
            readonly fee: components["schemas"]["Amount"];
            /** @description The asset of the amounts. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The method of the payout. */
            readonly method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description A withdrawal was not paid out, or was returned after `withdrawal.completed`, sometimes days later. Its amount is
         *     available in the account again.
         */
        readonly WithdrawalFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `withdrawal.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "withdrawal.failed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["WithdrawalFailedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `withdrawal.failed`. */
        readonly WithdrawalFailedData: {
            /**
             * Format: uuid
             * @description The id of the withdrawal.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            readonly withdrawal_id: string;
            /** @description The amount of the withdrawal, in its `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The `failure_reason` of the withdrawal. */
            readonly reason: components["schemas"]["Reason"];
        };
        /** @description A conversion was completed. */
        readonly ConversionCompletedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `conversion.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "conversion.completed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["ConversionCompletedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `conversion.completed`. */
        readonly ConversionCompletedData: {
            /**
             * Format: uuid
             * @description The id of the conversion.
             * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
             */
            readonly conversion_id: string;
            /** @description The asset that was converted. */
            readonly from_asset: components["schemas"]["Asset"];
            /** @description The asset that was received. */
            readonly to_asset: components["schemas"]["Asset"];
            /** @description The amount that was converted, in `from_asset`. */
            readonly from_amount: components["schemas"]["Amount"];
            /** @description The amount that was received after the fee, in `to_asset`. */
            readonly to_amount: components["schemas"]["Amount"];
            /** @description The number of units of `to_asset` given for one unit of `from_asset`, before the fee. */
            readonly exchange_rate: components["schemas"]["ExchangeRate"];
            /** @description Which price the account was credited at. Events from before December 2026 do not have it. */
            readonly price?: components["schemas"]["ConversionPrice"];
            /** @description The service's fee, in `to_asset`. */
            readonly fee: components["schemas"]["Amount"];
        };
        /** @description The available balance of an asset changed. */
        readonly BalanceUpdatedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `balance.updated`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "balance.updated";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["BalanceUpdatedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `balance.updated`. */
        readonly BalanceUpdatedData: {
            /** @description The asset whose balance changed. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The available balance after the change, in `asset`. */
            readonly new_balance: components["schemas"]["Amount"];
            /** @description The change, in `asset`; negative for a decrease. */
            readonly change: components["schemas"]["SignedAmount"];
            /** @description The `type` of the transaction that changed the balance. */
            readonly reason: components["schemas"]["TransactionType"];
        };
        /** @description A refund was sent to the payer. */
        readonly RefundCompletedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `refund.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "refund.completed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["RefundCompletedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `refund.completed`. */
        readonly RefundCompletedData: {
            /**
             * Format: uuid
             * @description The id of the refund.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            readonly refund_id: string;
            /** @description The `code` of the payment link. */
            readonly payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount of the refund, in `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The asset of the amount. */
            readonly asset: components["schemas"]["Asset"];
        };
        /**
         * @description A refund was not sent, or was returned after `refund.completed`, sometimes days later. For an unmatched deposit,
         *     the money is held with the deposit again. Otherwise it is in the available balance again: for a converted payment,
         *     in the asset that the conversion bought or, if the conversion failed, in the link's currency.
         */
        readonly RefundFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `refund.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "refund.failed";
            readonly created: components["schemas"]["EventCreated"];
            readonly livemode: components["schemas"]["EventLivemode"];
            readonly data: components["schemas"]["RefundFailedData"];
            readonly sequence?: components["schemas"]["EventSequence"];
        };
        /** @description The data of the event `refund.failed`. */
        readonly RefundFailedData: {
            /**
             * Format: uuid
             * @description The id of the refund.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            readonly refund_id: string;
            /** @description The `code` of the payment link. */
            readonly payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount of the refund, in `asset`. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The asset of the amount. */
            readonly asset: components["schemas"]["Asset"];
            /** @description The `failure_reason` of the refund. */
            readonly reason: components["schemas"]["Reason"];
        };
    };
    responses: {
        /**
         * @description `invalid_request`: a parameter is missing, invalid or unknown; `param` names it. `unknown_api_version`:
         *     `Service-Version` is not a version of this API.
         */
        readonly InvalidRequest: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `invalid_request`: a parameter is invalid or unknown; `param` names it. `invalid_cursor`: `cursor` was not issued
         *     for this list and these filters. `unknown_api_version`: `Service-Version` is not a version of this API.
         */
        readonly InvalidRequestOrCursor: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `invalid_request`: the body, a parameter or a header is missing, invalid or unknown; `param` names it.
         *     `idempotency_key_required`: `Idempotency-Key` is missing. `unknown_api_version`: `Service-Version` is not a
         *     version of this API.
         */
        readonly InvalidRequestOrMissingKey: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `invalid_api_key`: the API key is missing or cannot be used. `message` tells what the request lacks in form; for
         *     a key that cannot be used, the response is the same whatever the reason.
         */
        readonly InvalidApiKey: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `insufficient_scope`: the API key lacks the scope of this operation; `message` names it. */
        readonly InsufficientScope: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `insufficient_scope`: the API key lacks `links:write`; create a key that has it in the account panel. The other
         *     codes say why the account cannot collect payments. Of these, the first that applies is returned:
         *     `user_not_found`, `account_blocked`, `account_suspended`, `email_not_verified`, `phone_not_verified`,
         *     `kyc_not_started`, `kyc_incomplete`, `kyb_not_started`, `kyb_incomplete`, `kyb_pending_review`, `forbidden` (the
         *     business verification was rejected, or a method is not enabled for the account). With `kyb_pending_review`, try
         *     again once the review is over; otherwise contact support. Retrying does not help until then.
         */
        readonly PaymentLinkCreationForbidden: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `insufficient_scope`: the API key lacks the scope of this operation, which `message` names; create a key that has
         *     it in the account panel. The other codes say why the account cannot create anything new. Of these, the first that
         *     applies is returned: `user_not_found`, `account_blocked`, `account_suspended`, `email_not_verified`,
         *     `phone_not_verified`, `kyc_not_started`, `kyc_incomplete`, `kyb_not_started`, `kyb_incomplete`,
         *     `kyb_pending_review`, `forbidden` (the business verification was rejected). With `kyb_pending_review`, try again
         *     once the review is over; otherwise contact support. Retrying does not help until then.
         */
        readonly CreationForbidden: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `payment_link_not_found`: the account has no link with this code. */
        readonly PaymentLinkNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_found`: the account has no link with this code. `route_not_found`: this is the live
         *     environment, which has no test helpers.
         */
        readonly PaymentLinkOrRouteNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_found`: the account has no link with this code. `payment_link_method_not_found`: the link
         *     does not accept this method.
         */
        readonly PaymentLinkOrMethodNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `route_not_found`: this is the live environment, which has no test helpers. */
        readonly TestHelperNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `customer_not_found`: the account has no customer with this id. */
        readonly CustomerNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `qr_code_not_found`: the account has no QR code with this id. */
        readonly QrCodeNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `transaction_not_found`: the account has no transaction with this id. */
        readonly TransactionNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `deposit_not_found`: the account has no deposit with this id. */
        readonly DepositNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `withdrawal_not_found`: the account has no withdrawal with this id. */
        readonly WithdrawalNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `conversion_not_found`: the account has no conversion with this id. */
        readonly ConversionNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_found`: the account has no link with this code. `deposit_not_found`: the account has no deposit
         *     with this id.
         */
        readonly RefundedPaymentNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `refund_not_found`: the account has no refund with this id. */
        readonly RefundNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `request_log_not_found`: no call of the account in the last 30 days has this request id. */
        readonly RequestLogNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `webhook_endpoint_not_found`: the account has no webhook endpoint with this id. */
        readonly WebhookEndpointNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `webhook_endpoint_not_found`: the account has no webhook endpoint with this id.
         *     `webhook_delivery_not_found`: the endpoint has no delivery with this id.
         */
        readonly WebhookDeliveryNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `event_not_found`: the account has no event with this id in the last 30 days. */
        readonly EventNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `method_not_allowed`: the path does not support this HTTP method; `Allow` lists those it does. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `route_not_found`: this path does not exist. */
        readonly RouteNotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress. Retry shortly with
         *     the same key.
         */
        readonly IdempotencyConflict: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description Nothing was refunded, and the `Idempotency-Key` is free.
         *
         *     | code | what to do |
         *     |---|---|
         *     | `api_refunds_off` | have an owner turn on refunds by API in the account panel |
         *     | `api_refund_limit_reached` | try again later, refund it in the account panel, or have an owner raise the limit |
         *     | `refund_origin_unknown` | refund it in the account panel, where a person names the destination; `message` has the page |
         *     | `payment_link_not_refundable` | nothing: the link is not paid, or is refunded in full |
         *     | `deposit_taken_back` | nothing: the bank took the deposit back, so the payer has the money already |
         *     | `deposit_not_unmatched` | nothing: the deposit is not final, was decided on, or is refunded already |
         *     | `deposit_too_small` | nothing: it is less than the smallest amount that can be moved |
         *     | `deposit_under_review` | try again once the review is over |
         *     | `deposit_refused` | decide on it in the account panel |
         *     | `insufficient_funds` | add funds to the account, or refund less |
         *     | `account_owes_money` | refund less, add funds to the account, or settle in the account panel what it owes for deposits that a bank took back |
         *     | `quote_expired` | try again: the price of what a converted payment's refund sends has expired |
         *     | `idempotency_request_in_progress` | retry shortly with the same key: another call with it is in progress |
         */
        readonly RefundConflict: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_deletable`: the link is active, processing or paid.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress.
         */
        readonly PaymentLinkNotDeletable: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_cancellable`: the link is not active. `idempotency_request_in_progress`: another
         *     call with this `Idempotency-Key` is in progress.
         */
        readonly PaymentLinkNotCancellable: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_modifiable`: the link is not active. `idempotency_request_in_progress`: another call
         *     with this `Idempotency-Key` is in progress.
         */
        readonly PaymentLinkNotModifiable: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `customer_reference_taken`: another customer of the account has this `reference`.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress.
         */
        readonly CustomerReferenceTaken: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `qr_code_reference_taken`: another code of the account has this `external_reference`.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress.
         */
        readonly QrCodeReferenceTaken: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `qr_code_not_deletable`: the code has collected a payment, or one is settling.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress.
         */
        readonly QrCodeNotDeletable: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `webhook_endpoint_limit_reached`: the account already has 16 endpoints.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress.
         */
        readonly WebhookEndpointLimitReached: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `webhook_redelivery_limit_reached`: the delivery was already repeated ten times.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is in progress.
         */
        readonly WebhookRedeliveryLimitReached: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payload_too_large`: the body is larger than 256 KiB, or than the limit that this deployment sets instead;
         *     `message` has the limit.
         */
        readonly PayloadTooLarge: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payload_too_large`: the body is larger than 64 KiB, or than a lower limit that this deployment sets; `message`
         *     has the limit.
         */
        readonly PingTooLarge: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `unsupported_media_type`: the body is not sent as `application/json`, or is compressed. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `idempotency_key_reused`: this `Idempotency-Key` was used for a different request. Use a new key for each new
         *     request.
         */
        readonly IdempotencyKeyReused: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: the limit of requests per minute is reached, or the service is overloaded. Wait for as
         *     many seconds as `Retry-After` says.
         */
        readonly TooManyRequests: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: the limit of requests per minute or of money operations per day is reached, or the service
         *     is overloaded. Wait for as many seconds as `Retry-After` says.
         */
        readonly TooManyMoneyOperations: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The event was received. The response body is ignored. */
        readonly EventAccepted: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The event was not received. A status other than 2xx, or no response within 10 seconds, counts as a failed
         *     attempt; there are up to six.
         */
        readonly EventRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The event was not received. A status other than 2xx, or no response within 10 seconds, is reported to the caller
         *     of the test; there is no further attempt.
         */
        readonly TestEventRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `quote_unavailable`: the payment was converted, and the provider has no price for what its refund sends at the
         *     moment. Retry later with the same `Idempotency-Key`.
         */
        readonly QuoteUnavailable: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `internal_error`: the service failed. Retry with the same `Idempotency-Key`. */
        readonly InternalError: {
            headers: {
                readonly "Service-Version": components["headers"]["Service-Version"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After-If-It-Passes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
         *     newest.
         * @example 2026-11-01
         */
        readonly ServiceVersion: "2026-05-01" | "2026-11-01";
        /**
         * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
         *     characters. Kept for 24 hours.
         * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
         */
        readonly IdempotencyKey: string;
        /**
         * @description The maximum number of items on the page.
         * @example 50
         */
        readonly Limit: number;
        /**
         * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
         * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
         */
        readonly Cursor: string;
        /**
         * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
         *     offset as `%2B`.
         * @example 2026-11-01T00:00:00.000Z
         */
        readonly CreatedAfter: string;
        /**
         * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
         *     offset as `%2B`.
         * @example 2026-11-30T23:59:59.999Z
         */
        readonly CreatedBefore: string;
        /**
         * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
         *     link, returns `404 payment_link_not_found`.
         * @example PL-7K2M-9QX4-B1TZ
         */
        readonly LinkCode: string;
        /**
         * @description The customer's `id`. Any other string of up to 64 characters, including the id of another account's customer,
         *     returns `404 customer_not_found`.
         * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
         */
        readonly CustomerId: string;
        /**
         * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
         *     returns `404 qr_code_not_found`.
         * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
         */
        readonly QrCodeId: string;
        /**
         * @description The webhook endpoint's `id`.
         * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
         */
        readonly WebhookEndpointId: string;
        /**
         * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
         *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
         *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
         * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
         */
        readonly ServiceSignature: string;
        /**
         * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        readonly ServiceEventId: components["schemas"]["EventId"];
        /**
         * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
         * @example payment_link.paid
         */
        readonly ServiceEventType: components["schemas"]["DeliveredEventType"];
        /**
         * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
         *     order. Not signed.
         * @example 4711
         */
        readonly ServiceEventSequence: components["schemas"]["EventSequence"];
        /**
         * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
         * @example 1
         */
        readonly ServiceDeliveryAttempt: number;
        /**
         * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
         *     `webhook-signature`.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        readonly WebhookId: components["schemas"]["EventId"];
        /**
         * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
         *     `standard_webhooks`. Signed by `webhook-signature`.
         * @example 1793725445
         */
        readonly WebhookTimestamp: number;
        /**
         * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
         *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
         *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
         *     accept the delivery if one of them matches.
         * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
         */
        readonly WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The API version of this response.
         * @example 2026-11-01
         */
        readonly "Service-Version": string;
        /**
         * @description The unique id of this call. Quote it when you contact support.
         * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
         */
        readonly "X-Request-Id": string;
        /**
         * @description Only if the call uses something that is deprecated: since when, as `@` and Unix seconds (RFC 9745). If it uses several,
         *     since when the first of them is. It works as before, in every dated version that has it.
         * @example @1793491200
         */
        readonly Deprecation: string;
        /**
         * @description Only with `Deprecation`: the page that says what deprecated means and what to do, as the relation `deprecation`.
         * @example <https://api.example.com/docs/guides/versions>; rel="deprecation"; type="text/html"
         */
        readonly Link: string;
        /**
         * @description The number of requests per minute allowed for the API key or, without a usable one, for the IP address.
         * @example 600
         */
        readonly "RateLimit-Limit": number;
        /**
         * @description The number of requests left in the current minute.
         * @example 597
         */
        readonly "RateLimit-Remaining": number;
        /**
         * @description The number of seconds until the current minute ends.
         * @example 42
         */
        readonly "RateLimit-Reset": number;
        /**
         * @description The number of money operations per day allowed for the API key.
         * @example 1000
         */
        readonly "RateLimit-Money-Limit": number;
        /**
         * @description The number of money operations left today.
         * @example 988
         */
        readonly "RateLimit-Money-Remaining": number;
        /**
         * @description The number of seconds until 00:00 UTC, when the day ends.
         * @example 24954
         */
        readonly "RateLimit-Money-Reset": number;
        /**
         * @description `true` if this is the stored response to an earlier call with the same `Idempotency-Key`; otherwise absent.
         * @example true
         */
        readonly "Idempotent-Replay": boolean;
        /**
         * @description The path of the new resource.
         * @example /v1/payment_links/PL-7K2M-9QX4-B1TZ
         */
        readonly Location: string;
        /**
         * @description The number of seconds to wait before trying again.
         * @example 42
         */
        readonly "Retry-After": number;
        /**
         * @description The number of seconds to wait before sending the request again, where the reason passes by itself: an earlier
         *     request with the same `Idempotency-Key` is still running, the provider has no price at the moment, or the service
         *     has lost its database for a moment.
         * @example 1
         */
        readonly "Retry-After-If-It-Passes": number;
        /**
         * @description The HTTP methods that this path supports, separated by commas.
         * @example GET, POST
         */
        readonly Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process serves requests. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getPing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The API key and its account. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Ping"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly postPing: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Any JSON object of up to 64 KiB, with any names, strings and numbers. Optional. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PingRequest"];
            };
        };
        readonly responses: {
            /** @description The echo; for a replayed key, the first call's. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PingEcho"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PingTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listBalances: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The balances of all assets with funds. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BalanceList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listPaymentLinks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only links with this status.
                 * @example active
                 */
                readonly status?: components["schemas"]["PaymentLinkStatus"];
                /**
                 * @description Only links in this currency.
                 * @example MXNB
                 */
                readonly currency?: components["schemas"]["LinkCurrency"];
                /**
                 * @description Only links with exactly this `reference`.
                 * @example INV-2026-0042
                 */
                readonly reference?: string;
                /**
                 * @description Only links with this metadata, for example `metadata[order_id]=10442`. With several keys, up to 5, a link must
                 *     have all of them. Keys that contain brackets cannot be searched. Can also be sent as
                 *     `metadata_pairs=order_id:10442`, once per key, for keys that contain no colon.
                 * @example {
                 *       "order_id": "10442"
                 *     }
                 */
                readonly metadata?: components["schemas"]["MetadataFilter"];
                /**
                 * @description Only links of exactly this amount, in any currency. `1500.5` and `1500.50` are the same amount.
                 * @example 1500.50
                 */
                readonly amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only links that name this customer, who may have been deleted since.
                 * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
                 */
                readonly customer_id?: string;
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of links. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly createPaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The link to create. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePaymentLinkRequest"];
            };
        };
        readonly responses: {
            /** @description The created link. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLink"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["PaymentLinkCreationForbidden"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getPaymentLinkStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkStats"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listPaymentMethodOptions: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The link's currency.
                 * @example MXNB
                 */
                readonly currency: components["schemas"]["LinkCurrency"];
                /**
                 * @description The amount that the account would receive, in `currency`. Zero is accepted.
                 * @example 1500.00
                 */
                readonly amount: components["schemas"]["RequestAmount"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The methods enabled for the account and this currency, and whether each can pay the amount. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentMethodOptions"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getPaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLink"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly deletePaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link was deleted. */
            readonly 204: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkNotFound"];
            readonly 409: components["responses"]["PaymentLinkNotDeletable"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly updatePaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        /** @description The fields to update, at least one. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdatePaymentLinkRequest"];
            };
        };
        readonly responses: {
            /** @description The updated link. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLink"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkNotFound"];
            readonly 409: components["responses"]["PaymentLinkNotModifiable"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly cancelPaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The cancelled link. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLink"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkNotFound"];
            readonly 409: components["responses"]["PaymentLinkNotCancellable"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly refreshPaymentLinkQuote: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
                /**
                 * @description The name of one of the link's `accepted_methods`. Any other string of up to 64 characters returns
                 *     `404 payment_link_method_not_found`.
                 * @example USDC
                 */
                readonly method: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The method, with its quote unless that is still being calculated. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkMethod"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkOrMethodNotFound"];
            readonly 409: components["responses"]["PaymentLinkNotModifiable"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getPaymentLinkQr: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The SVG image. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": components["schemas"]["SvgFile"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listCustomers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only customers with this `email`, in upper or lower case.
                 * @example pagos@ejemplo.mx
                 */
                readonly email?: string;
                /**
                 * @description Only customers with this `tax_id`. Separators may be left out, except before the check digit of a NIT.
                 * @example EJE120315AB1
                 */
                readonly tax_id?: components["schemas"]["TaxId"];
                /**
                 * @description Only the customer with exactly this `reference`.
                 * @example shop-1042
                 */
                readonly reference?: string;
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of customers. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly createCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The customer to create. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateCustomerRequest"];
            };
        };
        readonly responses: {
            /** @description The created customer. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 409: components["responses"]["CustomerReferenceTaken"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The customer's `id`. Any other string of up to 64 characters, including the id of another account's customer,
                 *     returns `404 customer_not_found`.
                 * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
                 */
                readonly id: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customer. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["CustomerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly deleteCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The customer's `id`. Any other string of up to 64 characters, including the id of another account's customer,
                 *     returns `404 customer_not_found`.
                 * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
                 */
                readonly id: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customer was deleted. */
            readonly 204: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["CustomerNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly updateCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The customer's `id`. Any other string of up to 64 characters, including the id of another account's customer,
                 *     returns `404 customer_not_found`.
                 * @example 0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012
                 */
                readonly id: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        /** @description The fields to update, at least one. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateCustomerRequest"];
            };
        };
        readonly responses: {
            /** @description The updated customer. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["CustomerNotFound"];
            readonly 409: components["responses"]["CustomerReferenceTaken"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listQrCodes: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only codes with this status.
                 * @example active
                 */
                readonly status?: components["schemas"]["QrCodeStatus"];
                /**
                 * @description Only the code with exactly this `external_reference`.
                 * @example till-04
                 */
                readonly external_reference?: components["schemas"]["QrExternalReference"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of codes. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QrCodeList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly createQrCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The code to create. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateQrCodeRequest"];
            };
        };
        readonly responses: {
            /** @description The created code. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QrCode"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["CreationForbidden"];
            readonly 409: components["responses"]["QrCodeReferenceTaken"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getQrCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The code. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QrCode"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["QrCodeNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly deleteQrCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The code was deleted. */
            readonly 204: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["QrCodeNotFound"];
            readonly 409: components["responses"]["QrCodeNotDeletable"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly updateQrCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        /** @description The fields to update, at least one. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateQrCodeRequest"];
            };
        };
        readonly responses: {
            /** @description The updated code. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QrCode"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["QrCodeNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getQrCodeImage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The SVG image. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": components["schemas"]["SvgFile"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["QrCodeNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listQrCodeCollections: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                readonly id: components["parameters"]["QrCodeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of payments. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QrCollectionList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["QrCodeNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listTransactions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only transactions of this type.
                 * @example payment
                 */
                readonly type?: components["schemas"]["TransactionType"];
                /**
                 * @description Only transactions in this asset.
                 * @example MXNB
                 */
                readonly asset?: components["schemas"]["Asset"];
                /**
                 * @description Only transactions of this payment link, even if it was deleted.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @deprecated
                 * @description Use `type` instead: this is the same filter, by the name that the field has in version `2026-05-01`. If both are
                 *     given, they must be equal.
                 * @example payment
                 */
                readonly kind?: components["schemas"]["TransactionType"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of transactions, or all of them as CSV or NDJSON. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionList"];
                    readonly "text/csv": components["schemas"]["TransactionsAsCsv"];
                    readonly "application/x-ndjson": components["schemas"]["TransactionsAsNdjson"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The transaction's `id`.
                 * @example 0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The transaction. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Transaction"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listDeposits: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deposits with this status.
                 * @example unmatched
                 */
                readonly status?: components["schemas"]["DepositStatus"];
                /**
                 * @description Only deposits in this asset.
                 * @example MXN
                 */
                readonly asset?: components["schemas"]["Asset"];
                /**
                 * @description Only deposits made with this method.
                 * @example SPEI
                 */
                readonly method?: components["schemas"]["PaymentMethodName"];
                /**
                 * @description Only deposits of exactly this amount. `1500.5` and `1500.50` are the same amount.
                 * @example 1500.50
                 */
                readonly amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only deposits of this payment link, even if it was deleted.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deposits. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DepositList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getDeposit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The deposit's `id`.
                 * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deposit. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deposit"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["DepositNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listWithdrawals: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only withdrawals with this status.
                 * @example completed
                 */
                readonly status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only withdrawals in this asset.
                 * @example MXNB
                 */
                readonly asset?: components["schemas"]["Asset"];
                /**
                 * @description Only withdrawals that use this method.
                 * @example SPEI
                 */
                readonly method?: components["schemas"]["PaymentMethodName"];
                /**
                 * @description Only withdrawals of exactly this amount. `1500.5` and `1500.50` are the same amount.
                 * @example 1500.50
                 */
                readonly amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of withdrawals. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WithdrawalList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getWithdrawal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The withdrawal's `id`.
                 * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The withdrawal. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Withdrawal"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WithdrawalNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listConversions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only conversions with this status.
                 * @example completed
                 */
                readonly status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only conversions from or to this asset.
                 * @example USDC
                 */
                readonly asset?: components["schemas"]["Asset"];
                /**
                 * @description Only conversions of this payment link, even if it was deleted.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of conversions. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConversionList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getConversion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The conversion's `id`.
                 * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The conversion. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Conversion"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["ConversionNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listRefunds: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only refunds with this status.
                 * @example completed
                 */
                readonly status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only refunds in this asset.
                 * @example MXNB
                 */
                readonly asset?: components["schemas"]["Asset"];
                /**
                 * @description Only refunds of exactly this amount. `1500.5` and `1500.50` are the same amount.
                 * @example 1500.50
                 */
                readonly amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only refunds of this payment link, even if it was deleted.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of refunds. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly createRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The payment to refund. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateRefundRequest"];
            };
        };
        readonly responses: {
            /** @description The refund, which is being sent. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Refund"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["CreationForbidden"];
            readonly 404: components["responses"]["RefundedPaymentNotFound"];
            readonly 409: components["responses"]["RefundConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyMoneyOperations"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["QuoteUnavailable"];
        };
    };
    readonly getRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The refund's `id`.
                 * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The refund. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Refund"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["RefundNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listRequestLogs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only calls with this response status.
                 * @example 422
                 */
                readonly status?: number;
                /**
                 * @description Only calls with this HTTP method.
                 * @example POST
                 */
                readonly method?: components["schemas"]["HttpMethod"];
                /**
                 * @description Only calls to exactly this path. Leave out the query string.
                 * @example /v1/payment_links/PL-7K2M-9QX4-B1TZ
                 */
                readonly path?: string;
                /**
                 * @description Only calls made with the API key that has this `id`.
                 * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
                 */
                readonly credential?: string;
                /**
                 * @description Only the call whose response had this `X-Request-Id`.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                readonly request_id?: string;
                /**
                 * @description Only calls made at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`. Defaults to 7 days before `created_before`, or 7 days ago.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: string;
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of calls. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestLogList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getRequestLog: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The `X-Request-Id` of the call's response.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                readonly request_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The call. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestLog"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["RequestLogNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listWebhookEndpoints: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of endpoints. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly createWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The endpoint to register. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description The endpoint, with its signing secret. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["CreationForbidden"];
            readonly 409: components["responses"]["WebhookEndpointLimitReached"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listWebhookEventTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event types. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEventTypeList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoint. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly deleteWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoint was deleted. */
            readonly 204: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly updateWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        /** @description The fields to update, at least one. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description The updated endpoint. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly enableWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The updated endpoint. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly testWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome of the test. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookTest"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly rotateWebhookEndpointSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        /** @description How long the old secret keeps signing. Optional. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateWebhookEndpointSecretRequest"];
            };
        };
        readonly responses: {
            /** @description The endpoint, with its new signing secret. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries with this status.
                 * @example failed
                 */
                readonly status?: components["schemas"]["WebhookDeliveryStatus"];
                /**
                 * @description Only deliveries of events of this `type`.
                 * @example payment_link.paid
                 */
                readonly event_type?: components["schemas"]["WebhookEventName"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The delivery's `id`.
                 * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
                 */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookDeliveryNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly redeliverWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The delivery's `id`.
                 * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
                 */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new delivery; its first attempt is pending. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookDeliveryNotFound"];
            readonly 409: components["responses"]["WebhookRedeliveryLimitReached"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly replayWebhookEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                readonly id: components["parameters"]["WebhookEndpointId"];
            };
            readonly cookie?: never;
        };
        /** @description The events to send again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReplayWebhookEventsRequest"];
            };
        };
        readonly responses: {
            /** @description The replay, with its attempts still to come. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["WebhookEndpointNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged and with the same filters. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only events of this type.
                 * @example payment_link.paid
                 */
                readonly type?: components["schemas"]["WebhookEventName"];
                /**
                 * @description `desc`: newest first. `asc`: by `sequence`, for following the list.
                 * @example desc
                 */
                readonly order?: components["schemas"]["EventOrder"];
                /**
                 * @description Only items created at or after this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time, in ISO 8601 with a time zone, from 2000 to 2200. Encode the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
            };
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEventList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrCursor"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /**
                 * @description The event's `id`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEvent"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["EventNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly simulateDeposit: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                readonly code: components["parameters"]["LinkCode"];
            };
            readonly cookie?: never;
        };
        /** @description The payment to simulate. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SimulateDepositRequest"];
            };
        };
        readonly responses: {
            /** @description The deposit. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deposit"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["PaymentLinkOrRouteNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestClock"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["TestHelperNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly advanceClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description How far to advance it. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        readonly responses: {
            /** @description The advanced clock. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestClock"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["TestHelperNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faults. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FaultList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["TestHelperNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly createFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The fault to create. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateFaultRequest"];
            };
        };
        readonly responses: {
            /** @description The fault, in effect from the next call or delivery on. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Fault"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["TestHelperNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly clearFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The API version to use for this call. Defaults to the version pinned to the API key, for `GET /v1/health` to the
                 *     newest.
                 * @example 2026-11-01
                 */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A unique key for this request, so that a retry does not repeat it: a UUID, or any 1 to 255 printable ASCII
                 *     characters. Kept for 24 hours.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                readonly "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faults were removed. */
            readonly 204: {
                headers: {
                    readonly "Service-Version": components["headers"]["Service-Version"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    readonly "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    readonly "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    readonly "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequestOrMissingKey"];
            readonly 401: components["responses"]["InvalidApiKey"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 404: components["responses"]["TestHelperNotFound"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly onPaymentLinkPaid: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentLinkPaidEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onPaymentLinkPartialDeposit: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentLinkPartialDepositEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onDepositCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DepositCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onDepositFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DepositFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onWithdrawalCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WithdrawalCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onWithdrawalFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WithdrawalFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onConversionCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConversionCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onBalanceUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BalanceUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onRefundCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onRefundFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. Not signed.
                 * @example 4711
                 */
                readonly "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["EventRefused"];
        };
    };
    readonly onWebhookEndpointTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The time of sending in Unix seconds (`t`), and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, in 64 lowercase hexadecimal digits (`v1`). Reject deliveries with any other signature.
                 *     While two secrets are valid after a rotation, there are two `v1`: accept the delivery if one of them matches.
                 * @example t=1793725445,v1=b26e2c60c8617b37593307face6dbccbc6862e305118bb66f9ba47d4eb25ceb6
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The event's `type`, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                readonly "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The number of this attempt: 1 to 6 on schedule, up to 16 with redeliveries. Not signed.
                 * @example 1
                 */
                readonly "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
                /**
                 * @description The event's `id`, the same in each attempt. Present if the endpoint has `standard_webhooks`. Signed by
                 *     `webhook-signature`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /**
                 * @description The time of sending in Unix seconds, which is `t` of `Service-Signature`. Present if the endpoint has
                 *     `standard_webhooks`. Signed by `webhook-signature`.
                 * @example 1793725445
                 */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Signatures as in Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and
                 *     the raw body, in base64. The key is what the signing secret encodes in base64 after `whsec_`. Present if the endpoint
                 *     has `standard_webhooks`. While two secrets are valid after a rotation, there are two signatures, separated by a space:
                 *     accept the delivery if one of them matches.
                 * @example v1,wWcwTaMSGCpE5GxJKYiNllwoUpX4e4hr9bKQ52ZzYyg=
                 */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event. Its signature covers these bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["EventAccepted"];
            readonly default: components["responses"]["TestEventRefused"];
        };
    };
}
export interface errorCodes {
    getHealth: {
        400: "invalid_request" | "unknown_api_version";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getPing: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    postPing: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listBalances: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listPaymentLinks: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    createPaymentLink: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope" | "user_not_found" | "account_blocked" | "account_suspended" | "email_not_verified" | "phone_not_verified" | "kyc_not_started" | "kyc_incomplete" | "kyb_not_started" | "kyb_incomplete" | "kyb_pending_review" | "forbidden";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getPaymentLinkStats: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listPaymentMethodOptions: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getPaymentLink: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    deletePaymentLink: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found";
        409: "payment_link_not_deletable" | "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    updatePaymentLink: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found";
        409: "payment_link_not_modifiable" | "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    cancelPaymentLink: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found";
        409: "payment_link_not_cancellable" | "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    refreshPaymentLinkQuote: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found" | "payment_link_method_not_found";
        409: "payment_link_not_modifiable" | "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getPaymentLinkQr: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listCustomers: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    createCustomer: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        409: "customer_reference_taken" | "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getCustomer: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "customer_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    deleteCustomer: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "customer_not_found";
        409: "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    updateCustomer: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "customer_not_found";
        409: "customer_reference_taken" | "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listQrCodes: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    createQrCode: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope" | "user_not_found" | "account_blocked" | "account_suspended" | "email_not_verified" | "phone_not_verified" | "kyc_not_started" | "kyc_incomplete" | "kyb_not_started" | "kyb_incomplete" | "kyb_pending_review" | "forbidden";
        409: "qr_code_reference_taken" | "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getQrCode: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "qr_code_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    deleteQrCode: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "qr_code_not_found";
        409: "qr_code_not_deletable" | "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    updateQrCode: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "qr_code_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getQrCodeImage: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "qr_code_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listQrCodeCollections: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "qr_code_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listTransactions: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getTransaction: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "transaction_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listDeposits: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getDeposit: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "deposit_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listWithdrawals: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getWithdrawal: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "withdrawal_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listConversions: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getConversion: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "conversion_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listRefunds: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    createRefund: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope" | "user_not_found" | "account_blocked" | "account_suspended" | "email_not_verified" | "phone_not_verified" | "kyc_not_started" | "kyc_incomplete" | "kyb_not_started" | "kyb_incomplete" | "kyb_pending_review" | "forbidden";
        404: "payment_link_not_found" | "deposit_not_found";
        409: "api_refunds_off" | "api_refund_limit_reached" | "refund_origin_unknown" | "payment_link_not_refundable" | "deposit_taken_back" | "deposit_not_unmatched" | "deposit_too_small" | "deposit_under_review" | "deposit_refused" | "insufficient_funds" | "account_owes_money" | "quote_expired" | "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
        503: "quote_unavailable";
    };
    getRefund: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "refund_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listRequestLogs: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getRequestLog: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "request_log_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listWebhookEndpoints: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    createWebhookEndpoint: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope" | "user_not_found" | "account_blocked" | "account_suspended" | "email_not_verified" | "phone_not_verified" | "kyc_not_started" | "kyc_incomplete" | "kyb_not_started" | "kyb_incomplete" | "kyb_pending_review" | "forbidden";
        409: "webhook_endpoint_limit_reached" | "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listWebhookEventTypes: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getWebhookEndpoint: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    deleteWebhookEndpoint: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        409: "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    updateWebhookEndpoint: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    enableWebhookEndpoint: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        409: "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    testWebhookEndpoint: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        409: "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    rotateWebhookEndpointSecret: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listWebhookDeliveries: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getWebhookDelivery: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found" | "webhook_delivery_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    redeliverWebhookDelivery: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found" | "webhook_delivery_not_found";
        409: "webhook_redelivery_limit_reached" | "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    replayWebhookEvents: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "webhook_endpoint_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listEvents: {
        400: "invalid_request" | "invalid_cursor" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getEvent: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "event_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    simulateDeposit: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "payment_link_not_found" | "route_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    getClock: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "route_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    advanceClock: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "route_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    listFaults: {
        400: "invalid_request" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "route_not_found";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    createFault: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "route_not_found";
        409: "idempotency_request_in_progress";
        413: "payload_too_large";
        415: "unsupported_media_type";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
    clearFaults: {
        400: "invalid_request" | "idempotency_key_required" | "unknown_api_version";
        401: "invalid_api_key";
        403: "insufficient_scope";
        404: "route_not_found";
        409: "idempotency_request_in_progress";
        422: "idempotency_key_reused";
        429: "rate_limit_exceeded";
        500: "internal_error";
    };
}
