// Generated from openapi/service.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is up
         * @description Answers 200 as long as the process serves requests. It needs no API key and looks at no database or
         *     provider, so it suits a load balancer's probe. An IP address may call it 1,200 times a minute, whatever else it
         *     sends.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ping": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Identify the API key
         * @description Tells which account, environment and scopes the API key has. Any usable key may call it, whatever its
         *     scopes; nothing is created and no money moves.
         */
        get: operations["getPing"];
        put?: never;
        /**
         * Rehearse an idempotent call
         * @description Returns what was sent, together with an `execution_id` that is made once per `Idempotency-Key`. Use it
         *     to prove that a client retries correctly before any money is involved: a retry with the same key and
         *     body answers the same `execution_id` with `Idempotent-Replay: true`. It needs no scope, moves no money
         *     and uses none of the daily money operations.
         *
         *     `echo` is the body as it was sent, each number with the digits that it was written with; in a replay it is the
         *     body of the retry, which says the same. Nothing of it is stored.
         */
        post: operations["postPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balances": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List balances
         * @description The account's balance in each asset, all read at one moment. Assets without funds are not listed. The
         *     list is complete; there are no pages.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description The account's links, newest first, a page at a time. Filters combine: a link is listed when it passes
         *     all of them. Items leave out `methods`, `qr` and `return_url`; read a single link for those.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Creates an active link and locks, for each accepted method, the amount the payer has to send. Methods of another
         *     currency family are converted at a quote that holds for 15 minutes. If the provider does not answer within
         *     2 seconds, the link is created all the same; the method is then `calculating` and fills in by itself. Send the
         *     payer to `url`, or show the `qr`. When `accepted_methods` is left out, every method that can pay this
         *     amount and is enabled for the account is offered; when it is given, each one must be able to, or the
         *     call is refused and names the one that is not (ask `GET /v1/payment_links/payment_methods`
         *     beforehand).
         *
         *     A retry with the same `Idempotency-Key` answers the same link and creates no second one. Uses one of
         *     the daily money operations.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/stats": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Count payment links by status
         * @description How many links the account has in each status, and in all. Deleted links are not counted.
         */
        get: operations["getPaymentLinkStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/payment_methods": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List methods for an amount
         * @description Tells, before a link is created, which methods could pay an amount, and why the others could not. An amount that
         *     no link can have, zero included, is answered as well: no method is available then. Creates nothing and reads no
         *     link.
         */
        get: operations["listPaymentMethodOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{code}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a payment link
         * @description The link with its methods and the amounts locked for them. Reading never renews a quote: one that ran
         *     out is shown with `quote_status` `expired`. Ask for a new one with
         *     `POST /v1/payment_links/{code}/methods/{method}/quote`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        /**
         * Delete a payment link
         * @description Removes a cancelled or expired link for good; this cannot be undone. An active link must be cancelled
         *     first. Processing and paid links cannot be deleted. Movements that belong to the link stay. Uses one
         *     of the daily money operations.
         */
        delete: operations["deletePaymentLink"];
        options?: never;
        head?: never;
        /**
         * Change a payment link
         * @description Changes the fields that are given and leaves the others. Only an active link can be changed; what it asks
         *     for (`amount`, `currency`, `accepted_methods`, `fee_bearer`) never changes. Uses one of the daily money
         *     operations.
         */
        patch: operations["updatePaymentLink"];
        trace?: never;
    };
    "/v1/payment_links/{code}/cancel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment link
         * @description Stops an active link from being paid. Links in any other status cannot be cancelled. Money that
         *     arrives afterwards is not credited to the link. Takes no body. Uses one of the daily money operations.
         */
        post: operations["cancelPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{code}/methods/{method}/quote": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
                /**
                 * @description The name of one of the link's `accepted_methods`. Any other text of up to 64 characters answers `404
                 *     payment_link_method_not_found`.
                 * @example USDC
                 */
                method: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a method's quote
         * @description Locks a new amount for one method of an active link, when the quote it had no longer holds. A quote that still
         *     holds is answered as it is, because somebody may be paying it right now, and so is a method that needs no
         *     conversion. If the provider does not answer within 2 seconds, the method is `calculating` and fills in by
         *     itself; read the link to see it. Takes no body. Uses one of the daily money operations.
         */
        post: operations["refreshPaymentLinkQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{code}/qr": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        /**
         * Download a payment link's QR code
         * @description The QR code of the link's `checkout_url` as an SVG image without fixed dimensions, so that it scales
         *     to any size. Errors come as JSON, like everywhere else.
         */
        get: operations["getPaymentLinkQr"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qr_codes": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List counter QR codes
         * @description The account's codes, newest first, a page at a time. Filters combine: a code is listed when it passes all of
         *     them. Items leave out `svg`; read a single code for it.
         */
        get: operations["listQrCodes"];
        put?: never;
        /**
         * Create a counter QR code
         * @description Creates an active code. Print its `svg`, or its whole sheet from `url` followed by `/print`. Uses one of the daily
         *     money operations.
         */
        post: operations["createQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qr_codes/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a counter QR code
         * @description The code with its picture.
         */
        get: operations["getQrCode"];
        put?: never;
        post?: never;
        /**
         * Delete a counter QR code
         * @description Removes a code that has collected nothing, for good, and cancels the links that payers have open. Its
         *     `external_reference` is free again. A code that has collected something can only be disabled. Uses one of the
         *     daily money operations.
         */
        delete: operations["deleteQrCode"];
        options?: never;
        head?: never;
        /**
         * Update a counter QR code
         * @description Changes what is given and leaves the rest; what was printed stays valid. A code that is `disabled` cannot be
         *     scanned until it is `active` again. Links that payers opened before keep their amount and can still be paid until
         *     they expire. Uses one of the daily money operations.
         */
        patch: operations["updateQrCode"];
        trace?: never;
    };
    "/v1/qr_codes/{id}/image": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /**
         * Download a counter QR code
         * @description The code of the `url` as an SVG image without fixed dimensions, so that it scales to any size. Errors come as
         *     JSON, like everywhere else.
         */
        get: operations["getQrCodeImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qr_codes/{id}/collections": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /**
         * List what a counter QR code collected
         * @description The payments that were credited through the code, the latest first, a page at a time. Each belongs to a payment
         *     link that a scan made; its `payment_link_code` leads to the movements (`GET /v1/transactions`) and is the
         *     `link_code` of the link's events. Refunds do not take a payment off this list.
         */
        get: operations["listQrCodeCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description The account's movements, newest first, a page at a time. Filters combine: a movement is listed when it
         *     passes all of them.
         *
         *     With `Accept: text/csv` or `Accept: application/x-ndjson` the answer is the whole filtered list, newest first;
         *     `limit` and `cursor` are then refused with `400 invalid_request`. Any other `Accept` gets a page in JSON.
         *
         *     - NDJSON has one transaction per line, as a page would show it.
         *     - CSV is in UTF-8 with commas and quotes as in RFC 4180. The first line names the columns: `id`, `type` (`kind`
         *       in version `2026-05-01`), `asset`, `amount`, `balance_after`, `source_object`, `source_id`,
         *       `payment_link_code`, `request_id`, `created_at`. They hold what the fields of these names hold, `source_object`
         *       and `source_id` those of `source`; what is null is left empty.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The transaction's `id`.
                 * @example 0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a transaction
         * @description One movement of the account.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deposits": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits
         * @description The money that arrived for the account, newest first, a page at a time. Filters combine: a deposit is listed
         *     when it passes all of them.
         */
        get: operations["listDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deposits/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The deposit's `id`.
                 * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a deposit
         * @description One deposit, with what is known of the payer.
         */
        get: operations["getDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List withdrawals
         * @description The account's withdrawals, newest first, a page at a time. Filters combine: a withdrawal is listed when it
         *     passes all of them.
         */
        get: operations["listWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The withdrawal's `id`.
                 * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a withdrawal
         * @description One withdrawal, with where it goes.
         */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List conversions
         * @description The account's conversions, newest first, a page at a time. Filters combine: a conversion is listed when it
         *     passes all of them.
         */
        get: operations["listConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversions/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The conversion's `id`.
                 * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a conversion
         * @description One conversion, with the rate it was made at.
         */
        get: operations["getConversion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description The account's refunds, newest first, a page at a time. Filters combine: a refund is listed when it passes
         *     all of them.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The refund's `id`.
                 * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a refund
         * @description One refund, with the deposit that it sends back.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/request_logs": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List request logs
         * @description The calls made with any of the account's API keys, newest first, a page at a time; calls of this operation are
         *     among them. Filters combine: a call is listed when it passes all of them. Items leave out `request_body` and
         *     `response_body`; read a single entry for those.
         *
         *     The list looks back 7 days unless told otherwise. Give `created_after` to look further, up to the 30 days that
         *     calls are kept; `request_id` finds its call among all of them.
         */
        get: operations["listRequestLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/request_logs/{request_id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The `X-Request-Id` that the call was answered with.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                request_id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a request log
         * @description One call with its bodies, as far as the log keeps them. Fields that could hold a secret, or tell about a
         *     payer, read `[redacted]`; of foreign web addresses only the host is kept. Of a page of a list the first
         *     three entries are kept, of a body longer than about 4 KiB the beginning; `[truncated]` stands where they end.
         */
        get: operations["getRequestLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The account's endpoints, newest first, a page at a time. There are never more than 16.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Registers an https address that receives the chosen events from now on. The answer holds the
         *     `signing_secret` that verifies deliveries, and is the only one that ever does: store it. (A replay
         *     with the same `Idempotency-Key` shows it again, for 24 hours.)
         *
         *     Addresses that are not https, contain credentials, name an IP address or a port other than 443 and 8443, or
         *     point to this machine or an internal network are refused. An account may have up to 16 endpoints.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/event_types": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Every type of event that the service can send, with the fields of its `data`. The list is complete:
         *     `has_more` is false and `next_cursor` null.
         */
        get: operations["listWebhookEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a webhook endpoint
         * @description The endpoint and whether it currently receives events. Its secret is never shown again.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Removes the endpoint for good. Deliveries that still wait for it are dropped.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes what is given and leaves the rest. A new address is taken for waiting deliveries too; other events are
         *     delivered from now on. With `enabled` the account switches the endpoint off and on: while it is off, no deliveries
         *     are made and none are recorded for new events; those that wait go on from where they were when it is on again.
         *
         *     An endpoint that the service has switched off (`disabled_at`) stays off until `POST …/enable`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/enable": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint
         * @description Takes back that the service switched the endpoint off. The count of failures starts anew, and waiting deliveries
         *     go on from where they were; if the address keeps failing, the endpoint is switched off again. The account's own
         *     switch, `enabled`, stays as it is. An endpoint that was not switched off only has its count of failures reset.
         *
         *     After 30 days switched off, nothing more was collected for it; `GET /v1/events` lists what it has missed since.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends one event at once, signed like any other, and answers with what came of it: `delivered` tells whether the
         *     receiver answered with a 2xx within 10 seconds. This call takes as long as the receiver does.
         *
         *     The event has the type `webhook_endpoint.test`, to which nobody can subscribe; its body is a `WebhookTestEvent`.
         *     It is sent to a switched-off endpoint as well, is not repeated, does not count as a success or failure of the
         *     endpoint, and appears neither among the deliveries nor in `GET /v1/events`. A retry with the same
         *     `Idempotency-Key` is answered with the stored outcome and sends nothing.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a signing secret
         * @description Gives the endpoint a new `signing_secret`, shown in this answer and never again. (A replay with the same
         *     `Idempotency-Key` shows it again, for 24 hours.) The former secret signs nothing from now on, not even further
         *     attempts of deliveries that wait: make the receiver know the new one at once.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What was, or is to be, delivered to the endpoint, newest event first, each delivery with all of its attempts so
         *     far. Kept for 30 days, like the events.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The delivery's `id`.
                 * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Delivers the same event once more, with the same `id` and body. A delivery that has ended, `delivered` or
         *     `failed`, becomes `pending` and gets one more attempt at once; its outcome is the new status, it is not repeated,
         *     and a failure does not count towards switching the endpoint off. That is possible ten times per delivery. Of a
         *     delivery that is still `pending`, the next attempt is brought forward to now.
         *
         *     The attempt itself follows this answer; see the list of deliveries for its outcome. While the endpoint is switched
         *     off the delivery waits.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Everything that happened to the account in the last 30 days, whether it was delivered to an endpoint or not, in the
         *     form in which it is delivered, with its `sequence`. Newest first, a page at a time.
         *
         *     To miss nothing, follow the list with `order=asc`: it runs in the order of `sequence`, and every page has a
         *     `next_cursor`, the last one too. Keep the cursor of the last page you have handled; with it, the next call answers
         *     what was recorded since, however much later. Sequences have no gaps: whoever sees an event has seen, or can read, all
         *     before it. `created` is when it happened and can be earlier than that of an event before it.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The event's `id`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description An event of the last 30 days, in the form in which it is delivered, with its `sequence`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_links/{code}/deposit": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a link as a payer would
         * @description Pretends that a payer sent money to the link. The deposit takes the same way as a real one and follows
         *     the same rules: movements are written, the link moves on, and events are delivered. `scenario` says what goes
         *     wrong on the way. Money that does not fit, or comes for a link that is not active, is not credited to it; the
         *     deposit is then `unmatched`.
         *
         *     Exists in the test environment only; in the live environment the path answers `404 route_not_found`.
         *     Uses none of the daily money operations.
         */
        post: operations["simulateDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/clock/advance": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock on
         * @description Moves the deployment's clock on, for all its accounts and for good. Whatever falls due or expires meanwhile
         *     does so: links, quotes, deliveries of events, API keys, idempotency keys and other records. Signatures, rate
         *     limits and the call log stay on real time. The moves add up to ten years at most; one that would lead beyond
         *     is refused.
         *
         *     Exists in the test environment only; in the live environment the path answers `404 route_not_found`.
         *     Uses none of the daily money operations.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment_link.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link was paid
         * @description A payment link was paid in full and the account was credited.
         */
        post: operations["onPaymentLinkPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.partial_deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Less than the amount due arrived
         * @description A payer sent less than the amount due. It was not credited to the link, which stays payable.
         */
        post: operations["onPaymentLinkPartialDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "deposit.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A deposit was credited
         * @description Money arrived and was credited to the account.
         */
        post: operations["onDepositCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "deposit.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A deposit was not credited
         * @description Money arrived but could not be credited to a link. It is held outside the balance.
         */
        post: operations["onDepositFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal was paid out
         * @description Money left the account and reached its destination.
         */
        post: operations["onWithdrawalCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal failed
         * @description A withdrawal could not be paid out. The money is available in the account again.
         */
        post: operations["onWithdrawalFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversion.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversion was completed
         * @description An amount of one asset was exchanged for another.
         */
        post: operations["onConversionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An available balance changed
         * @description The available balance of an asset changed.
         */
        post: operations["onBalanceUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund was paid out
         * @description Money was sent back to a payer.
         */
        post: operations["onRefundCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund failed
         * @description Money could not be sent back to a payer. It is available in the account again.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description A moment in UTC, ISO 8601 with milliseconds.
         * @example 2026-11-03T17:04:05.250Z
         */
        Timestamp: string;
        /**
         * @description An amount in a request: a decimal string with up to 12 integer digits and up to 8 decimals, greater
         *     than zero. Its unit is named beside it.
         * @example 1500.00
         */
        RequestAmount: string;
        /**
         * @description An amount in an answer, zero or more, a decimal string with exactly 8 decimals. Its unit is named
         *     beside it.
         * @example 1500.00000000
         */
        Amount: string;
        /**
         * @description A change, negative when it takes away; a decimal string with exactly 8 decimals. Its unit is named
         *     beside it.
         * @example -22.50000000
         */
        SignedAmount: string;
        /**
         * @description How many units of one asset are given for one unit of another, as a decimal string with 8 decimals.
         * @example 17.25000000
         */
        ExchangeRate: string;
        /**
         * @description The short name of what an amount counts, a currency or a token.
         * @example MXNB
         */
        Asset: string;
        /**
         * @description The name of a way to pay. The catalogue grows, so this is not a closed list; `SPEI`, `WIRE`, `BREB`,
         *     `MXNB`, `USDC` and `USDT` are the first.
         * @example SPEI
         */
        PaymentMethodName: string;
        /**
         * @description The currency in which a payment link credits the account.
         * @example MXNB
         * @enum {string}
         */
        LinkCurrency: "MXNB" | "USDC" | "COP";
        /**
         * @description `test`, where money is pretended, or `live`.
         * @example test
         * @enum {string}
         */
        Environment: "test" | "live";
        /**
         * @description The caller's own notes: up to 50 keys of up to 40 characters, with string values of up to 500
         *     characters. The service stores and returns them and reads nothing into them.
         * @example {
         *       "order_id": "10442",
         *       "store": "Reforma"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /**
         * @description SVG markup without fixed dimensions.
         * @example <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><path fill="#fff" d="M0 0h33v33H0z"/><path d="M4 4h7v7H4z"/></svg>
         */
        SvgImage: string;
        /** @description That the process serves requests. */
        Health: {
            /**
             * @description Always `ok`; a process that is not does not answer.
             * @example ok
             * @constant
             */
            status: "ok";
            /** @description The service's time. */
            timestamp: components["schemas"]["Timestamp"];
        };
        /**
         * @description What an API key may do.
         *
         *     | scope | allows |
         *     |---|---|
         *     | `balances:read` | reading balances |
         *     | `transactions:read` | reading movements, deposits, withdrawals, conversions and refunds |
         *     | `links:read` | reading payment links and their status |
         *     | `links:write` | creating, changing and cancelling payment links |
         *     | `qr:read` | reading counter QR codes and what they collected |
         *     | `qr:write` | creating and managing counter QR codes |
         *     | `logs:read` | reading the call log |
         *     | `webhooks:manage` | registering and managing webhook endpoints, and reading events |
         * @example links:read
         * @enum {string}
         */
        Scope: "balances:read" | "transactions:read" | "links:read" | "links:write" | "qr:read" | "qr:write" | "logs:read" | "webhooks:manage";
        /** @description Who is calling. */
        Ping: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            ok: true;
            /** @description The environment the API key belongs to. */
            environment: components["schemas"]["Environment"];
            api_key: components["schemas"]["PingApiKey"];
            account: components["schemas"]["PingAccount"];
            /** @description The service's time. */
            server_time: components["schemas"]["Timestamp"];
            /**
             * @description The same as the header `X-Request-Id`.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            request_id: string;
        };
        /** @description The API key of this call, without its secret. */
        PingApiKey: {
            /**
             * Format: uuid
             * @description Identifies the key.
             * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
             */
            id: string;
            /**
             * @description What the account calls the key.
             * @example Web shop
             */
            name: string;
            /**
             * @description The last four characters of the secret.
             * @example x7Qp
             */
            last_four: string;
            /**
             * @description What the key may do.
             * @example [
             *       "links:read",
             *       "links:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description The account the API key belongs to. */
        PingAccount: {
            /**
             * Format: uuid
             * @description Identifies the account.
             * @example 0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13
             */
            id: string;
        };
        /**
         * @description Any JSON object, returned as it was sent. What is refused in every body (see "Limits") is refused here too.
         * @example {
         *       "order": 10442,
         *       "items": [
         *         "coffee",
         *         "cake"
         *       ]
         *     }
         */
        PingRequest: {
            [key: string]: unknown;
        };
        /** @description The outcome of a rehearsed call. */
        PingEcho: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            ok: true;
            /**
             * Format: uuid
             * @description Made once per `Idempotency-Key`; a replay has the same.
             * @example 0192f3a4-c1d0-7f5b-8c6d-7e8f9a0b1c2d
             */
            execution_id: string;
            /** @description When the call was first executed. */
            executed_at: components["schemas"]["Timestamp"];
            /**
             * @description The `Idempotency-Key` of the call.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            idempotency_key: string;
            /**
             * @description The body as it was sent; null when there was none.
             * @example {
             *       "order": 10442,
             *       "items": [
             *         "coffee",
             *         "cake"
             *       ]
             *     }
             */
            echo: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The request id of the call that was executed. In a replay it differs from the header
             *     `X-Request-Id`.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            request_id: string;
        };
        /** @description The account's balances at one moment. */
        BalanceList: {
            /**
             * @description Always `balance_list`.
             * @example balance_list
             * @constant
             */
            object: "balance_list";
            /**
             * Format: uuid
             * @description Identifies the account.
             * @example 0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13
             */
            account_id: string;
            /** @description When the balances were read. */
            as_of: components["schemas"]["Timestamp"];
            /** @description One balance per asset with funds, by asset name. */
            data: components["schemas"]["Balance"][];
        };
        /** @description What the account holds in one asset. */
        Balance: {
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             */
            object: "balance";
            /** @description The asset that the three amounts count. */
            asset: components["schemas"]["Asset"];
            /** @description What can be used now, in `asset`. */
            available: components["schemas"]["Amount"];
            /** @description What is held until something settles, in `asset`. */
            pending: components["schemas"]["Amount"];
            /** @description `available` plus `pending`, in `asset`. */
            total: components["schemas"]["Amount"];
        };
        /**
         * @description Identifies a payment link.
         * @example PL-7K2M-9QX4-B1TZ
         */
        PaymentLinkCode: string;
        /**
         * @description Where a link stands: `active` can be paid, `processing` was paid and settles, `paid` is credited,
         *     `cancelled` was stopped by the account, `expired` ran out unpaid.
         * @example active
         * @enum {string}
         */
        PaymentLinkStatus: "active" | "processing" | "paid" | "cancelled" | "expired";
        /**
         * @description Who bears the fee: with `merchant` it is taken from the account after the payment, with `payer` it is
         *     added to what the payer sends.
         * @example merchant
         * @enum {string}
         */
        FeeBearer: "merchant" | "payer";
        /**
         * @description Where a method's amount stands: `native` needs no conversion and holds as long as the link, `locked`
         *     is a converted amount that holds until `amount_due_expires_at`, `expired` is one that no longer holds,
         *     `calculating` waits for the provider's answer and cannot be paid yet; it becomes `locked` or `native` by
         *     itself.
         * @example locked
         * @enum {string}
         */
        QuoteStatus: "locked" | "expired" | "native" | "calculating";
        /** @description What a payment link shows everywhere, in lists as well as by itself. */
        PaymentLinkFields: {
            /**
             * @description Always `payment_link`.
             * @example payment_link
             * @constant
             */
            object: "payment_link";
            /** @description Identifies the link, also in paths. */
            code: components["schemas"]["PaymentLinkCode"];
            status: components["schemas"]["PaymentLinkStatus"];
            /** @description What the account receives, in `currency`. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for, as the payer reads it.
             * @example Order 10442
             */
            description: string;
            metadata: components["schemas"]["Metadata"];
            fee_bearer: components["schemas"]["FeeBearer"];
            /**
             * @description The methods the payer can choose from.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            accepted_methods: components["schemas"]["PaymentMethodName"][];
            /**
             * Format: uri
             * @description The page where the payer pays.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            url: string;
            /**
             * Format: uri
             * @description The same address as `url`; the QR code holds it.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            checkout_url: string;
            /** @description When the link was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link stops being payable, if it is still active by then. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the link became paid; null until then.
             * @example 2026-11-03T17:31:48.007Z
             */
            paid_at: string | null;
            /**
             * @description The method that paid the link; null until it is paid.
             * @example SPEI
             */
            paid_with_method: string | null;
        };
        /** @description A payment link in full. */
        PaymentLink: components["schemas"]["PaymentLinkFields"] & {
            /**
             * Format: uri
             * @description Where the payer is sent after paying; null when nowhere.
             * @example https://shop.example.com/orders/10442
             */
            return_url: string | null;
            qr: components["schemas"]["CheckoutQr"];
            /** @description One entry per accepted method, with what the payer has to send and where. */
            methods: components["schemas"]["PaymentLinkMethod"][];
        };
        /** @description A payment link as lists show it, without `methods`, `qr` and `return_url`. */
        PaymentLinkSummary: components["schemas"]["PaymentLinkFields"];
        /** @description One page of payment links. */
        PaymentLinkList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The links, newest first. */
            data: components["schemas"]["PaymentLinkSummary"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description The QR code that opens the payer's page. */
        CheckoutQr: {
            /**
             * @description Always `checkout_qr`.
             * @example checkout_qr
             * @constant
             */
            object: "checkout_qr";
            /**
             * @description Always `svg`.
             * @example svg
             * @constant
             */
            format: "svg";
            /**
             * Format: uri
             * @description The address that the QR code holds, the link's `checkout_url`.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            encodes: string;
            /** @description The image, to be placed in a page as it is. */
            svg: components["schemas"]["SvgImage"];
        };
        /** @description One way to pay a link, with the exact amount and where to send it. */
        PaymentLinkMethod: {
            /**
             * @description Always `payment_link_method`.
             * @example payment_link_method
             * @constant
             */
            object: "payment_link_method";
            method: components["schemas"]["PaymentMethodName"];
            /** @description What the payer sends. */
            asset: components["schemas"]["Asset"];
            /**
             * @description Whether what the payer sends is of another currency family than the link.
             * @example false
             */
            requires_conversion: boolean;
            /**
             * @description What the payer must send, in `asset`, with as many decimals as the rail has (2 for bank transfers, up to 6
             *     on a blockchain). A transfer of any other amount is not credited to the link. Null while `quote_status` is
             *     `calculating` and it is not known yet.
             * @example 1500.00
             */
            amount_due: string | null;
            /** @description The fee of paying this way, in the link's `currency`. */
            fee: components["schemas"]["Amount"];
            /**
             * @description How much of the link's `currency` one unit of `asset` brings; 1.00000000 without conversion. The
             *     `conversion.completed` event of the payment carries the same number. Null while `quote_status` is
             *     `calculating` and it is not known yet.
             * @example 17.25000000
             */
            exchange_rate: string | null;
            /**
             * Format: date-time
             * @description When `amount_due` stops holding. Null while `quote_status` is `calculating` and it is not known yet.
             * @example 2026-11-03T18:35:00.114Z
             */
            amount_due_expires_at: string | null;
            quote_status: components["schemas"]["QuoteStatus"];
            instructions: components["schemas"]["PaymentInstructions"];
        };
        /**
         * @description Where to send the money. Which fields there are depends on the method: SPEI has `clabe`, `reference`
         *     and `bank.name`; WIRE `bank` and `reference`; BREB `reference` and `bank.name`; on-chain methods
         *     `address` and `network`. There are none while `quote_status` is `calculating` and the provider has not told
         *     them yet.
         */
        PaymentInstructions: {
            /**
             * @description The 18-digit account number for SPEI transfers.
             * @example 646180157000000428
             */
            clabe?: string;
            /**
             * @description The on-chain address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address?: string;
            /**
             * @description The blockchain on which to send. Money sent on another one is not credited to the link.
             * @example Arbitrum
             */
            network?: string;
            /**
             * @description What the payer states with the transfer; with BREB, the key to pay to.
             * @example 4820173
             */
            reference?: string;
            bank?: components["schemas"]["BankInstructions"];
        };
        /** @description The receiving bank account. */
        BankInstructions: {
            /**
             * @description The bank's name.
             * @example First Example Bank
             */
            name: string;
            /**
             * @description The account's number.
             * @example 9800412377
             */
            account_number?: string;
            /**
             * @description The bank's routing number.
             * @example 021000021
             */
            routing_number?: string;
            /**
             * @description Whom the account belongs to.
             * @example Example Payments Inc.
             */
            account_name?: string;
            /**
             * @description The bank's postal address.
             * @example 100 Main Street, New York, NY 10001
             */
            address?: string;
        };
        /** @description How many links the account has. */
        PaymentLinkStats: {
            /**
             * @description Always `payment_link_stats`.
             * @example payment_link_stats
             * @constant
             */
            object: "payment_link_stats";
            /**
             * @description Links that can be paid.
             * @example 12
             */
            active: number;
            /**
             * @description Links that were paid and settle.
             * @example 1
             */
            processing: number;
            /**
             * @description Links that are credited.
             * @example 208
             */
            paid: number;
            /**
             * @description Links that the account stopped.
             * @example 9
             */
            cancelled: number;
            /**
             * @description Links that ran out unpaid.
             * @example 31
             */
            expired: number;
            /**
             * @description All of them together.
             * @example 261
             */
            total: number;
        };
        /** @description A payment link to create. */
        CreatePaymentLinkRequest: {
            /**
             * @description What the account shall receive, in `currency`. Must lie within the currency's limits, which `GET
             *     /v1/payment_links/payment_methods` tells.
             */
            amount: components["schemas"]["RequestAmount"];
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for, 1 to 500 characters. The payer reads it.
             * @example Order 10442
             */
            description: string;
            /**
             * @description The methods to offer; each must be able to pay this amount. Left out: all that can and are enabled
             *     for the account.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            accepted_methods?: components["schemas"]["PaymentMethodName"][];
            metadata?: components["schemas"]["Metadata"];
            /** @default merchant */
            fee_bearer: components["schemas"]["FeeBearer"];
            /**
             * Format: uri
             * @description An https address to send the payer to after paying, without a user name or password.
             * @example https://shop.example.com/orders/10442
             */
            return_url?: string;
            /**
             * Format: date-time
             * @description When the link shall stop being payable, 5 minutes to 90 days from now. Left out: in 7 days. ISO
             *     8601 with a time zone.
             * @example 2026-11-10T17:00:00.000Z
             */
            expires_at?: string;
        };
        /** @description What to change of a payment link, at least one field. Fields left out stay as they are. */
        UpdatePaymentLinkRequest: {
            /**
             * @description What the payment is for, 1 to 500 characters. The payer reads it.
             * @example Order 10442, two items
             */
            description?: string;
            metadata?: components["schemas"]["MetadataChanges"];
            /**
             * Format: uri
             * @description An https address to send the payer to after paying, without a user name or password; null removes it.
             * @example https://shop.example.com/orders/10442
             */
            return_url?: string | null;
            /**
             * Format: date-time
             * @description When the link shall stop being payable, 5 minutes to 90 days from now. ISO 8601 with a time zone.
             *     Amounts that need no conversion hold until then.
             * @example 2026-11-20T17:00:00.000Z
             */
            expires_at?: string;
        };
        /**
         * @description What to change of the metadata: a key with a string is set, a key with null is removed, all others stay. What
         *     comes of it must keep the limits of metadata: up to 50 keys of up to 40 characters, with string values of up
         *     to 500 characters.
         * @example {
         *       "store": "Reforma",
         *       "basket": null
         *     }
         */
        MetadataChanges: {
            [key: string]: string | null;
        };
        /** @description Which methods could pay an amount. */
        PaymentMethodOptions: {
            /**
             * @description Always `payment_method_options`.
             * @example payment_method_options
             * @constant
             */
            object: "payment_method_options";
            /** @description The currency asked about. */
            currency: components["schemas"]["LinkCurrency"];
            /** @description The amount asked about, in `currency`. */
            amount: components["schemas"]["Amount"];
            /**
             * @description The names of the methods that can pay it.
             * @example [
             *       "SPEI",
             *       "MXNB"
             *     ]
             */
            available_methods: components["schemas"]["PaymentMethodName"][];
            /**
             * @description Whether methods of another currency family can be offered at all.
             * @example true
             */
            conversion_enabled: boolean;
            /** @description The methods that links in this currency can have in this account. */
            methods: components["schemas"]["PaymentMethodOption"][];
            amount_limits: components["schemas"]["AmountLimits"];
        };
        /** @description Whether one method can pay the amount, and if not, why. */
        PaymentMethodOption: {
            method: components["schemas"]["PaymentMethodName"];
            /**
             * @description Whether the method can pay the amount.
             * @example false
             */
            available: boolean;
            /**
             * @description Whether what the payer sends is of another currency family than the link.
             * @example true
             */
            requires_conversion: boolean;
            unavailable_reason?: components["schemas"]["UnavailableReason"];
            /**
             * @description The smallest amount that the method could pay, in the `currency` asked about. Only there when the
             *     method is not available, for whichever reason.
             */
            minimum_required?: components["schemas"]["Amount"];
        };
        /**
         * @description Why a method cannot pay the amount: `BELOW_FIAT_MINIMUM`, it is less than the method carries, less than covers its
         *     fee, or less than a link in this currency may have; `BELOW_CONVERSION_THRESHOLD`, it is less than is converted;
         *     `ABOVE_MAXIMUM`, it is more than a link in this currency may have (`max_amount` in `amount_limits`). Only there
         *     when the method is not available.
         * @example BELOW_CONVERSION_THRESHOLD
         * @enum {string}
         */
        UnavailableReason: "BELOW_FIAT_MINIMUM" | "BELOW_CONVERSION_THRESHOLD" | "ABOVE_MAXIMUM";
        /** @description The smallest and largest amount a link in this currency may have. */
        AmountLimits: {
            /** @description The smallest amount, in the `currency` asked about. */
            min_amount: components["schemas"]["Amount"];
            /** @description The largest amount, in the `currency` asked about. */
            max_amount: components["schemas"]["Amount"];
        };
        /**
         * @description `active` can be scanned, `disabled` cannot.
         * @example active
         * @enum {string}
         */
        QrCodeStatus: "active" | "disabled";
        /**
         * @description The caller's own name for a code, 1 to 100 characters; unique within the account.
         * @example till-04
         */
        QrExternalReference: string;
        /** @description What a QR code shows everywhere, in lists as well as by itself. */
        QrCodeFields: {
            /**
             * @description Always `qr_code`.
             * @example qr_code
             * @constant
             */
            object: "qr_code";
            /**
             * Format: uuid
             * @description Identifies the code.
             * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            id: string;
            /**
             * @description What the code is called. Payers read it.
             * @example Till 4
             */
            name: string;
            /**
             * @description Where the code stands, for payers to read; null when not told.
             * @example Reforma 222
             */
            store_label: string | null;
            /**
             * @description The caller's own name for the code; null when none was given.
             * @example till-04
             */
            external_reference: string | null;
            /** @description What the account receives. */
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What each payment through the code is, in `currency`, with exactly 8 decimals; null when the payer types it.
             * @example 45.00000000
             */
            fixed_amount: string | null;
            status: components["schemas"]["QrCodeStatus"];
            /**
             * Format: uri
             * @description The page that a scan opens. The QR code holds this address; followed by `/print`, it is a sheet in A6 with
             *     name and code.
             * @example https://checkout.example.com/q/0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            url: string;
            /** @description When the code was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A counter QR code in full. */
        QrCode: components["schemas"]["QrCodeFields"] & {
            /** @description The picture of the code, to be placed in a page as it is. */
            svg: components["schemas"]["SvgImage"];
        };
        /** @description A counter QR code as lists show it, without `svg`. */
        QrCodeSummary: components["schemas"]["QrCodeFields"];
        /** @description One page of QR codes. */
        QrCodeList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The codes, newest first. */
            data: components["schemas"]["QrCodeSummary"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description A counter QR code to create. */
        CreateQrCodeRequest: {
            /**
             * @description What to call the code, 1 to 100 characters. Payers read it.
             * @example Till 4
             */
            name: string;
            /**
             * @description Where the code stands, 1 to 100 characters. Payers read it.
             * @example Reforma 222
             */
            store_label?: string | null;
            /**
             * @description Your own name for the code, 1 to 100 characters. No other code of the account may have it.
             * @example till-04
             */
            external_reference?: string | null;
            /** @description What the account shall receive. It never changes. */
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What each payment shall be, in `currency`: a decimal string with up to 12 integer digits and up to 8 decimals,
             *     within the currency's limits. Left out or null: the payer types it.
             * @example 45.00
             */
            fixed_amount?: string | null;
        };
        /** @description What to change of a QR code, at least one field. Fields left out stay as they are. */
        UpdateQrCodeRequest: {
            /**
             * @description What to call the code, 1 to 100 characters. Payers read it.
             * @example Till 4
             */
            name?: string;
            /**
             * @description Where the code stands, 1 to 100 characters; null removes it.
             * @example Reforma 222
             * @example upstairs
             */
            store_label?: string | null;
            /**
             * @description What each payment shall be from now on, in the code's currency, within its limits; null lets the payer type it.
             * @example 48.50
             */
            fixed_amount?: string | null;
            status?: components["schemas"]["QrCodeStatus"];
        };
        /** @description One payment that came in through a counter QR code. */
        QrCollection: {
            /**
             * @description Always `qr_collection`.
             * @example qr_collection
             * @constant
             */
            object: "qr_collection";
            /** @description The payment link that the scan made. */
            payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description What the link was for, in `currency`. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["LinkCurrency"];
            /** @description How it was paid. */
            method: components["schemas"]["PaymentMethodName"];
            /** @description When it was paid. */
            paid_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The deposit that paid it; see `GET /v1/deposits/{id}`.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string;
        };
        /** @description One page of payments through a QR code. */
        QrCollectionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The payments, the latest first. */
            data: components["schemas"]["QrCollection"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description Why the balance changed.
         *
         *     | type | what happened | `source` |
         *     |---|---|---|
         *     | `payment` | a payment link was paid | deposit |
         *     | `fee` | the fee of a payment or a withdrawal was taken | deposit or withdrawal |
         *     | `deposit` | an unmatched deposit was accepted into the balance | deposit |
         *     | `withdrawal` | money was taken to be paid out, without the fee | withdrawal |
         *     | `conversion` | money was taken to be exchanged, or what it was exchanged for came in | conversion |
         *     | `refund` | money was taken to be sent back to a payer | refund |
         *     | `reversal` | what a withdrawal, conversion or refund took came back, because it failed | that record |
         * @example payment
         * @enum {string}
         */
        TransactionType: "payment" | "fee" | "deposit" | "withdrawal" | "conversion" | "refund" | "reversal";
        /** @description One change of the account's available balance. It never changes afterwards. */
        Transaction: {
            /**
             * @description Always `transaction`.
             * @example transaction
             * @constant
             */
            object: "transaction";
            /**
             * Format: uuid
             * @description Identifies the transaction.
             * @example 0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10
             */
            id: string;
            /** @description Why the balance changed. Version `2026-05-01` calls this field `kind`. */
            type: components["schemas"]["TransactionType"];
            /** @description The asset whose balance changed. */
            asset: components["schemas"]["Asset"];
            /** @description By how much, in `asset`; negative when it went down. */
            amount: components["schemas"]["SignedAmount"];
            /** @description The available balance right after the change, in `asset`. */
            balance_after: components["schemas"]["Amount"];
            source: components["schemas"]["TransactionSource"];
            /**
             * @description The payment link behind the change, which may have been deleted since; null when there is none.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            /**
             * @description The API call that caused the change; null when it came from elsewhere, such as a payer.
             * @example null
             */
            request_id: string | null;
            /** @description When the balance changed. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The record that caused the change. */
        TransactionSource: {
            /**
             * @description What kind of record it is: `deposit`, `withdrawal`, `conversion` or `refund`. Each can be read under its
             *     own path.
             * @example deposit
             */
            object: string;
            /**
             * @description Identifies the record among its kind.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            id: string;
        };
        /** @description One page of transactions. */
        TransactionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The movements, newest first. */
            data: components["schemas"]["Transaction"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description All transactions that pass the filters as a table, newest first; the first line names the columns.
         * @example id,type,asset,amount,balance_after,source_object,source_id,payment_link_code,request_id,created_at
         */
        TransactionsAsCsv: string;
        /**
         * @description All transactions that pass the filters, newest first, one JSON object per line.
         * @example {"object":"transaction","id":"0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10","type":"payment","asset":"MXNB","amount":"1500.00000000","balance_after":"9500.00000000","source":{"object":"deposit","id":"0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09"},"payment_link_code":"PL-7K2M-9QX4-B1TZ","request_id":null,"created_at":"2026-11-03T17:31:48.007Z"}
         */
        TransactionsAsNdjson: string;
        /**
         * @description What became of a deposit.
         *
         *     | status | meaning |
         *     |---|---|
         *     | `pending` | it was seen but is not final yet, and can still turn out to be another amount or asset, or it is being converted |
         *     | `credited` | it paid the link; it stays so when it is refunded, of which `refunded_amount` tells |
         *     | `failed` | it was seen but never became final; there is no money |
         *     | `unmatched` | it could not be credited to a link, and is held outside the balance |
         *     | `accepted` | it was unmatched, and the account took it into its balance |
         *     | `refunding` | it was unmatched, and is on its way back to the payer |
         *     | `refunded` | it was unmatched, and was sent back to the payer |
         * @example credited
         * @enum {string}
         */
        DepositStatus: "pending" | "credited" | "failed" | "unmatched" | "accepted" | "refunding" | "refunded";
        /**
         * @description Why money was not credited, paid out, converted or sent back, in events and answers alike.
         *
         *     | reason | meaning | of |
         *     |---|---|---|
         *     | `UNDERPAID` | less than the amount due arrived | deposits |
         *     | `OVERPAID` | more than the amount due arrived | deposits |
         *     | `QUOTE_EXPIRED` | the amount due, or the rate, no longer held | deposits, conversions |
         *     | `LINK_EXPIRED` | the link had expired | deposits |
         *     | `LINK_CANCELLED` | the link had been cancelled | deposits |
         *     | `LINK_ALREADY_PAID` | the link was paid before, or another payment of it settles | deposits |
         *     | `WRONG_ASSET` | another asset arrived than the one to send | deposits |
         *     | `WRONG_NETWORK` | it arrived over another network than the one to use | deposits |
         *     | `WRONG_PRECISION` | the amount that arrived has more decimals than the method carries | deposits |
         *     | `UNKNOWN_DESTINATION` | it arrived at a place that belongs to no link | deposits |
         *     | `CONVERSION_FAILED` | it could not be converted into the link's currency | deposits |
         *     | `NOT_CONFIRMED` | it was seen but did not become final, or only after it had been given up | deposits |
         *     | `PROVIDER_REFUSED` | the provider refused it for a reason that is not on this list | withdrawals, conversions, refunds |
         *     | `INVALID_DESTINATION` | there is no such account or address | withdrawals, refunds |
         *     | `DESTINATION_REJECTED` | the receiving bank or wallet did not take it | withdrawals, refunds |
         *     | `ACCOUNT_CLOSED` | the account that it was sent to is closed | withdrawals, refunds |
         *     | `LIMIT_EXCEEDED` | it is more than the provider moves at once or in a day | withdrawals, conversions, refunds |
         *     | `INSUFFICIENT_PROVIDER_FUNDS` | the provider did not have the money at hand | withdrawals, conversions, refunds |
         *     | `OPERATOR_DECIDED` | the operator of the service found that it was not done | withdrawals, conversions, refunds |
         * @example LINK_EXPIRED
         * @enum {string}
         */
        Reason: "UNDERPAID" | "OVERPAID" | "QUOTE_EXPIRED" | "LINK_EXPIRED" | "LINK_CANCELLED" | "LINK_ALREADY_PAID" | "WRONG_ASSET" | "WRONG_NETWORK" | "WRONG_PRECISION" | "UNKNOWN_DESTINATION" | "CONVERSION_FAILED" | "NOT_CONFIRMED" | "PROVIDER_REFUSED" | "INVALID_DESTINATION" | "DESTINATION_REJECTED" | "ACCOUNT_CLOSED" | "LIMIT_EXCEEDED" | "INSUFFICIENT_PROVIDER_FUNDS" | "OPERATOR_DECIDED";
        /** @description Money that arrived. */
        Deposit: {
            /**
             * @description Always `deposit`.
             * @example deposit
             * @constant
             */
            object: "deposit";
            /**
             * Format: uuid
             * @description Identifies the deposit; the `source.id` of the transactions it causes.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            id: string;
            status: components["schemas"]["DepositStatus"];
            /**
             * @description The payment link it was sent to; null when it was sent to none.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            method: components["schemas"]["PaymentMethodName"];
            /** @description What arrived. */
            asset: components["schemas"]["Asset"];
            /**
             * @description The blockchain over which it came; null when it came over none.
             * @example Arbitrum
             */
            network: string | null;
            /** @description How much arrived, in `asset`; rounded down where there is an `exact_amount`. */
            amount: components["schemas"]["Amount"];
            /**
             * @description How much arrived, in `asset`, to the last digit. Only there when that has more decimals than an amount
             *     has here; such a deposit is never credited to a link.
             * @example 150.000000000000000001
             */
            exact_amount?: string;
            /** @description How much of it was sent back to the payer, in `asset`; zero until then. */
            refunded_amount: components["schemas"]["Amount"];
            /** @description Why it was not credited. Only there when it was not. */
            unmatched_reason?: components["schemas"]["Reason"];
            /**
             * @description The CLABE, other account number, key or on-chain address where it arrived.
             * @example 646180157000000428
             */
            destination: string;
            /**
             * @description What the payer stated with the transfer; null when nothing.
             * @example 4820173
             */
            reference: string | null;
            /**
             * @description The provider's own name of the deposit.
             * @example SIM-DP-81B0C3D4
             */
            provider_reference: string;
            payer: components["schemas"]["DepositPayer"];
            /**
             * @description The API call that caused it; null when it came from elsewhere, such as a payer or the account panel.
             * @example null
             */
            request_id: string | null;
            /** @description When it arrived. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When an unmatched deposit was refunded or accepted; null until then, and for all others.
             * @example 2026-11-04T09:12:30.000Z
             */
            resolved_at: string | null;
        };
        /** @description What is known of who paid. Fields that the rail does not tell are left out. */
        DepositPayer: {
            /**
             * @description The name that the payer's bank gave.
             * @example Ana Torres
             */
            name?: string;
            /**
             * @description The tracking key of a SPEI transfer.
             * @example 2026110340014BMOV0000427330920
             */
            tracking_key?: string;
            /**
             * @description The hash of an on-chain transaction.
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            transaction_hash?: string;
            /**
             * @description The on-chain address it came from.
             * @example 0xde709f2102306220921060314715629080e2fb77
             */
            source_address?: string;
            /**
             * @description The account it came from, such as a CLABE.
             * @example 032180000118359719
             */
            account?: string;
        };
        /** @description One page of deposits. */
        DepositList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The deposits, newest first. */
            data: components["schemas"]["Deposit"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description Where a withdrawal, conversion or refund stands.
         *
         *     | status | meaning |
         *     |---|---|
         *     | `requested` | it was asked for; no money was moved yet |
         *     | `processing` | its money is held, and the provider is to do it or does it |
         *     | `completed` | it was done |
         *     | `failed` | it was not done, and its money is back where it came from |
         * @example completed
         * @enum {string}
         */
        TransferStatus: "requested" | "processing" | "completed" | "failed";
        /**
         * @description What the provider, or the operator of the service, said of the failure: words for people to read, in any
         *     language. They can name accounts, so that neither events nor the call log have them. Null when it did not fail.
         * @example Account 032180000118359719 does not exist.
         */
        FailureMessage: string | null;
        /** @description Money that leaves the account. */
        Withdrawal: {
            /**
             * @description Always `withdrawal`.
             * @example withdrawal
             * @constant
             */
            object: "withdrawal";
            /**
             * Format: uuid
             * @description Identifies the withdrawal; the `source.id` of the transactions it causes.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            id: string;
            status: components["schemas"]["TransferStatus"];
            /** @description What leaves the balance, in `asset`; `net_amount` plus `fee`. */
            amount: components["schemas"]["Amount"];
            /** @description What the service keeps, in `asset`; a movement of its own. */
            fee: components["schemas"]["Amount"];
            /** @description What arrives at the destination, in `asset`. */
            net_amount: components["schemas"]["Amount"];
            /** @description What is withdrawn. */
            asset: components["schemas"]["Asset"];
            /** @description The method it goes by. */
            method: components["schemas"]["PaymentMethodName"];
            destination: components["schemas"]["WithdrawalDestination"];
            /**
             * @description The provider's own name of the transfer; null until it gave one.
             * @example SIM-PO-4F9C2A7E
             */
            provider_reference: string | null;
            /**
             * @description Why it failed; null when it did not.
             * @example DESTINATION_REJECTED
             */
            failure_reason: components["schemas"]["Reason"] | null;
            failure_message: components["schemas"]["FailureMessage"];
            /**
             * @description The API call that caused it; null when it came from elsewhere, such as a payer or the account panel.
             * @example null
             */
            request_id: string | null;
            /** @description When it was started. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was completed or failed; null until then.
             * @example 2026-11-03T18:02:11.430Z
             */
            finished_at: string | null;
        };
        /** @description Where a withdrawal goes: to a `clabe`, to an `address` on a `network`, or to a `bank` account. */
        WithdrawalDestination: {
            /**
             * @description The 18-digit account number of a SPEI transfer.
             * @example 032180000118359719
             */
            clabe?: string;
            /**
             * @description The on-chain address.
             * @example 0xde709f2102306220921060314715629080e2fb77
             */
            address?: string;
            /**
             * @description The blockchain of the address.
             * @example Polygon
             */
            network?: string;
            bank?: components["schemas"]["WithdrawalBank"];
        };
        /** @description The bank account that a withdrawal goes to. */
        WithdrawalBank: {
            /**
             * @description The account's number.
             * @example 4400219876
             */
            account_number: string;
            /**
             * @description The bank's routing number.
             * @example 021000021
             */
            routing_number: string;
            /**
             * @description Whom the account belongs to.
             * @example Example Shop Inc.
             */
            account_name: string;
        };
        /** @description One page of withdrawals. */
        WithdrawalList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The withdrawals, newest first. */
            data: components["schemas"]["Withdrawal"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description An exchange of an amount of one asset for another. */
        Conversion: {
            /**
             * @description Always `conversion`.
             * @example conversion
             * @constant
             */
            object: "conversion";
            /**
             * Format: uuid
             * @description Identifies the conversion; the `source.id` of the transactions it causes.
             * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
             */
            id: string;
            status: components["schemas"]["TransferStatus"];
            /** @description What is given. */
            from_asset: components["schemas"]["Asset"];
            /** @description How much is given, in `from_asset`. */
            from_amount: components["schemas"]["Amount"];
            /** @description What is received. */
            to_asset: components["schemas"]["Asset"];
            /**
             * @description How much is received, in `to_asset`, after the fee; null until it is known.
             * @example 17163.75000000
             */
            to_amount: string | null;
            /**
             * @description How much `to_asset` one unit of `from_asset` brings, before the fee; null until it is known.
             * @example 17.25000000
             */
            exchange_rate: string | null;
            /** @description What the service keeps, in `to_asset`; it is already taken off `to_amount`. */
            fee: components["schemas"]["Amount"];
            /**
             * @description The payment link whose payment needed it; null when the account started it.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            /**
             * Format: uuid
             * @description The deposit that is converted; null when the account started it.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string | null;
            /**
             * @description The provider's own name of the exchange; null until it gave one.
             * @example SIM-PO-4F9C2A7E
             */
            provider_reference: string | null;
            /**
             * Format: date-time
             * @description Until when the provider holds the rate; null without a locked quote.
             * @example 2026-11-03T18:35:00.114Z
             */
            quote_expires_at: string | null;
            /**
             * @description Why it failed; null when it did not.
             * @example QUOTE_EXPIRED
             */
            failure_reason: components["schemas"]["Reason"] | null;
            failure_message: components["schemas"]["FailureMessage"];
            /**
             * @description The API call that caused it; null when it came from elsewhere, such as a payer or the account panel.
             * @example null
             */
            request_id: string | null;
            /** @description When it was started. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was completed or failed; null until then.
             * @example 2026-11-03T18:02:11.430Z
             */
            finished_at: string | null;
        };
        /** @description One page of conversions. */
        ConversionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The conversions, newest first. */
            data: components["schemas"]["Conversion"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description Money that is sent back to a payer. */
        Refund: {
            /**
             * @description Always `refund`.
             * @example refund
             * @constant
             */
            object: "refund";
            /**
             * Format: uuid
             * @description Identifies the refund; the `source.id` of the transactions it causes.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            id: string;
            status: components["schemas"]["TransferStatus"];
            /** @description How much is sent back, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description What is sent back. */
            asset: components["schemas"]["Asset"];
            /**
             * Format: uuid
             * @description The deposit that is sent back, all of it or a part.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string;
            /**
             * @description The payment link that the deposit was sent to; null when it was sent to none.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            /**
             * @description The provider's own name of the refund; null until it gave one.
             * @example SIM-PO-4F9C2A7E
             */
            provider_reference: string | null;
            /**
             * @description Why it failed; null when it did not.
             * @example ACCOUNT_CLOSED
             */
            failure_reason: components["schemas"]["Reason"] | null;
            failure_message: components["schemas"]["FailureMessage"];
            /**
             * @description The API call that caused it; null when it came from elsewhere, such as a payer or the account panel.
             * @example null
             */
            request_id: string | null;
            /** @description When it was started. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was completed or failed; null until then.
             * @example 2026-11-03T18:02:11.430Z
             */
            finished_at: string | null;
        };
        /** @description One page of refunds. */
        RefundList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The refunds, newest first. */
            data: components["schemas"]["Refund"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description An HTTP method.
         * @example POST
         * @enum {string}
         */
        HttpMethod: "GET" | "POST" | "PATCH" | "DELETE";
        /** @description The API key that made a call, as it was at that time, without its secret. */
        RequestLogCredential: {
            /**
             * Format: uuid
             * @description Identifies the key.
             * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
             */
            id: string;
            /**
             * @description What the account called the key.
             * @example Web shop
             */
            name: string;
            /**
             * @description The last four characters of the secret.
             * @example x7Qp
             */
            last_four: string;
        };
        /** @description What an entry of the call log shows everywhere, in lists as well as by itself. */
        RequestLogFields: {
            /**
             * @description Always `request_log`.
             * @example request_log
             * @constant
             */
            object: "request_log";
            /**
             * @description Identifies the call; the `X-Request-Id` that it was answered with.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            request_id: string;
            /**
             * @description The HTTP method, which need not be one that the service knows.
             * @example POST
             */
            method: string;
            /**
             * @description The path as it was sent, without a query; at most its first 512 characters.
             * @example /v1/payment_links
             */
            path: string;
            /**
             * @description The parameters of the query, each with its value as it was sent; of one that was sent several times, the values
             *     with commas between. Parameters that the operation does not have are left out. Of long values the beginning is kept,
             *     and `[truncated]` stands where it ends. Null when there was no query.
             * @example {
             *       "status": "paid",
             *       "limit": "50"
             *     }
             */
            query: {
                [key: string]: string;
            } | null;
            /**
             * @description The `operationId` of the operation that was called; null when the path or the method belongs to none.
             * @example createPaymentLink
             */
            operation: string | null;
            /**
             * @description The HTTP status of the answer.
             * @example 201
             */
            status: number;
            /**
             * @description The `error.code` of the answer; null when the call succeeded.
             * @example null
             */
            error_code: string | null;
            /**
             * @description From the arrival of the request to its answer, in milliseconds.
             * @example 18
             */
            duration_ms: number;
            /**
             * @description The IP address that the call came from.
             * @example 203.0.113.7
             */
            ip: string;
            credential: components["schemas"]["RequestLogCredential"];
            /**
             * @description The `Idempotency-Key` of the call, at most its first 255 characters; null when it came without.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            idempotency_key: string | null;
            /**
             * @description The version that built the answer.
             * @example 2026-11-01
             */
            api_version: string;
            /** @description When the request arrived. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An entry of the call log as lists show it, without its bodies. */
        RequestLogSummary: components["schemas"]["RequestLogFields"];
        /** @description An entry of the call log in full. */
        RequestLog: components["schemas"]["RequestLogFields"] & {
            /**
             * @description What was sent, with the defaults of what was left out, as far as the log keeps it. Null when
             *     there was no body, or the call was refused before one was read as JSON.
             */
            request_body: components["schemas"]["LoggedBody"];
            /** @description What was answered, as far as the log keeps it. Null when there was no body, or an image. */
            response_body: components["schemas"]["LoggedBody"];
        };
        /**
         * @description A JSON body as the call log keeps it. `[redacted]` stands in place of what it does not keep, which can be
         *     the whole body, and `[truncated]` where a long one, or the page of a list, was cut. Fields that the service does not know are left
         *     out.
         * @example {
         *       "amount": "1500.00",
         *       "currency": "MXNB",
         *       "description": "Order 10442",
         *       "metadata": "[redacted]"
         *     }
         */
        LoggedBody: {
            [key: string]: unknown;
        } | unknown[] | string | null;
        /** @description One page of the call log. */
        RequestLogList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The calls, newest first. */
            data: components["schemas"]["RequestLogSummary"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description The name of a type of event.
         * @example payment_link.paid
         * @enum {string}
         */
        WebhookEventName: "payment_link.paid" | "payment_link.partial_deposit" | "deposit.completed" | "deposit.failed" | "withdrawal.completed" | "withdrawal.failed" | "conversion.completed" | "balance.updated" | "refund.completed" | "refund.failed";
        /**
         * @description What a delivery can be of: a type of event, or `webhook_endpoint.test` for the event that
         *     `POST /v1/webhook_endpoints/{id}/test` sends.
         * @example payment_link.paid
         * @enum {string}
         */
        DeliveredEventType: "payment_link.paid" | "payment_link.partial_deposit" | "deposit.completed" | "deposit.failed" | "withdrawal.completed" | "withdrawal.failed" | "conversion.completed" | "balance.updated" | "refund.completed" | "refund.failed" | "webhook_endpoint.test";
        /** @description What a webhook endpoint always shows. */
        WebhookEndpointFields: {
            /**
             * @description Always `webhook_endpoint`.
             * @example webhook_endpoint
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * Format: uuid
             * @description Identifies the endpoint.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            id: string;
            /**
             * Format: uri
             * @description The https address that receives the events.
             * @example https://shop.example.com/webhooks/payments
             */
            url: string;
            /**
             * @description The caller's own note; empty when none was given.
             * @example Order service
             */
            description: string;
            /**
             * @description The types of event that are delivered.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            enabled_events: components["schemas"]["WebhookEventName"][];
            /**
             * @description The account's own switch.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Whether events are delivered now; false when either the account or the service switched the
             *     endpoint off.
             * @example true
             */
            live: boolean;
            /**
             * @description When the service switched the endpoint off, after five deliveries in a row had used up all
             *     attempts. Only there in that case.
             */
            disabled_at?: components["schemas"]["Timestamp"];
            /**
             * @description Why the service switched the endpoint off. Only there when it did.
             * @example Five deliveries in a row failed after six attempts each.
             */
            disabled_reason?: string;
        };
        /** @description An address that receives events. */
        WebhookEndpoint: components["schemas"]["WebhookEndpointFields"];
        /** @description A webhook endpoint with its secret, as registration answers it. */
        WebhookEndpointWithSecret: components["schemas"]["WebhookEndpointFields"] & {
            /**
             * @description The key that verifies deliveries. Shown here and never again.
             * @example whsec_EXAMPLE0NOT0A0REAL0SECRET
             */
            signing_secret: string;
        };
        /** @description One page of webhook endpoints. */
        WebhookEndpointList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The endpoints, newest first. */
            data: components["schemas"]["WebhookEndpoint"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description A webhook endpoint to register. */
        CreateWebhookEndpointRequest: {
            /**
             * Format: uri
             * @description An https address that can be reached from the internet: a host name on port 443 or 8443, without a user
             *     name or a fragment. IP addresses are refused, public ones included, as are other ports.
             * @example https://shop.example.com/webhooks/payments
             */
            url: string;
            /**
             * @description A note for yourself, up to 500 characters.
             * @default
             * @example Order service
             */
            description: string;
            /**
             * @description The types of event to deliver. Left out, all there are at registration.
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
            enabled_events: components["schemas"]["WebhookEventName"][];
        };
        /** @description A type of event and what it tells. */
        WebhookEventType: {
            /**
             * @description Always `webhook_event_type`.
             * @example webhook_event_type
             * @constant
             */
            object: "webhook_event_type";
            type: components["schemas"]["WebhookEventName"];
            /**
             * @description When the event occurs.
             * @example A payment link was paid in full and the account was credited.
             */
            description: string;
            /** @description The fields of the event's `data`, all of them. */
            data_fields: components["schemas"]["WebhookEventField"][];
        };
        /** @description A field of an event's `data`. All of them are strings. */
        WebhookEventField: {
            /**
             * @description The field's name.
             * @example link_code
             */
            name: string;
            /**
             * @description What it holds, with its unit where it has one.
             * @example The code of the payment link.
             */
            description: string;
        };
        /** @description The catalogue of event types. */
        WebhookEventTypeList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The types. */
            data: components["schemas"]["WebhookEventType"][];
            /**
             * @description Always false; the list is complete.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Always null; the list is complete.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description What to change of a webhook endpoint; what is left out stays. */
        UpdateWebhookEndpointRequest: {
            /**
             * Format: uri
             * @description An https address that can be reached from the internet: a host name on port 443 or 8443, without a user
             *     name or a fragment. IP addresses are refused, public ones included, as are other ports.
             * @example https://shop.example.com/webhooks/payments
             */
            url?: string;
            /**
             * @description A note for yourself, up to 500 characters.
             * @example Order service
             */
            description?: string;
            /**
             * @description The types of event to deliver from now on.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            enabled_events?: components["schemas"]["WebhookEventName"][];
            /**
             * @description The account's own switch.
             * @example false
             */
            enabled?: boolean;
        };
        /** @description What came of a test. */
        WebhookTest: {
            /**
             * @description Always `webhook_test`.
             * @example webhook_test
             * @constant
             */
            object: "webhook_test";
            event_id: components["schemas"]["EventId"];
            /**
             * @description Whether the receiver answered with a 2xx in time.
             * @example true
             */
            delivered: boolean;
            http_status: components["schemas"]["WebhookAnswerStatus"];
            error: components["schemas"]["WebhookAttemptError"];
            duration_ms: components["schemas"]["WebhookAttemptDuration"];
        };
        /** @description The body of a test event. */
        WebhookTestEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `webhook_endpoint.test`.
             * @example webhook_endpoint.test
             * @constant
             */
            type: "webhook_endpoint.test";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["WebhookTestData"];
        };
        /** @description What a test event tells. */
        WebhookTestData: {
            /**
             * Format: uuid
             * @description The endpoint that is tested.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            webhook_endpoint_id: string;
        };
        /**
         * @description The HTTP status of the receiver's answer; null when none came.
         * @example 200
         */
        WebhookAnswerStatus: number | null;
        /**
         * @description Why the attempt failed; null when it succeeded. A status that is no 2xx reads `status 500`; otherwise a code,
         *     for some followed by a colon and a detail: `timeout`, `dns_failed`, `connection_refused`, `connection_reset`,
         *     `unreachable`, `tls_error`, `redirect_not_followed`, `invalid_response`, `address_not_allowed`,
         *     `network_error`.
         * @example timeout
         */
        WebhookAttemptError: string | null;
        /**
         * @description How long the attempt took, in milliseconds.
         * @example 184
         */
        WebhookAttemptDuration: number;
        /**
         * @description `pending` while an attempt is still to come, `delivered` after a 2xx, `failed` after the last attempt.
         * @example delivered
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            /**
             * @description Always `webhook_delivery`.
             * @example webhook_delivery
             * @constant
             */
            object: "webhook_delivery";
            /**
             * Format: uuid
             * @description Identifies the delivery.
             * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
             */
            id: string;
            /**
             * Format: uuid
             * @description The endpoint it goes to.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            webhook_endpoint_id: string;
            event_id: components["schemas"]["EventId"];
            event_type: components["schemas"]["WebhookEventName"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description That of the last attempt; null when it succeeded, or none was made yet. */
            error: components["schemas"]["WebhookAttemptError"];
            /** @description The attempts so far, first to last. */
            attempts: components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due; null when there is none to come.
             * @example 2026-11-03T17:32:48.310Z
             */
            next_attempt_at: string | null;
            /** @description When the event happened. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One attempt of a delivery. */
        WebhookDeliveryAttempt: {
            /**
             * @description Which attempt it was, as in the header `Service-Delivery-Attempt`.
             * @example 1
             */
            number: number;
            /** @description When it ended. The pause before the next attempt counts from here. */
            at: components["schemas"]["Timestamp"];
            duration_ms: components["schemas"]["WebhookAttemptDuration"];
            http_status: components["schemas"]["WebhookAnswerStatus"];
            error: components["schemas"]["WebhookAttemptError"];
        };
        /** @description One page of deliveries. */
        WebhookDeliveryList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The deliveries, newest event first. */
            data: components["schemas"]["WebhookDelivery"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last one.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * Format: int64
         * @description The event's place among all events of the account: 1, 2, 3 and so on, without gaps, in the order in which they were
         *     recorded. It is in the answers of `GET /v1/events`; a delivery has it in the header `Service-Event-Sequence`.
         * @example 4711
         */
        EventSequence: number;
        /**
         * @description The order of events.
         * @default desc
         * @example desc
         * @enum {string}
         */
        EventOrder: "asc" | "desc";
        /** @description An event. `GET /v1/events` adds its `sequence`, which a delivery has in the header `Service-Event-Sequence`. */
        WebhookEvent: {
            id: components["schemas"]["EventId"];
            type: components["schemas"]["WebhookEventName"];
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            /** @description What it tells, by its type. */
            data: Record<string, never>;
            sequence?: components["schemas"]["EventSequence"];
        } & (components["schemas"]["PaymentLinkPaidEvent"] | components["schemas"]["PaymentLinkPartialDepositEvent"] | components["schemas"]["DepositCompletedEvent"] | components["schemas"]["DepositFailedEvent"] | components["schemas"]["WithdrawalCompletedEvent"] | components["schemas"]["WithdrawalFailedEvent"] | components["schemas"]["ConversionCompletedEvent"] | components["schemas"]["BalanceUpdatedEvent"] | components["schemas"]["RefundCompletedEvent"] | components["schemas"]["RefundFailedEvent"]);
        /** @description One page of events. */
        WebhookEventList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The events, in the order that was asked for. */
            data: components["schemas"]["WebhookEvent"][];
            /**
             * @description Whether there are more after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for what follows. With `order=desc` null on the last page, with `order=asc` never.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description How the payer pays.
         *
         *     | scenario | what happens |
         *     |---|---|
         *     | `exact` | the amount due arrives, once, at the right place |
         *     | `under` | a tenth less than the amount due arrives |
         *     | `over` | a tenth more than the amount due arrives |
         *     | `duplicate` | the exact amount arrives, and the provider tells of it twice |
         *     | `wrong_network` | the exact amount arrives over another network; only for on-chain methods |
         *     | `seen_then_confirmed` | the exact amount is first only seen, the link is `processing`; it is final a few seconds later |
         * @example exact
         * @enum {string}
         */
        DepositScenario: "exact" | "under" | "over" | "duplicate" | "wrong_network" | "seen_then_confirmed";
        /** @description A payment to pretend. */
        SimulateDepositRequest: {
            /** @description The method to pay with, one of the link's `accepted_methods`. */
            method: components["schemas"]["PaymentMethodName"];
            /** @default exact */
            scenario: components["schemas"]["DepositScenario"];
            /**
             * @description What arrives, in the method's `asset`, instead of what the scenario says; with no more decimals than the
             *     rail has.
             */
            amount?: components["schemas"]["RequestAmount"];
        };
        /** @description How far to move the clock on. */
        AdvanceClockRequest: {
            /**
             * @description By how many seconds, up to 365 days.
             * @example 900
             */
            seconds: number;
        };
        /** @description The deployment's clock. */
        TestClock: {
            /**
             * @description Always `test_clock`.
             * @example test_clock
             * @constant
             */
            object: "test_clock";
            /** @description The deployment's time after the move. */
            now: components["schemas"]["Timestamp"];
            /**
             * @description How far the clock is ahead of real time, in seconds, after all moves together.
             * @example 900
             */
            advanced_by_seconds: number;
        };
        /**
         * @description The broad class of an error.
         * @example invalid_request
         * @enum {string}
         */
        ErrorType: "invalid_request" | "authentication_error" | "permission_error" | "not_found" | "conflict" | "rate_limit_error" | "api_error";
        /**
         * @description What went wrong, for programs to decide on.
         *
         *     | code | HTTP | when |
         *     |---|---|---|
         *     | `unknown_api_version` | 400 | `Service-Version` names a version that does not exist |
         *     | `idempotency_key_required` | 400 | `Idempotency-Key` is missing on a creating or changing call |
         *     | `invalid_request` | 400 | the body, a parameter or a header is malformed, missing, unknown or out of bounds |
         *     | `invalid_cursor` | 400 | the cursor was not issued by the service for these filters |
         *     | `invalid_api_key` | 401 | the API key is missing or cannot be used |
         *     | `insufficient_scope` | 403 | the API key lacks the scope of the operation |
         *     | `account_suspended` | 403 | the account is suspended |
         *     | `account_blocked` | 403 | the account is blocked |
         *     | `email_not_verified` | 403 | the account's e-mail address is not verified |
         *     | `phone_not_verified` | 403 | the account's phone number is not verified |
         *     | `kyb_not_started` | 403 | the verification of the business was not started |
         *     | `kyb_incomplete` | 403 | the verification of the business is not complete |
         *     | `kyb_pending_review` | 403 | the verification of the business is complete and waits for review |
         *     | `kyc_not_started` | 403 | the verification of the account holder was not started |
         *     | `kyc_incomplete` | 403 | the verification of the account holder is not complete |
         *     | `user_not_found` | 403 | the API key's owner no longer exists |
         *     | `forbidden` | 403 | the business is not approved, or the method is not enabled for the account |
         *     | `route_not_found` | 404 | there is no such path |
         *     | `payment_link_not_found` | 404 | the account has no link with this code |
         *     | `payment_link_method_not_found` | 404 | the link does not accept this method |
         *     | `qr_code_not_found` | 404 | the account has no QR code with this id |
         *     | `transaction_not_found` | 404 | the account has no transaction with this id |
         *     | `deposit_not_found` | 404 | the account has no deposit with this id |
         *     | `withdrawal_not_found` | 404 | the account has no withdrawal with this id |
         *     | `conversion_not_found` | 404 | the account has no conversion with this id |
         *     | `refund_not_found` | 404 | the account has no refund with this id |
         *     | `request_log_not_found` | 404 | no call of the account in the last 30 days had this request id |
         *     | `webhook_endpoint_not_found` | 404 | the account has no webhook endpoint with this id |
         *     | `webhook_delivery_not_found` | 404 | the webhook endpoint has no delivery with this id |
         *     | `event_not_found` | 404 | the account had no event with this id in the last 30 days |
         *     | `method_not_allowed` | 405 | the path exists, but not with this method |
         *     | `payment_link_not_deletable` | 409 | the link is active, processing or paid |
         *     | `payment_link_not_cancellable` | 409 | the link is not active |
         *     | `payment_link_not_modifiable` | 409 | the link is not active |
         *     | `qr_code_reference_taken` | 409 | another QR code of the account has this `external_reference` |
         *     | `qr_code_not_deletable` | 409 | the QR code has collected something |
         *     | `webhook_endpoint_limit_reached` | 409 | the account has as many webhook endpoints as it may |
         *     | `webhook_redelivery_limit_reached` | 409 | the delivery was made again as often as it may be |
         *     | `idempotency_request_in_progress` | 409 | another call with the same key is still running |
         *     | `payload_too_large` | 413 | the body is larger than 256 KiB |
         *     | `unsupported_media_type` | 415 | the body is not declared as JSON, or is compressed |
         *     | `idempotency_key_reused` | 422 | the same key came with a different request |
         *     | `rate_limit_exceeded` | 429 | the requests per minute or the money operations per day are used up, or the service has too much to do |
         *     | `internal_error` | 500 | the service failed |
         * @example invalid_request
         * @enum {string}
         */
        ErrorCode: "unknown_api_version" | "idempotency_key_required" | "invalid_request" | "invalid_cursor" | "invalid_api_key" | "insufficient_scope" | "account_suspended" | "account_blocked" | "email_not_verified" | "phone_not_verified" | "kyb_not_started" | "kyb_incomplete" | "kyb_pending_review" | "kyc_not_started" | "kyc_incomplete" | "user_not_found" | "forbidden" | "route_not_found" | "payment_link_not_found" | "payment_link_method_not_found" | "qr_code_not_found" | "transaction_not_found" | "deposit_not_found" | "withdrawal_not_found" | "conversion_not_found" | "refund_not_found" | "request_log_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "event_not_found" | "method_not_allowed" | "payment_link_not_deletable" | "payment_link_not_cancellable" | "payment_link_not_modifiable" | "qr_code_reference_taken" | "qr_code_not_deletable" | "webhook_endpoint_limit_reached" | "webhook_redelivery_limit_reached" | "idempotency_request_in_progress" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error";
        /** @description What went wrong. */
        ErrorDetail: {
            type: components["schemas"]["ErrorType"];
            code: components["schemas"]["ErrorCode"];
            /**
             * @description An explanation for people. Its wording may change.
             * @example amount must be from 10 to 1000000 MXNB.
             */
            message: string;
            /**
             * @description The body field, parameter or header at fault, with dots and brackets for what is nested
             *     (`accepted_methods[1]`). Only there when one is.
             * @example amount
             */
            param?: string;
            /**
             * @description The same as the header `X-Request-Id`.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            request_id: string;
        };
        /** @description The body of every error. */
        ErrorEnvelope: {
            error: components["schemas"]["ErrorDetail"];
        };
        /**
         * @description Identifies the event. It follows from what happened, so the same fact always has the same id; keep the
         *     ids you have handled to ignore repeats.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        EventId: string;
        /**
         * @description When it happened, in Unix seconds.
         * @example 1793725445
         */
        EventCreated: number;
        /**
         * @description True in the live environment, false in the test environment.
         * @example false
         */
        EventLivemode: boolean;
        /** @description The event `payment_link.paid`. A payment link was paid in full and the account was credited. */
        PaymentLinkPaidEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `payment_link.paid`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_link.paid";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["PaymentLinkPaidData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `payment_link.paid` tells; nothing else is sent. */
        PaymentLinkPaidData: {
            /** @description The code of the payment link. */
            link_code: components["schemas"]["PaymentLinkCode"];
            /** @description What the account received, in `currency`. */
            amount: components["schemas"]["Amount"];
            /** @description The link's currency. */
            currency: components["schemas"]["LinkCurrency"];
            /** @description The method that paid. */
            payment_method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description The event `payment_link.partial_deposit`. A payer sent less than the amount due. It was not credited
         *     to the link, which stays payable.
         */
        PaymentLinkPartialDepositEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `payment_link.partial_deposit`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_link.partial_deposit";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["PaymentLinkPartialDepositData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `payment_link.partial_deposit` tells; nothing else is sent. */
        PaymentLinkPartialDepositData: {
            /** @description The code of the payment link. */
            link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount due, in `currency`. */
            required_amount: components["schemas"]["Amount"];
            /** @description The amount that arrived, in `currency`. */
            received_amount: components["schemas"]["Amount"];
            /** @description What both amounts count: the asset the payer sent. */
            currency: components["schemas"]["Asset"];
        };
        /** @description The event `deposit.completed`. Money arrived and was credited to the account. */
        DepositCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `deposit.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.completed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["DepositCompletedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `deposit.completed` tells; nothing else is sent. */
        DepositCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the deposit.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string;
            /** @description How much arrived, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description What arrived. */
            asset: components["schemas"]["Asset"];
            /** @description The method it came by. */
            method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description The event `deposit.failed`. Money arrived but could not be credited to a link. It is held outside the
         *     balance.
         */
        DepositFailedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `deposit.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.failed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["DepositFailedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `deposit.failed` tells; nothing else is sent. */
        DepositFailedData: {
            /**
             * Format: uuid
             * @description Identifies the deposit.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string;
            /** @description How much arrived, in the asset of the deposit. */
            amount: components["schemas"]["Amount"];
            /** @description Why it was not credited. */
            reason: components["schemas"]["Reason"];
        };
        /** @description The event `withdrawal.completed`. Money left the account and reached its destination. */
        WithdrawalCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `withdrawal.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "withdrawal.completed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["WithdrawalCompletedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `withdrawal.completed` tells; nothing else is sent. */
        WithdrawalCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the withdrawal.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            withdrawal_id: string;
            /** @description What was taken from the balance, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description What reached the destination, in `asset`. */
            net_amount: components["schemas"]["Amount"];
            /** @description What the service kept, in `asset`. */
            fee: components["schemas"]["Amount"];
            /** @description What was withdrawn. */
            asset: components["schemas"]["Asset"];
            /** @description The method it went by. */
            method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description The event `withdrawal.failed`. A withdrawal could not be paid out. The money is available in the
         *     account again.
         */
        WithdrawalFailedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `withdrawal.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "withdrawal.failed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["WithdrawalFailedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `withdrawal.failed` tells; nothing else is sent. */
        WithdrawalFailedData: {
            /**
             * Format: uuid
             * @description Identifies the withdrawal.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            withdrawal_id: string;
            /** @description What was to be withdrawn, in the asset of the withdrawal. */
            amount: components["schemas"]["Amount"];
            /** @description Why it failed. */
            reason: components["schemas"]["Reason"];
        };
        /** @description The event `conversion.completed`. An amount of one asset was exchanged for another. */
        ConversionCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `conversion.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "conversion.completed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["ConversionCompletedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `conversion.completed` tells; nothing else is sent. */
        ConversionCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the conversion.
             * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
             */
            conversion_id: string;
            /** @description What was given. */
            from_asset: components["schemas"]["Asset"];
            /** @description What was received. */
            to_asset: components["schemas"]["Asset"];
            /** @description How much was given, in `from_asset`. */
            from_amount: components["schemas"]["Amount"];
            /** @description How much was received, in `to_asset`. */
            to_amount: components["schemas"]["Amount"];
            /** @description How much `to_asset` was received per unit of `from_asset`. */
            exchange_rate: components["schemas"]["ExchangeRate"];
            /** @description What the service kept, in `to_asset`. */
            fee: components["schemas"]["Amount"];
        };
        /** @description The event `balance.updated`. The available balance of an asset changed. */
        BalanceUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `balance.updated`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "balance.updated";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["BalanceUpdatedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `balance.updated` tells; nothing else is sent. */
        BalanceUpdatedData: {
            /** @description The asset whose balance changed. */
            asset: components["schemas"]["Asset"];
            /** @description The available balance after the change, in `asset`. */
            new_balance: components["schemas"]["Amount"];
            /** @description By how much it changed, in `asset`; negative when it went down. */
            change: components["schemas"]["SignedAmount"];
            /** @description Why it changed; the type of the transaction. */
            reason: components["schemas"]["TransactionType"];
        };
        /** @description The event `refund.completed`. Money was sent back to a payer. */
        RefundCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `refund.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.completed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["RefundCompletedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `refund.completed` tells; nothing else is sent. */
        RefundCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the refund.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            refund_id: string;
            /** @description The payment link that had been paid. */
            payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description How much was sent back, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description What was sent back. */
            asset: components["schemas"]["Asset"];
        };
        /**
         * @description The event `refund.failed`. Money could not be sent back to a payer. It is available in the account
         *     again.
         */
        RefundFailedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `refund.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.failed";
            created: components["schemas"]["EventCreated"];
            livemode: components["schemas"]["EventLivemode"];
            data: components["schemas"]["RefundFailedData"];
            sequence?: components["schemas"]["EventSequence"];
        };
        /** @description What the event `refund.failed` tells; nothing else is sent. */
        RefundFailedData: {
            /**
             * Format: uuid
             * @description Identifies the refund.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            refund_id: string;
            /** @description The payment link that had been paid. */
            payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description How much was to be sent back, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description What was to be sent back. */
            asset: components["schemas"]["Asset"];
            /** @description Why it failed. */
            reason: components["schemas"]["Reason"];
        };
    };
    responses: {
        /**
         * @description `invalid_request`: a parameter is missing, malformed or unknown; `param` names it.
         *     `unknown_api_version`: `Service-Version` names a version that does not exist.
         */
        InvalidRequest: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `invalid_request`: a parameter is malformed or unknown; `param` names it. `invalid_cursor`: the cursor
         *     was not issued by the service for these filters. `unknown_api_version`: `Service-Version` names a
         *     version that does not exist.
         */
        InvalidRequestOrCursor: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `invalid_request`: the body, a parameter or a header is missing, malformed, unknown or out of bounds;
         *     `param` names it. `idempotency_key_required`: `Idempotency-Key` is missing. `unknown_api_version`:
         *     `Service-Version` names a version that does not exist.
         */
        InvalidRequestOrMissingKey: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `invalid_api_key`: there is no API key, or it cannot be used. Every reason gets the same answer. */
        InvalidApiKey: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `insufficient_scope`: the API key lacks the scope that this operation needs; the message names it. */
        InsufficientScope: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `insufficient_scope`: the API key lacks `links:write`. All other codes tell, in this order, the first
         *     thing that keeps the account from collecting: `user_not_found`, `account_blocked`,
         *     `account_suspended`, `email_not_verified`, `phone_not_verified`, `kyc_not_started`, `kyc_incomplete`,
         *     `kyb_not_started`, `kyb_incomplete`, `kyb_pending_review`, `forbidden`. They are resolved in the
         *     account panel or with support, not by retrying.
         */
        PaymentLinkCreationForbidden: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `insufficient_scope`: the API key lacks the scope that this operation needs; the message names it. All other
         *     codes tell, in this order, the first thing that keeps the account from creating anything new: `user_not_found`,
         *     `account_blocked`, `account_suspended`, `email_not_verified`, `phone_not_verified`, `kyc_not_started`,
         *     `kyc_incomplete`, `kyb_not_started`, `kyb_incomplete`, `kyb_pending_review`, `forbidden` (the verification of the
         *     business was rejected). They are resolved in the account panel or with support, not by retrying.
         */
        CreationForbidden: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_found`: the account has no link with this code. The same answer is given for another
         *     account's link.
         */
        PaymentLinkNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_found`: the account has no link with this code. `route_not_found`: this is the live
         *     environment, which has no test helpers.
         */
        PaymentLinkOrRouteNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_found`: the account has no link with this code. `payment_link_method_not_found`: the link
         *     does not accept this method.
         */
        PaymentLinkOrMethodNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `route_not_found`: this is the live environment, which has no test helpers. */
        TestHelperNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `qr_code_not_found`: the account has no QR code with this id. */
        QrCodeNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `transaction_not_found`: the account has no transaction with this id. */
        TransactionNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `deposit_not_found`: the account has no deposit with this id. */
        DepositNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `withdrawal_not_found`: the account has no withdrawal with this id. */
        WithdrawalNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `conversion_not_found`: the account has no conversion with this id. */
        ConversionNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `refund_not_found`: the account has no refund with this id. */
        RefundNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `request_log_not_found`: no call of the account in the last 30 days had this request id. The same answer is
         *     given for another account's call.
         */
        RequestLogNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `webhook_endpoint_not_found`: the account has no webhook endpoint with this id. */
        WebhookEndpointNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `webhook_endpoint_not_found`: the account has no webhook endpoint with this id.
         *     `webhook_delivery_not_found`: the endpoint has no delivery with this id.
         */
        WebhookDeliveryNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `event_not_found`: the account had no event with this id in the last 30 days. */
        EventNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `method_not_allowed`: the path exists, but not with this method. Belongs to no operation; `Allow`
         *     lists the methods that there are.
         */
        MethodNotAllowed: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `route_not_found`: there is no such path. Belongs to no operation. */
        RouteNotFound: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `idempotency_request_in_progress`: another call with this `Idempotency-Key` is still running. Retry
         *     shortly with the same key.
         */
        IdempotencyConflict: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_deletable`: the link is active, processing or paid.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is still running.
         */
        PaymentLinkNotDeletable: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_cancellable`: the link is not active. `idempotency_request_in_progress`: another
         *     call with this `Idempotency-Key` is still running.
         */
        PaymentLinkNotCancellable: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `payment_link_not_modifiable`: the link is not active. `idempotency_request_in_progress`: another call
         *     with this `Idempotency-Key` is still running.
         */
        PaymentLinkNotModifiable: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `qr_code_reference_taken`: another code of the account has this `external_reference`.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is still running.
         */
        QrCodeReferenceTaken: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `qr_code_not_deletable`: the code has collected something, or a payment is settling.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is still running.
         */
        QrCodeNotDeletable: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `webhook_endpoint_limit_reached`: the account already has 16 endpoints.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is still running.
         */
        WebhookEndpointLimitReached: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `webhook_redelivery_limit_reached`: the delivery was made again ten times already.
         *     `idempotency_request_in_progress`: another call with this `Idempotency-Key` is still running.
         */
        WebhookRedeliveryLimitReached: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `payload_too_large`: the body is larger than 256 KiB. */
        PayloadTooLarge: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `unsupported_media_type`: the body is not declared as `application/json`, or is compressed. */
        UnsupportedMediaType: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `idempotency_key_reused`: this `Idempotency-Key` was used before for a different request. Use a new
         *     key for a new intention.
         */
        IdempotencyKeyReused: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `rate_limit_exceeded`: the requests of this minute are used up, or the service has too much to do right now. */
        TooManyRequests: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: the requests of this minute, or the money operations of this day, are used up, or the
         *     service has too much to do right now.
         */
        TooManyMoneyOperations: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The event was received; its delivery is done. The body of the answer is ignored. */
        EventAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The delivery failed, as it does without an answer within 10 seconds. It is tried again, six times in
         *     all.
         */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `internal_error`: the service failed. Nothing was changed, unless the answer was lost on the way:
         *     retry with the same `Idempotency-Key`.
         */
        InternalError: {
            headers: {
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
         *     (on `GET /v1/health`, the newest).
         * @example 2026-11-01
         */
        ServiceVersion: string;
        /**
         * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
         *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
         *     idempotency_key_required`.
         * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
         */
        IdempotencyKey: string;
        /**
         * @description The most items to return on this page.
         * @example 50
         */
        Limit: number;
        /**
         * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
         *     filters it was issued for. Left out for the first page.
         * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
         */
        Cursor: string;
        /**
         * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
         *     as `%2B`.
         * @example 2026-11-01T00:00:00.000Z
         */
        CreatedAfter: string;
        /**
         * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
         *     as `%2B`.
         * @example 2026-11-30T23:59:59.999Z
         */
        CreatedBefore: string;
        /**
         * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
         *     the code of another account's link.
         * @example PL-7K2M-9QX4-B1TZ
         */
        PaymentLinkCode: string;
        /**
         * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
         *     account's code.
         * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
         */
        QrCodeId: string;
        /**
         * @description The webhook endpoint's `id`.
         * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
         */
        WebhookEndpointId: string;
        /**
         * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
         *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
         *     not fit.
         * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
         */
        ServiceSignature: string;
        /**
         * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        ServiceEventId: components["schemas"]["EventId"];
        /**
         * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
         * @example payment_link.paid
         */
        ServiceEventType: components["schemas"]["DeliveredEventType"];
        /**
         * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
         *     order. A test delivery has none. Not signed.
         * @example 4711
         */
        ServiceEventSequence: components["schemas"]["EventSequence"];
        /**
         * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
         * @example 1
         */
        ServiceDeliveryAttempt: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The version that built this answer, whether asked for or not.
         * @example 2026-11-01
         */
        "Service-Version": string;
        /**
         * @description Identifies this call. Quote it when asking for help.
         * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
         */
        "X-Request-Id": string;
        /**
         * @description Requests per minute that the API key has (without a usable key, the IP address).
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description Requests left in the current minute.
         * @example 597
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the current minute ends and the count starts again.
         * @example 42
         */
        "RateLimit-Reset": number;
        /**
         * @description Money operations per day that the API key has.
         * @example 1000
         */
        "RateLimit-Money-Limit": number;
        /**
         * @description Money operations left today.
         * @example 988
         */
        "RateLimit-Money-Remaining": number;
        /**
         * @description Seconds until 00:00 UTC, when the count of money operations starts again.
         * @example 24954
         */
        "RateLimit-Money-Reset": number;
        /**
         * @description `true` when this is the stored answer to an earlier call with the same `Idempotency-Key`. Absent when
         *     the work was done by this call.
         * @example true
         */
        "Idempotent-Replay": true;
        /**
         * @description The path of the new resource.
         * @example /v1/payment_links/PL-7K2M-9QX4-B1TZ
         */
        Location: string;
        /**
         * @description Whole seconds to wait before trying again.
         * @example 42
         */
        "Retry-After": number;
        /**
         * @description The methods that this path has, separated by commas.
         * @example GET, POST
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process serves requests. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getPing: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key is usable. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ping"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    postPing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Any JSON object of up to 64 KiB, with any names, texts and numbers; or nothing at all. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PingRequest"];
            };
        };
        responses: {
            /** @description The call was executed, or replayed. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PingEcho"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listBalances: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances of all assets with funds. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only links in this status.
                 * @example active
                 */
                status?: components["schemas"]["PaymentLinkStatus"];
                /**
                 * @description Only links in this currency.
                 * @example MXNB
                 */
                currency?: components["schemas"]["LinkCurrency"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of links. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to collect, and how. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentLinkRequest"];
            };
        };
        responses: {
            /** @description The link was created, or the one created earlier with this key is returned. */
            201: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["PaymentLinkCreationForbidden"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    getPaymentLinkStats: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkStats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listPaymentMethodOptions: {
        parameters: {
            query: {
                /**
                 * @description The currency the link would have.
                 * @example MXNB
                 */
                currency: components["schemas"]["LinkCurrency"];
                /**
                 * @description The amount the account would receive, in `currency`: a decimal string with up to 12 integer digits and up to
                 *     8 decimals, zero or more.
                 * @example 1500.00
                 */
                amount: components["schemas"]["RequestAmount"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The methods that links in this currency can have in this account, and whether each can pay this amount. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMethodOptions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deletePaymentLink: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is gone. */
            204: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkNotFound"];
            409: components["responses"]["PaymentLinkNotDeletable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePaymentLinkRequest"];
            };
        };
        responses: {
            /** @description The link as it is now. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkNotFound"];
            409: components["responses"]["PaymentLinkNotModifiable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    cancelPaymentLink: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, now cancelled. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkNotFound"];
            409: components["responses"]["PaymentLinkNotCancellable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    refreshPaymentLinkQuote: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
                /**
                 * @description The name of one of the link's `accepted_methods`. Any other text of up to 64 characters answers `404
                 *     payment_link_method_not_found`.
                 * @example USDC
                 */
                method: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The method with the quote that holds now, or is being calculated. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkMethod"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkOrMethodNotFound"];
            409: components["responses"]["PaymentLinkNotModifiable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    getPaymentLinkQr: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": components["schemas"]["SvgImage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listQrCodes: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only codes in this status.
                 * @example active
                 */
                status?: components["schemas"]["QrCodeStatus"];
                /**
                 * @description Only the code with exactly this reference.
                 * @example till-04
                 */
                external_reference?: components["schemas"]["QrExternalReference"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of codes. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCodeList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createQrCode: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to call the code, and what it shall collect. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQrCodeRequest"];
            };
        };
        responses: {
            /** @description The code was created, or the one created earlier with this key is returned. */
            201: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["CreationForbidden"];
            409: components["responses"]["QrCodeReferenceTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    getQrCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["QrCodeNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteQrCode: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code is gone. */
            204: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["QrCodeNotFound"];
            409: components["responses"]["QrCodeNotDeletable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    updateQrCode: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /** @description What to change; at least one field. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateQrCodeRequest"];
            };
        };
        responses: {
            /** @description The code as it is now. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["QrCodeNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyMoneyOperations"];
            500: components["responses"]["InternalError"];
        };
    };
    getQrCodeImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": components["schemas"]["SvgImage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["QrCodeNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listQrCodeCollections: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other text of up to 64 characters answers `404 qr_code_not_found`, also the id of another
                 *     account's code.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of payments. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCollectionList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["QrCodeNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only movements of this type.
                 * @example payment
                 */
                type?: components["schemas"]["TransactionType"];
                /**
                 * @description Only movements in this asset.
                 * @example MXNB
                 */
                asset?: components["schemas"]["Asset"];
                /**
                 * @description Only movements that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of movements, or all of them as CSV or NDJSON. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                    "text/csv": components["schemas"]["TransactionsAsCsv"];
                    "application/x-ndjson": components["schemas"]["TransactionsAsNdjson"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The transaction's `id`.
                 * @example 0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The movement. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["TransactionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deposits in this status.
                 * @example unmatched
                 */
                status?: components["schemas"]["DepositStatus"];
                /**
                 * @description Only deposits in this asset.
                 * @example MXN
                 */
                asset?: components["schemas"]["Asset"];
                /**
                 * @description Only deposits that came by this method.
                 * @example SPEI
                 */
                method?: components["schemas"]["PaymentMethodName"];
                /**
                 * @description Only deposits that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deposits. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The deposit's `id`.
                 * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["DepositNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only withdrawals in this status.
                 * @example completed
                 */
                status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only withdrawals in this asset.
                 * @example MXNB
                 */
                asset?: components["schemas"]["Asset"];
                /**
                 * @description Only withdrawals that go by this method.
                 * @example SPEI
                 */
                method?: components["schemas"]["PaymentMethodName"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of withdrawals. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The withdrawal's `id`.
                 * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WithdrawalNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listConversions: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only conversions in this status.
                 * @example completed
                 */
                status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only conversions from or into this asset.
                 * @example USDC
                 */
                asset?: components["schemas"]["Asset"];
                /**
                 * @description Only conversions that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of conversions. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getConversion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The conversion's `id`.
                 * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversion. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ConversionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only refunds in this status.
                 * @example completed
                 */
                status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only refunds in this asset.
                 * @example MXNB
                 */
                asset?: components["schemas"]["Asset"];
                /**
                 * @description Only refunds that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of refunds. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The refund's `id`.
                 * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RefundNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listRequestLogs: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only calls that were answered with this HTTP status.
                 * @example 422
                 */
                status?: number;
                /**
                 * @description Only calls with this HTTP method.
                 * @example POST
                 */
                method?: components["schemas"]["HttpMethod"];
                /**
                 * @description Only calls of exactly this path, without a query.
                 * @example /v1/payment_links/PL-7K2M-9QX4-B1TZ
                 */
                path?: string;
                /**
                 * @description Only calls made with the API key of this `id`.
                 * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
                 */
                credential?: string;
                /**
                 * @description Only the call that was answered with this `X-Request-Id`.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                request_id?: string;
                /**
                 * @description Only calls made at this time or after it. Left out, the list begins 7 days before `created_before`, or 7 days
                 *     before now. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of calls. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLogList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getRequestLog: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The `X-Request-Id` that the call was answered with.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLog"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RequestLogNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of endpoints. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Where to deliver, and which events. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint was registered. */
            201: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["CreationForbidden"];
            409: components["responses"]["WebhookEndpointLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventTypeList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
            204: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /** @description What to change; at least one field. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries in this state.
                 * @example failed
                 */
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /**
                 * @description Only deliveries of events of this type.
                 * @example payment_link.paid
                 */
                event_type?: components["schemas"]["WebhookEventName"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookEndpointNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's `id`.
                 * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
                 */
                id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The delivery's `id`.
                 * @example 6f1c0b7a-52f4-4d0e-9c39-0b8a7f4e2d15
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which waits for its attempt. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookDeliveryNotFound"];
            409: components["responses"]["WebhookRedeliveryLimitReached"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The most items to return on this page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before, unchanged. Opaque: do not take it apart, and send it with the
                 *     filters it was issued for. Left out for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only events of this type.
                 * @example payment_link.paid
                 */
                type?: components["schemas"]["WebhookEventName"];
                /**
                 * @description `desc`, newest first. `asc`, in the order of `sequence`, for following: see above.
                 * @example desc
                 */
                order?: components["schemas"]["EventOrder"];
                /**
                 * @description Only what was created at this time or after it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created at this time or before it. ISO 8601 with a time zone; write the `+` of an offset
                 *     as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventList"];
                };
            };
            400: components["responses"]["InvalidRequestOrCursor"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The event's `id`.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    simulateDeposit: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other text of up to 64 characters answers `404 payment_link_not_found`, also
                 *     the code of another account's link.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["PaymentLinkCode"];
            };
            cookie?: never;
        };
        /** @description How the payer pays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateDepositRequest"];
            };
        };
        responses: {
            /** @description The deposit arrived. */
            201: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentLinkOrRouteNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version that this call should follow. Without it, the version pinned on the API key applies
                 *     (on `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Names the intention behind this call, so that a retry does not do the work twice: a UUID, or any 1 to
                 *     255 printable ASCII characters. Kept for 24 hours. Without it, the answer is `400
                 *     idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description How far to move it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        responses: {
            /** @description The clock was moved. */
            200: {
                headers: {
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Money-Limit": components["headers"]["RateLimit-Money-Limit"];
                    "RateLimit-Money-Remaining": components["headers"]["RateLimit-Money-Remaining"];
                    "RateLimit-Money-Reset": components["headers"]["RateLimit-Money-Reset"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingKey"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["TestHelperNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    onPaymentLinkPaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentLinkPaidEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onPaymentLinkPartialDeposit: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentLinkPartialDepositEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onDepositCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onDepositFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositFailedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onWithdrawalCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onWithdrawalFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalFailedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onConversionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversionCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onBalanceUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BalanceUpdatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onRefundCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed
                 *     with the endpoint's signing secret, as 64 lowercase hex digits (`v1`). Refuse a delivery that it does
                 *     not fit.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; decide on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; decide on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's place among all events of the account, from 1 and without gaps. Deliveries can arrive in any other
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description Which attempt this is: from 1 to 6 by the schedule, and up to 16 with those that were asked for. Not signed.
                 * @example 1
                 */
                "Service-Delivery-Attempt": components["parameters"]["ServiceDeliveryAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event, signed as sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundFailedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
}
