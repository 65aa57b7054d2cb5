// Generated from openapi/service.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is up
         * @description Returns 200 as long as the process serves requests. It needs no API key and checks no database or provider, so
         *     it suits a load balancer's probe. An IP address can call it 1,200 times a minute, independently of its other
         *     requests.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Identify the API key
         * @description Returns the API key's account, environment and scopes. Any usable key can call it, whatever its scopes;
         *     nothing is created and no money moves.
         */
        get: operations["getPing"];
        put?: never;
        /**
         * Rehearse an idempotent call
         * @description Returns what was sent, together with an `execution_id` that is generated once per `Idempotency-Key`. Use it to
         *     check that a client retries correctly before any money is involved: a retry with the same key and body returns
         *     the same `execution_id` with `Idempotent-Replay: true`. It needs no scope, moves no money and uses none of the
         *     daily money operations.
         *
         *     `echo` is the body as it was sent, with each number exactly as written; in a replay it is the body of the
         *     retry, which is equivalent. It is not stored.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List balances
         * @description The account's balance in each asset, all read at the same moment. Assets without funds are not listed. The
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description The account's links, newest first, a page at a time. Filters combine: a link is listed when it matches all of
         *     them. Items leave out `methods`, `qr` and `return_url`; read a single link for those.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Creates an active link and locks, for each accepted method, the amount the payer has to send. Methods of
         *     another currency family are converted at a quote that is valid for a limited time, 15 minutes for most methods.
         *     If the provider does not respond within 2 seconds, the link is still created; the method is then `calculating`
         *     until its quote arrives.
         *     Send the payer to `url`, or show the `qr`. If `accepted_methods` is omitted, every method that can pay this
         *     amount and is enabled for the account is offered; if it is given, each method in it must be one of these,
         *     otherwise the call is rejected and the error names the one that is not (check with
         *     `GET /v1/payment_links/payment_methods` beforehand).
         *
         *     A retry with the same `Idempotency-Key` returns the same link and creates no second one. Uses one of the daily
         *     money operations.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Count payment links by status
         * @description How many links the account has in each status, and in total. Deleted links are not counted.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List methods for an amount
         * @description Shows, before a link is created, which methods could pay an amount, and why the others could not. An amount
         *     that no link can have, such as zero, is accepted too: no method is available for it. Creates nothing and reads
         *     no link.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a payment link
         * @description The link with its methods and the amounts locked for them. Reading a link never renews a quote: a method whose
         *     quote has ended, or whose place to pay to has closed, has `quote_status` `expired`. Request a new one with
         *     `POST /v1/payment_links/{code}/methods/{method}/quote`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        /**
         * Delete a payment link
         * @description Permanently deletes a cancelled or expired link; this cannot be undone. An active link must be cancelled
         *     first. Processing and paid links cannot be deleted. Movements that belong to the link are kept. Uses one of
         *     the daily money operations.
         */
        delete: operations["deletePaymentLink"];
        options?: never;
        head?: never;
        /**
         * Change a payment link
         * @description Changes the given fields and leaves the others as they are. Only an active link can be changed; `amount`,
         *     `currency`, `accepted_methods` and `fee_bearer` never change. Uses one of the daily money operations.
         */
        patch: operations["updatePaymentLink"];
        trace?: never;
    };
    "/v1/payment_links/{code}/cancel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
                /**
                 * @description The name of one of the link's `accepted_methods`. Any other string of up to 64 characters returns
                 *     `404 payment_link_method_not_found`.
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
         * @description Locks a new amount for one method of an active link if its quote is no longer valid, and opens a new place to
         *     pay to if the earlier one was for that quote only or has closed. A method that can still be paid is returned
         *     unchanged, because somebody may be paying it right now. If the provider does not respond within 2 seconds, the method is `calculating` until its quote
         *     arrives; read the link to see it. Takes no body. Uses one of the daily money operations.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
            };
            cookie?: never;
        };
        /**
         * Download a payment link's QR code
         * @description The QR code of the link's `checkout_url` as an SVG image without fixed dimensions, so that it scales to any
         *     size. Errors are JSON, as everywhere else.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List counter QR codes
         * @description The account's codes, newest first, a page at a time. Filters combine: a code is listed when it matches all of
         *     them. Items leave out `svg`; read a single code for it.
         */
        get: operations["listQrCodes"];
        put?: never;
        /**
         * Create a counter QR code
         * @description Creates an active code. Print its `svg`, or the whole sheet at `url` followed by `/print`. Uses one of the
         *     daily money operations.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a counter QR code
         * @description The code with its image.
         */
        get: operations["getQrCode"];
        put?: never;
        post?: never;
        /**
         * Delete a counter QR code
         * @description Permanently deletes a code that has collected nothing, and cancels the links that payers have open. Its
         *     `external_reference` can be used again. A code that has collected something can only be disabled. Uses one of
         *     the daily money operations.
         */
        delete: operations["deleteQrCode"];
        options?: never;
        head?: never;
        /**
         * Update a counter QR code
         * @description Changes the given fields and leaves the others as they are; printed codes stay valid. A `disabled` code cannot
         *     be scanned until it is `active` again. Links that payers opened before keep their amount and can still be paid
         *     until they expire. Uses one of the daily money operations.
         */
        patch: operations["updateQrCode"];
        trace?: never;
    };
    "/v1/qr_codes/{id}/image": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /**
         * Download a counter QR code
         * @description The QR code of the `url` as an SVG image without fixed dimensions, so that it scales to any size. Errors are
         *     JSON, as everywhere else.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        /**
         * List what a counter QR code collected
         * @description The payments credited through the code, newest first, a page at a time. Each belongs to a payment link that a
         *     scan created; filter the movements (`GET /v1/transactions`) by its `payment_link_code`, which is the
         *     `link_code` of the link's events. Refunds do not remove a payment from this list.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description The account's movements, newest first, a page at a time. Filters combine: a movement is listed when it matches
         *     all of them.
         *
         *     With `Accept: text/csv` or `Accept: application/x-ndjson` the response is the whole filtered list, newest
         *     first; `limit` and `cursor` are then rejected with `400 invalid_request`. Any other `Accept` gets a page in
         *     JSON.
         *
         *     - NDJSON has one transaction per line, as a page would show it.
         *     - CSV is in UTF-8 with commas and quotes as in RFC 4180. The first line names the columns: `id`, `type`
         *       (`kind` in version `2026-05-01`), `asset`, `amount`, `balance_after`, `source_object`, `source_id`,
         *       `payment_link_code`, `request_id`, `created_at`. They hold the fields of the same names; `source_object` and
         *       `source_id` hold those of `source`. Null values are left empty.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         *     when it matches all of them.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description One deposit, with what is known about the payer.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         *     matches all of them.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description One withdrawal, with its destination.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         *     matches all of them.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description One conversion, with its rate.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description The account's refunds, newest first, a page at a time. Filters combine: a refund is listed when it matches all
         *     of them.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description One refund, with the deposit that it refunds.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List request logs
         * @description The calls made with any of the account's API keys, newest first, a page at a time, including calls to this
         *     operation. Filters combine: a call is listed when it matches all of them. Items leave out `request_body` and
         *     `response_body`; read a single entry for those.
         *
         *     By default the list covers the last 7 days. Set `created_after` to go back further, up to the 30 days that
         *     calls are kept; `request_id` searches all of them.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The `X-Request-Id` of the call's response.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                request_id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a request log
         * @description One call with its bodies, as far as the log keeps them. Fields that could hold a secret or reveal payer data
         *     read `[redacted]`; only the host of external URLs is kept. Pages of lists are cut after the first three
         *     entries and bodies after about 4 KiB; `[truncated]` marks the cut.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description Registers an https URL that receives the chosen events from now on. The response contains the `signing_secret`
         *     that verifies deliveries and is the only one that ever does: store it. (A replay with the same
         *     `Idempotency-Key` shows it again, for 24 hours.)
         *
         *     URLs that are not https, contain credentials, use an IP address or a port other than 443 and 8443, or point to
         *     the service's own machine or an internal network are rejected. An account can have up to 16 endpoints.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description Permanently deletes the endpoint. Deliveries still waiting for it are dropped.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the given fields and leaves the others as they are. A new `url` also applies to waiting deliveries;
         *     new `enabled_events` apply from now on. With `enabled` the account switches the endpoint off and on: while it
         *     is off, no deliveries are made and none are recorded for new events; waiting deliveries resume where they
         *     stopped when it is on again.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description Switches the endpoint on again after the service switched it off. The failure count is reset, and waiting
         *     deliveries resume where they stopped; if the URL keeps failing, the endpoint is switched off again. The
         *     account's own switch, `enabled`, stays as it is. If the endpoint was not switched off, only its failure count
         *     is reset.
         *
         *     After 30 days switched off, no more deliveries were queued; `GET /v1/events` lists the events missed since
         *     then.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description Sends one event immediately, signed like any other, and returns the outcome: `delivered` shows whether the
         *     receiver responded with a 2xx within 10 seconds. This call takes as long as the receiver does.
         *
         *     The event has the type `webhook_endpoint.test`, which cannot be subscribed to; its body is a
         *     `WebhookTestEvent`. It is also sent to a switched-off endpoint, is not retried, does not count as a success or
         *     failure of the endpoint, and appears neither among the deliveries nor in `GET /v1/events`. A retry with the
         *     same `Idempotency-Key` returns the stored outcome and sends nothing.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description Gives the endpoint a new `signing_secret`, shown in this response and never again. (A replay with the same
         *     `Idempotency-Key` shows it again, for 24 hours.) The old secret is no longer used, not even for further
         *     attempts of waiting deliveries: update the receiver immediately.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description The endpoint's deliveries, both made and waiting, newest event first, each with all of its attempts so far.
         *     Kept for 30 days, like the events.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * @description Delivers the same event once more, with the same `id` and body. A finished delivery (`delivered` or `failed`)
         *     becomes `pending` and gets one more attempt immediately. The attempt's outcome is the new status; it is not
         *     retried, and a failure does not count toward switching the endpoint off. This is possible ten times per
         *     delivery. If the delivery is still `pending`, its next attempt is brought forward to now.
         *
         *     The attempt is made after this response; see the list of deliveries for its outcome. While the endpoint is
         *     switched off, the delivery waits.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * Replay events
         * @description Sends the events of a time window to the endpoint again, for a receiver that missed them. Every event of the
         *     chosen types is sent, also those that the receiver accepted before: it recognizes them by their `id`. An event
         *     that was never sent, because the endpoint was switched off or did not exist yet, gets its first delivery; all
         *     others get one more attempt, as by `…/redeliver`. Deliveries that are still `pending`, and those that have been
         *     repeated ten times, are left as they are.
         *
         *     With `dry_run`, nothing is sent, and the response says what would be. Events are taken oldest first, until
         *     10,000 deliveries wait for the endpoint; if `has_more` is true, replay the same window again once they have
         *     been attempted. While the endpoint is switched off, the deliveries wait.
         */
        post: operations["replayWebhookEvents"];
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The account's events of the last 30 days, whether delivered to an endpoint or not, in the form in which they
         *     are delivered, with their `sequence`. Newest first, a page at a time.
         *
         *     To miss nothing, follow the list with `order=asc`: it is ordered by `sequence`, and every page has a
         *     `next_cursor`, including the last. Keep the cursor of the last page you have handled; the next call with it
         *     returns what was recorded since, however much later. Sequences have no gaps: a client that sees an event has
         *     seen, or can read, all events before it. After the service was restored from a backup, they continue at a much
         *     higher number, and cursors stay valid. `created` is when the event happened and can be earlier than that of a
         *     preceding event.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a link as a payer would
         * @description Simulates a payer sending money to the link. The deposit is processed like a real one, by the same rules:
         *     movements are written, the link's status changes, and events are delivered. `scenario` says what goes wrong.
         *     Money that does not match the amount due, or arrives for a link that is not active, is not credited to the
         *     link; the deposit is then `unmatched`.
         *
         *     Exists in the test environment only; in the live environment the path returns `404 route_not_found`. Uses none
         *     of the daily money operations.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
         * Advance the clock
         * @description Advances the deployment's clock permanently, for all its accounts. Whatever falls due or expires in that time
         *     does so: links, quotes, deliveries of events, API keys, idempotency keys and other records. Signatures, rate
         *     limits and the call log stay on real time. The clock can be advanced by at most ten years in total; a call
         *     that would exceed this is rejected.
         *
         *     Exists in the test environment only; in the live environment the path returns `404 route_not_found`. Uses none
         *     of the daily money operations.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/faults": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List faults
         * @description The account's faults that are still to happen, the oldest first; all of them at once.
         *
         *     Exists in the test environment only; in the live environment the path returns `404 route_not_found`.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Let calls or deliveries fail
         * @description Lets the account's next calls or webhook deliveries fail in the way given by `kind`, so that a client's handling
         *     of it can be tested. Only valid calls are affected, after the API key, the limits and the request were checked;
         *     test helpers never are. Several faults happen in the order in which they were created, one per call or attempt.
         *     An account can have 20 faults that are still to happen; each ends one hour after it was created.
         *
         *     Exists in the test environment only; in the live environment the path returns `404 route_not_found`. Uses none
         *     of the daily money operations.
         */
        post: operations["createFault"];
        /**
         * Clear all faults
         * @description Removes all of the account's faults, whether they have happened or not. Deliveries that are being held back are
         *     still made at their time.
         *
         *     Exists in the test environment only; in the live environment the path returns `404 route_not_found`. Uses none
         *     of the daily money operations.
         */
        delete: operations["clearFaults"];
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
         * @description A withdrawal could not be paid out, or its money came back after `withdrawal.completed`, at times days later. The
         *     money is available in the account again.
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
         * @description Money could not be sent back to a payer, or came back after `refund.completed`, at times days later. It is
         *     available in the account again.
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
         * @description A time in UTC, ISO 8601 with milliseconds; from 2000 to 2200.
         * @example 2026-11-03T17:04:05.250Z
         */
        Timestamp: string;
        /**
         * @description An amount in a request: a decimal string with up to 12 integer digits and up to 8 decimals, greater than zero.
         *     Each use names its unit.
         * @example 1500.00
         */
        RequestAmount: string;
        /**
         * @description An amount in a response: a decimal string with exactly 8 decimals, zero or more. Each use names its unit.
         * @example 1500.00000000
         */
        Amount: string;
        /**
         * @description A change, negative for a decrease: a decimal string with exactly 8 decimals. Each use names its unit.
         * @example -22.50000000
         */
        SignedAmount: string;
        /**
         * @description How many units of one asset are given for one unit of another, as a decimal string with 8 decimals.
         * @example 17.25000000
         */
        ExchangeRate: string;
        /**
         * @description The short name of a currency or token.
         * @example MXNB
         */
        Asset: string;
        /**
         * @description The name of a payment method. The catalogue grows, so this is not a closed list; `SPEI`, `WIRE`, `BREB`,
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
         * @description `test`, where money is simulated, or `live`.
         * @example test
         * @enum {string}
         */
        Environment: "test" | "live";
        /**
         * @description The caller's own notes: up to 50 keys of up to 40 characters, with string values of up to 500 characters. The
         *     service stores and returns them without interpreting them.
         * @example {
         *       "order_id": "10442",
         *       "store": "Reforma"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /**
         * @description Up to 5 keys of the metadata, each with the value to look for.
         * @example {
         *       "order_id": "10442"
         *     }
         */
        MetadataFilter: {
            [key: string]: string;
        };
        /**
         * Format: binary
         * @description An SVG image without fixed dimensions, in UTF-8.
         */
        SvgFile: string;
        /**
         * @description SVG markup without fixed dimensions.
         * @example <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><path fill="#fff" d="M0 0h33v33H0z"/><path d="M4 4h7v7H4z"/></svg>
         */
        SvgImage: string;
        /** @description Shows that the process serves requests. */
        Health: {
            /**
             * @description Always `ok`; a process that is not does not respond.
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
        /** @description The caller's account and API key. */
        Ping: {
            /**
             * @description Always true.
             * @example true
             */
            ok: boolean;
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
             * @description The account's name for the key.
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
         * @description Any JSON object, returned as it was sent. The limits of every request body (see "Limits") apply here too.
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
             */
            ok: boolean;
            /**
             * Format: uuid
             * @description Generated once per `Idempotency-Key`; a replay returns the same one.
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
            /** @description The asset of the three amounts. */
            asset: components["schemas"]["Asset"];
            /** @description The amount that can be used now, in `asset`. */
            available: components["schemas"]["Amount"];
            /** @description The amount held for operations that are not finished, in `asset`. */
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
         * @description The status of a link: `active` can be paid, `processing` was paid and is settling, `paid` is credited,
         *     `cancelled` was stopped by the account, `expired` was not paid in time.
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
         * @description The status of a method's amount: `native` needs no conversion, `locked` is a converted amount; both are valid
         *     until `amount_due_expires_at`. `expired` can no longer be paid: the quote has ended or the place to pay to has
         *     closed. `calculating` waits for the provider's response and cannot be paid yet; it becomes `locked` or `native`
         *     automatically.
         * @example locked
         * @enum {string}
         */
        QuoteStatus: "locked" | "expired" | "native" | "calculating";
        /** @description A payment link in full. */
        PaymentLink: {
            /**
             * @description Always `payment_link`.
             * @example payment_link
             * @constant
             */
            object: "payment_link";
            /** @description Identifies the link; used in paths. */
            code: components["schemas"]["PaymentLinkCode"];
            status: components["schemas"]["PaymentLinkStatus"];
            /** @description What the account receives, in `currency`. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for, as shown to the payer.
             * @example Order 10442
             */
            description: string;
            /**
             * @description Your own reference for the payment, not shown to the payer; null if not set.
             * @example INV-2026-0042
             */
            reference: string | null;
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
             * @description The same URL as `url`, as encoded in the QR code.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            checkout_url: string;
            /** @description When the link was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link stops being payable, if it is still active by then. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the link was paid; null until then.
             * @example 2026-11-03T17:31:48.007Z
             */
            paid_at: string | null;
            /**
             * @description The method that paid the link; null until it is paid.
             * @example SPEI
             */
            paid_with_method: string | null;
            /**
             * Format: uri
             * @description Where the payer is sent after paying; null if not set.
             * @example https://shop.example.com/orders/10442
             */
            return_url: string | null;
            /**
             * @description Who is going to pay, as given when the link was created; null if not set.
             * @example Juana Pérez Luna
             */
            payer_name: string | null;
            qr: components["schemas"]["CheckoutQr"];
            /** @description One entry per accepted method, with what the payer has to send and where. */
            methods: components["schemas"]["PaymentLinkMethod"][];
        };
        /** @description A payment link as shown in lists, without `methods`, `qr`, `return_url` and `payer_name`. */
        PaymentLinkSummary: {
            /**
             * @description Always `payment_link`.
             * @example payment_link
             * @constant
             */
            object: "payment_link";
            /** @description Identifies the link; used in paths. */
            code: components["schemas"]["PaymentLinkCode"];
            status: components["schemas"]["PaymentLinkStatus"];
            /** @description What the account receives, in `currency`. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for, as shown to the payer.
             * @example Order 10442
             */
            description: string;
            /**
             * @description Your own reference for the payment, not shown to the payer; null if not set.
             * @example INV-2026-0042
             */
            reference: string | null;
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
             * @description The same URL as `url`, as encoded in the QR code.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            checkout_url: string;
            /** @description When the link was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link stops being payable, if it is still active by then. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the link was paid; null until then.
             * @example 2026-11-03T17:31:48.007Z
             */
            paid_at: string | null;
            /**
             * @description The method that paid the link; null until it is paid.
             * @example SPEI
             */
            paid_with_method: string | null;
        };
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
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
             * @description The URL encoded in the QR code, the link's `checkout_url`.
             * @example https://checkout.example.com/pay/PL-7K2M-9QX4-B1TZ
             */
            encodes: string;
            /** @description The image, ready to embed in a page. */
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
             * @description Whether `asset` is of another currency family than the link.
             * @example false
             */
            requires_conversion: boolean;
            /**
             * @description Whether the service takes payments by this method at the moment. While it does not, tell payers not to send by
             *     it, as the payer's page does; it gets no new quote. What somebody has sent all the same is credited as usual.
             *     It says nothing about the quote: that is `quote_status`.
             * @example true
             */
            available: boolean;
            /** @description Why the method is not available. Present only if it is not. */
            unavailable_reason?: components["schemas"]["UnavailableReason"];
            /**
             * @description The amount the payer must send, in `asset`, with as many decimals as the rail supports (2 for bank
             *     transfers, up to 6 on a blockchain). A transfer of any other amount is not credited to the link. Null
             *     while `quote_status` is `calculating` and the amount is not known yet.
             * @example 1500.00
             */
            amount_due: string | null;
            /** @description The fee for paying by this method, in the link's `currency`. */
            fee: components["schemas"]["Amount"];
            /**
             * @description How much of the link's `currency` one unit of `asset` yields for the payer; 1.00000000 without conversion.
             *     The payment's conversion can have another rate, that of the exchange itself, which changes nothing for
             *     payer and account. Null while `quote_status` is `calculating` and the rate is not known yet.
             * @example 17.25000000
             */
            exchange_rate: string | null;
            /**
             * Format: date-time
             * @description When `amount_due` expires: when its quote ends, its place to pay to closes or the link expires, whichever
             *     is first. Null while `quote_status` is `calculating` and the time is not known yet.
             * @example 2026-11-03T18:35:00.114Z
             */
            amount_due_expires_at: string | null;
            quote_status: components["schemas"]["QuoteStatus"];
            instructions: components["schemas"]["PaymentInstructions"];
        };
        /**
         * @description Where to send the money. The fields depend on the method: SPEI has `clabe`, `reference` and `bank.name`; WIRE
         *     `bank` and `reference`; BREB `reference` and `bank.name`; on-chain methods `address`, `network` and mostly
         *     `payment_uri`. They can change with a new quote. Empty while `quote_status` is `calculating` and the provider has
         *     not supplied them yet.
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
             * @description A link that opens the payer's wallet with token, network, address and `amount_due` filled in (EIP-681, which
             *     not every wallet understands). It belongs to this `amount_due`: a new quote brings a new one.
             * @example ethereum:0xF197FFC28c23E0309B5559e7a166f2c6164C80aA@42161/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=1500000000
             */
            payment_uri?: string;
            /**
             * @description The reference the payer gives with the transfer; with BREB, the key to pay to.
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
             * @description The account holder's name.
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
             * Format: int64
             * @description Links that can be paid.
             * @example 12
             */
            active: number;
            /**
             * Format: int64
             * @description Links that were paid and are settling.
             * @example 1
             */
            processing: number;
            /**
             * Format: int64
             * @description Links that are credited.
             * @example 208
             */
            paid: number;
            /**
             * Format: int64
             * @description Links that the account stopped.
             * @example 9
             */
            cancelled: number;
            /**
             * Format: int64
             * @description Links that were not paid in time.
             * @example 31
             */
            expired: number;
            /**
             * Format: int64
             * @description All links.
             * @example 261
             */
            total: number;
        };
        /** @description A payment link to create. */
        CreatePaymentLinkRequest: {
            /**
             * @description The amount the account should receive, in `currency`. Must be within the currency's limits, which
             *     `GET /v1/payment_links/payment_methods` returns.
             */
            amount: components["schemas"]["RequestAmount"];
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description What the payment is for, 1 to 500 characters. Shown to the payer.
             * @example Order 10442
             */
            description: string;
            /**
             * @description Your own reference for the payment, 1 to 255 characters: an invoice or an order, for example. Several links
             *     can have the same one, `GET /v1/payment_links?reference=` finds them all, and payers do not see it.
             * @example INV-2026-0042
             */
            reference?: string;
            /**
             * @description The methods to offer; each must be able to pay this amount. By default, all that can and are enabled for
             *     the account.
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
             * @description An https URL to send the payer to after paying, without a user name or password.
             * @example https://shop.example.com/orders/10442
             */
            return_url?: string;
            /**
             * @description Who is going to pay, 1 to 140 characters, not blank and without control characters. Some providers match
             *     the name of the account that the money comes from with it. Shown neither to the payer nor in events.
             * @example Juana Pérez Luna
             */
            payer_name?: string;
            /**
             * Format: date-time
             * @description When the link stops being payable, 5 minutes to 90 days from now. By default, in 7 days. ISO 8601 with a
             *     time zone.
             * @example 2026-11-10T17:00:00.000Z
             */
            expires_at?: string;
        };
        /** @description The fields of a payment link to change, at least one. Omitted fields stay as they are. */
        UpdatePaymentLinkRequest: {
            /**
             * @description What the payment is for, 1 to 500 characters. Shown to the payer.
             * @example Order 10442, two items
             */
            description?: string;
            /**
             * @description Your own reference for the payment, 1 to 255 characters; null removes it.
             * @example INV-2026-0042
             */
            reference?: string | null;
            metadata?: components["schemas"]["MetadataChanges"];
            /**
             * Format: uri
             * @description An https URL to send the payer to after paying, without a user name or password; null removes it.
             * @example https://shop.example.com/orders/10442
             */
            return_url?: string | null;
            /**
             * Format: date-time
             * @description When the link stops being payable, 5 minutes to 90 days from now. ISO 8601 with a time zone. Each method's
             *     `amount_due_expires_at` moves with it, as far as quote and place to pay to allow.
             * @example 2026-11-20T17:00:00.000Z
             */
            expires_at?: string;
        };
        /**
         * @description Changes to the metadata: a key with a string is set, a key with null is removed, all others stay. The result
         *     must keep the limits of metadata: up to 50 keys of up to 40 characters, with string values of up to 500
         *     characters.
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
            /** @description The requested currency. */
            currency: components["schemas"]["LinkCurrency"];
            /** @description The requested amount, in `currency`. */
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
             * @description Whether the payer sends an asset of another currency family than the link.
             * @example true
             */
            requires_conversion: boolean;
            unavailable_reason?: components["schemas"]["UnavailableReason"];
            /**
             * @description The smallest amount that the method could pay, in the requested `currency`. Present only if the method is
             *     not available, whatever the reason.
             */
            minimum_required?: components["schemas"]["Amount"];
        };
        /**
         * @description Why a method cannot pay the amount: `BELOW_FIAT_MINIMUM`, it is below the method's minimum, does not cover the
         *     method's fee, or is below the minimum for links in this currency; `BELOW_CONVERSION_THRESHOLD`, it is below
         *     the minimum for conversions; `ABOVE_MAXIMUM`, it is above the maximum for links in this currency (`max_amount`
         *     in `amount_limits`); `RAIL_PAUSED`, the service takes no payments by this method at the moment, whatever the
         *     amount. Present only if the method is not available.
         * @example BELOW_CONVERSION_THRESHOLD
         * @enum {string}
         */
        UnavailableReason: "BELOW_FIAT_MINIMUM" | "BELOW_CONVERSION_THRESHOLD" | "ABOVE_MAXIMUM" | "RAIL_PAUSED";
        /** @description The smallest and largest amount a link in this currency can have. */
        AmountLimits: {
            /** @description The smallest amount, in the requested `currency`. */
            min_amount: components["schemas"]["Amount"];
            /** @description The largest amount, in the requested `currency`. */
            max_amount: components["schemas"]["Amount"];
        };
        /**
         * @description `active` can be scanned, `disabled` cannot.
         * @example active
         * @enum {string}
         */
        QrCodeStatus: "active" | "disabled";
        /**
         * @description The caller's own reference for a code, 1 to 100 characters; unique within the account.
         * @example till-04
         */
        QrExternalReference: string;
        /** @description A counter QR code in full. */
        QrCode: {
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
             * @description The code's name, shown to payers.
             * @example Till 4
             */
            name: string;
            /**
             * @description The code's location, shown to payers; null if not given.
             * @example Reforma 222
             */
            store_label: string | null;
            /**
             * @description The caller's own reference for the code; null if none was given.
             * @example till-04
             */
            external_reference: string | null;
            /** @description What the account receives. */
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description The amount of each payment through the code, in `currency`, with exactly 8 decimals; null if the payer
             *     enters it.
             * @example 45.00000000
             */
            fixed_amount: string | null;
            status: components["schemas"]["QrCodeStatus"];
            /**
             * Format: uri
             * @description The page that a scan opens, as encoded in the QR code. With `/print` appended, it is an A6 sheet with the
             *     name and the code.
             * @example https://checkout.example.com/q/0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            url: string;
            /** @description When the code was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The image of the code, ready to embed in a page. */
            svg: components["schemas"]["SvgImage"];
        };
        /** @description A counter QR code as shown in lists, without `svg`. */
        QrCodeSummary: {
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
             * @description The code's name, shown to payers.
             * @example Till 4
             */
            name: string;
            /**
             * @description The code's location, shown to payers; null if not given.
             * @example Reforma 222
             */
            store_label: string | null;
            /**
             * @description The caller's own reference for the code; null if none was given.
             * @example till-04
             */
            external_reference: string | null;
            /** @description What the account receives. */
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description The amount of each payment through the code, in `currency`, with exactly 8 decimals; null if the payer
             *     enters it.
             * @example 45.00000000
             */
            fixed_amount: string | null;
            status: components["schemas"]["QrCodeStatus"];
            /**
             * Format: uri
             * @description The page that a scan opens, as encoded in the QR code. With `/print` appended, it is an A6 sheet with the
             *     name and the code.
             * @example https://checkout.example.com/q/0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
             */
            url: string;
            /** @description When the code was created. */
            created_at: components["schemas"]["Timestamp"];
        };
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description A counter QR code to create. */
        CreateQrCodeRequest: {
            /**
             * @description The code's name, 1 to 100 characters. Shown to payers.
             * @example Till 4
             */
            name: string;
            /**
             * @description The code's location, 1 to 100 characters. Shown to payers.
             * @example Reforma 222
             */
            store_label?: string | null;
            /**
             * @description Your own reference for the code, 1 to 100 characters. Must be unique within the account.
             * @example till-04
             */
            external_reference?: string | null;
            /** @description The currency the account receives. It never changes. */
            currency: components["schemas"]["LinkCurrency"];
            /**
             * @description The amount of each payment, in `currency`: a decimal string with up to 12 integer digits and up to 8
             *     decimals, within the currency's limits. If omitted or null, the payer enters it.
             * @example 45.00
             */
            fixed_amount?: string | null;
        };
        /** @description The fields of a QR code to change, at least one. Omitted fields stay as they are. */
        UpdateQrCodeRequest: {
            /**
             * @description The code's name, 1 to 100 characters. Shown to payers.
             * @example Till 4
             */
            name?: string;
            /**
             * @description The code's location, 1 to 100 characters; null removes it.
             * @example Reforma 222
             * @example upstairs
             */
            store_label?: string | null;
            /**
             * @description The amount of each payment from now on, in the code's currency, within its limits; null lets the payer
             *     enter it.
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
            /** @description The payment link that the scan created. */
            payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount of the link, in `currency`. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["LinkCurrency"];
            /** @description The method it was paid with. */
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
            /** @description The payments, newest first. */
            data: components["schemas"]["QrCollection"][];
            /**
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
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
         *     | `fee` | the fee of a payment or a withdrawal was charged | deposit or withdrawal |
         *     | `deposit` | an unmatched deposit was accepted into the balance | deposit |
         *     | `withdrawal` | money was debited to be paid out, excluding the fee | withdrawal |
         *     | `conversion` | money was debited to be exchanged, or the proceeds were credited | conversion |
         *     | `refund` | money was debited to be sent back to a payer | refund |
         *     | `reversal` | money was credited back because a withdrawal, conversion or refund failed or was returned | that record |
         * @example payment
         * @enum {string}
         */
        TransactionType: "payment" | "fee" | "deposit" | "withdrawal" | "conversion" | "refund" | "reversal";
        /** @description One change to the account's available balance. A transaction never changes. */
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
            /** @description The change, in `asset`; negative for a decrease. */
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
             * @description Identifies the record within its kind.
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description All transactions that match the filters, as a table, newest first; the first line names the columns.
         * @example id,type,asset,amount,balance_after,source_object,source_id,payment_link_code,request_id,created_at
         */
        TransactionsAsCsv: string;
        /**
         * @description All transactions that match the filters, newest first, one JSON object per line.
         * @example {"object":"transaction","id":"0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10","type":"payment","asset":"MXNB","amount":"1500.00000000","balance_after":"9500.00000000","source":{"object":"deposit","id":"0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09"},"payment_link_code":"PL-7K2M-9QX4-B1TZ","request_id":null,"created_at":"2026-11-03T17:31:48.007Z"}
         */
        TransactionsAsNdjson: string;
        /**
         * @description The status of a deposit.
         *
         *     | status | meaning |
         *     |---|---|
         *     | `pending` | it was seen but is not final yet, so its amount or asset can still change, or it is being converted |
         *     | `credited` | it paid the link; a refund does not change this status, see `refunded_amount` |
         *     | `failed` | it was seen but never became final; there is no money |
         *     | `unmatched` | it could not be credited to a link, and is held outside the balance |
         *     | `accepted` | it was unmatched, and the account took it into its balance |
         *     | `refunding` | it was unmatched, and is being sent back to the payer |
         *     | `refunded` | it was unmatched, and was sent back to the payer |
         * @example credited
         * @enum {string}
         */
        DepositStatus: "pending" | "credited" | "failed" | "unmatched" | "accepted" | "refunding" | "refunded";
        /**
         * @description Why money was not credited, paid out, converted or sent back, in events and responses alike.
         *
         *     | reason | meaning | applies to |
         *     |---|---|---|
         *     | `UNDERPAID` | less than the amount due arrived | deposits |
         *     | `OVERPAID` | more than the amount due arrived | deposits |
         *     | `QUOTE_EXPIRED` | the amount due, or the rate, had expired | deposits, conversions |
         *     | `LINK_EXPIRED` | the link had expired | deposits |
         *     | `LINK_CANCELLED` | the link had been cancelled | deposits |
         *     | `LINK_ALREADY_PAID` | the link was already paid, or another payment for it is settling | deposits |
         *     | `WRONG_ASSET` | an asset other than the one due arrived | deposits |
         *     | `WRONG_NETWORK` | it arrived over a network other than the one given | deposits |
         *     | `WRONG_PRECISION` | the amount that arrived has more decimals than the method supports | deposits |
         *     | `UNKNOWN_DESTINATION` | it arrived at a destination that belongs to no link | deposits |
         *     | `PAYER_MISMATCH` | it arrived at a destination that had been given to another payer before, and cannot be shown to come from this link's payer | deposits |
         *     | `CONVERSION_FAILED` | it could not be converted into the link's currency | deposits |
         *     | `NOT_CONFIRMED` | it was seen but did not become final, or only after it had been given up | deposits |
         *     | `SCREENING_REFUSED` | it is refused by the payment rules of the service | deposits, withdrawals, refunds |
         *     | `PROVIDER_REFUSED` | the provider refused it for a reason that is not on this list | withdrawals, conversions, refunds |
         *     | `INVALID_DESTINATION` | there is no such account or address | withdrawals, refunds |
         *     | `DESTINATION_REJECTED` | the receiving bank or wallet rejected it | withdrawals, refunds |
         *     | `ACCOUNT_CLOSED` | the destination account is closed | withdrawals, refunds |
         *     | `LIMIT_EXCEEDED` | it exceeds the provider's limit per transfer or per day | withdrawals, conversions, refunds |
         *     | `INSUFFICIENT_PROVIDER_FUNDS` | the provider did not have enough funds | withdrawals, conversions, refunds |
         *     | `OPERATOR_DECIDED` | the operator of the service determined that it was not done | withdrawals, conversions, refunds |
         *     | `RETURNED` | it was done, and the receiving bank sent the money back for a reason that is not on this list | withdrawals, refunds |
         *     | `NOT_APPROVED` | it was asked for in the account panel, and the account's people declined it, took it back, or did not approve it in time | withdrawals |
         * @example LINK_EXPIRED
         * @enum {string}
         */
        Reason: "UNDERPAID" | "OVERPAID" | "QUOTE_EXPIRED" | "LINK_EXPIRED" | "LINK_CANCELLED" | "LINK_ALREADY_PAID" | "WRONG_ASSET" | "WRONG_NETWORK" | "WRONG_PRECISION" | "UNKNOWN_DESTINATION" | "PAYER_MISMATCH" | "CONVERSION_FAILED" | "NOT_CONFIRMED" | "SCREENING_REFUSED" | "PROVIDER_REFUSED" | "INVALID_DESTINATION" | "DESTINATION_REJECTED" | "ACCOUNT_CLOSED" | "LIMIT_EXCEEDED" | "INSUFFICIENT_PROVIDER_FUNDS" | "OPERATOR_DECIDED" | "RETURNED" | "NOT_APPROVED";
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
             * @description The payment link it was sent to; null if none.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            method: components["schemas"]["PaymentMethodName"];
            /** @description What arrived. */
            asset: components["schemas"]["Asset"];
            /**
             * @description The blockchain it arrived over; null if none.
             * @example Arbitrum
             */
            network: string | null;
            /** @description The amount that arrived, in `asset`; rounded down if there is an `exact_amount`. */
            amount: components["schemas"]["Amount"];
            /**
             * @description The amount that arrived, in `asset`, to the last digit. Present only if it has more than 8 decimals; such
             *     a deposit is never credited to a link.
             * @example 150.000000000000000001
             */
            exact_amount?: string;
            /** @description The amount sent back to the payer, in `asset`; zero until then. */
            refunded_amount: components["schemas"]["Amount"];
            /** @description Why it was not credited. Present only in that case. */
            unmatched_reason?: components["schemas"]["Reason"];
            /**
             * @description The CLABE, other account number, key or on-chain address where it arrived.
             * @example 646180157000000428
             */
            destination: string;
            /**
             * @description The reference the payer gave with the transfer; null if none.
             * @example 4820173
             */
            reference: string | null;
            /**
             * @description The provider's reference for the deposit.
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
        /** @description What is known about the payer. Fields that the rail does not provide are left out. */
        DepositPayer: {
            /**
             * @description The payer's name, as given by their bank.
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description The status of a withdrawal, conversion or refund.
         *
         *     | status | meaning |
         *     |---|---|
         *     | `requested` | it was requested; no money has moved yet |
         *     | `processing` | its money is held, and the provider is about to carry it out or is doing so |
         *     | `completed` | it was done |
         *     | `failed` | it was not done, and its money is back where it came from |
         *     | `returned` | it was completed, but the money came back, at times days later; it is back where it came from |
         * @example completed
         * @enum {string}
         */
        TransferStatus: "requested" | "processing" | "completed" | "failed" | "returned";
        /**
         * @description What the provider, or the operator of the service, said about the failure: text for people to read, in any
         *     language. It can contain account numbers, so events and the call log leave it out. Null if it did not fail.
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
            /** @description The amount taken from the balance, in `asset`; `net_amount` plus `fee`. */
            amount: components["schemas"]["Amount"];
            /** @description The fee that the service keeps, in `asset`; a separate movement. */
            fee: components["schemas"]["Amount"];
            /** @description The amount that arrives at the destination, in `asset`. */
            net_amount: components["schemas"]["Amount"];
            /** @description The asset that is withdrawn. */
            asset: components["schemas"]["Asset"];
            /** @description The method it uses. */
            method: components["schemas"]["PaymentMethodName"];
            destination: components["schemas"]["Destination"];
            /**
             * @description The provider's reference for the transfer; null until there is one.
             * @example SIM-PO-4F9C2A7E
             */
            provider_reference: string | null;
            /**
             * @description Why it failed or was returned; null when it was not.
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
            /**
             * Format: date-time
             * @description When its money came back after it was completed; null unless `status` is `returned`.
             * @example null
             */
            returned_at: string | null;
        };
        /** @description Where a withdrawal or a refund goes: to a `clabe`, to an `address` on a `network`, or to a `bank` account. */
        Destination: {
            /**
             * @description The 18-digit account number of a SPEI transfer.
             * @example 032180000118359719
             */
            clabe?: string;
            /**
             * @description The name of the CLABE's holder: as it was given or, by default, the account's name for a withdrawal and the
             *     payer's for a refund. Left out when it is not known.
             * @example Example Shop Inc.
             */
            beneficiary?: string;
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
            bank?: components["schemas"]["DestinationBank"];
        };
        /** @description The bank account that it goes to. */
        DestinationBank: {
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
             * @description The account holder's name.
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
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
            /** @description The asset that is exchanged. */
            from_asset: components["schemas"]["Asset"];
            /** @description The amount that is exchanged, in `from_asset`. */
            from_amount: components["schemas"]["Amount"];
            /** @description The asset that is received. */
            to_asset: components["schemas"]["Asset"];
            /**
             * @description The amount that is received, in `to_asset`, after the fee; null until it is known. Until the conversion is
             *     completed, what is expected. For a link's payment, the service bears the difference to what was expected:
             *     the account is credited with the link's amount either way.
             * @example 17163.75000000
             */
            to_amount: string | null;
            /**
             * @description How much `to_asset` one unit of `from_asset` yields, before the fee; null until it is known. Until the
             *     conversion is completed, what is expected; then the rate of the exchange itself.
             * @example 17.25000000
             */
            exchange_rate: string | null;
            /** @description The fee that the service keeps, in `to_asset`; it is already deducted from `to_amount`. */
            fee: components["schemas"]["Amount"];
            /**
             * @description The payment link whose payment was converted, or whose refund the conversion pays for; null for a conversion of
             *     the account's own.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            /**
             * Format: uuid
             * @description The deposit that was converted, or whose refund the conversion pays for; null for a conversion of the account's
             *     own.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string | null;
            /**
             * @description The provider's reference for the exchange; null until there is one.
             * @example SIM-PO-4F9C2A7E
             */
            provider_reference: string | null;
            /**
             * Format: date-time
             * @description When the provider's locked rate expires; null without a locked quote.
             * @example 2026-11-03T18:35:00.114Z
             */
            quote_expires_at: string | null;
            /**
             * @description Why it failed or was returned; null when it was not.
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description Money that is sent back to a payer, in what the payer sent.
         *
         *     A payment that was converted is refunded in the payer's asset, and the account is debited what that costs at the
         *     time of the refund: see `conversion_id`.
         */
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
            /** @description The amount that is sent back, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description The asset that is sent back. */
            asset: components["schemas"]["Asset"];
            /**
             * Format: uuid
             * @description The deposit that is sent back, in full or in part.
             * @example 0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09
             */
            deposit_id: string;
            /**
             * @description The payment link that the deposit was sent to; null if none.
             * @example PL-7K2M-9QX4-B1TZ
             */
            payment_link_code: string | null;
            /**
             * @description Where it is sent to, when somebody had to name that; null when it goes back the way it came.
             * @example {
             *       "clabe": "032180000118359719"
             *     }
             */
            destination: components["schemas"]["Destination"] | null;
            /**
             * @description Why the account refunded the payment; null when nobody said, or the refund was automatic.
             * @example requested_by_customer
             */
            reason: components["schemas"]["RefundReason"] | null;
            /**
             * Format: uuid
             * @description The conversion that bought what is sent, at the rate of the refund; its `from_amount` is what the account was
             *     debited. Null for a payment that was not converted, which is debited as `amount`.
             * @example null
             */
            conversion_id: string | null;
            /**
             * @description The provider's reference for the refund; null until there is one.
             * @example SIM-PO-4F9C2A7E
             */
            provider_reference: string | null;
            /**
             * @description Why it failed or was returned; null when it was not.
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
            /**
             * Format: date-time
             * @description When its money came back after it was completed; null unless `status` is `returned`.
             * @example null
             */
            returned_at: string | null;
        };
        /**
         * @description Why a payment was refunded.
         *
         *     | Value | Meaning |
         *     |---|---|
         *     | `requested_by_customer` | the payer asked for it |
         *     | `duplicate` | the payer paid twice |
         *     | `fraudulent` | the payment is believed to be fraudulent |
         *     | `other` | another reason |
         * @example requested_by_customer
         * @enum {string}
         */
        RefundReason: "requested_by_customer" | "duplicate" | "fraudulent" | "other";
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
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
             * @description The account's name for the key at that time.
             * @example Web shop
             */
            name: string;
            /**
             * @description The last four characters of the secret.
             * @example x7Qp
             */
            last_four: string;
        };
        /** @description An entry of the call log as shown in lists, without its bodies. */
        RequestLogSummary: {
            /**
             * @description Always `request_log`.
             * @example request_log
             * @constant
             */
            object: "request_log";
            /**
             * @description Identifies the call; the `X-Request-Id` of its response.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            request_id: string;
            /**
             * @description The HTTP method, which may be one that the service does not support.
             * @example POST
             */
            method: string;
            /**
             * @description The path as it was sent, without the query string; at most its first 512 characters.
             * @example /v1/payment_links
             */
            path: string;
            /**
             * @description The query parameters, each with its value as it was sent; values of a parameter that was sent several
             *     times are joined with commas. Parameters that the operation does not have are left out. Long values are
             *     cut, and `[truncated]` marks the cut. Null if there was no query string.
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
             * Format: int32
             * @description The HTTP status of the response.
             * @example 201
             */
            status: number;
            /**
             * @description The `error.code` of the response; null if the call succeeded.
             * @example null
             */
            error_code: string | null;
            /**
             * Format: int64
             * @description The time from the arrival of the request to its response, in milliseconds.
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
             * @description The `Idempotency-Key` of the call, at most its first 255 characters; null if it had none.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            idempotency_key: string | null;
            /**
             * @description The version of the response.
             * @example 2026-11-01
             */
            api_version: string;
            /** @description When the request arrived. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An entry of the call log in full. */
        RequestLog: {
            /**
             * @description Always `request_log`.
             * @example request_log
             * @constant
             */
            object: "request_log";
            /**
             * @description Identifies the call; the `X-Request-Id` of its response.
             * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
             */
            request_id: string;
            /**
             * @description The HTTP method, which may be one that the service does not support.
             * @example POST
             */
            method: string;
            /**
             * @description The path as it was sent, without the query string; at most its first 512 characters.
             * @example /v1/payment_links
             */
            path: string;
            /**
             * @description The query parameters, each with its value as it was sent; values of a parameter that was sent several
             *     times are joined with commas. Parameters that the operation does not have are left out. Long values are
             *     cut, and `[truncated]` marks the cut. Null if there was no query string.
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
             * Format: int32
             * @description The HTTP status of the response.
             * @example 201
             */
            status: number;
            /**
             * @description The `error.code` of the response; null if the call succeeded.
             * @example null
             */
            error_code: string | null;
            /**
             * Format: int64
             * @description The time from the arrival of the request to its response, in milliseconds.
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
             * @description The `Idempotency-Key` of the call, at most its first 255 characters; null if it had none.
             * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
             */
            idempotency_key: string | null;
            /**
             * @description The version of the response.
             * @example 2026-11-01
             */
            api_version: string;
            /** @description When the request arrived. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The request body, with defaults for omitted fields, as far as the log keeps it. Null if there was no
             *     body, or the call was rejected before the body was parsed.
             */
            request_body: components["schemas"]["LoggedBody"];
            /** @description The response body, as far as the log keeps it. Null if there was none, or if it was an image. */
            response_body: components["schemas"]["LoggedBody"];
        };
        /**
         * @description Any JSON value: a body as the call log keeps it. `[redacted]` replaces what it does not keep, which can be the whole
         *     body, and `[truncated]` marks where a long body or a page of a list was cut. Fields that the service does not
         *     know are left out.
         * @example {
         *       "amount": "1500.00",
         *       "currency": "MXNB",
         *       "description": "Order 10442",
         *       "metadata": "[redacted]"
         *     }
         */
        LoggedBody: unknown;
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description The name of an event type.
         * @example payment_link.paid
         * @enum {string}
         */
        WebhookEventName: "payment_link.paid" | "payment_link.partial_deposit" | "deposit.completed" | "deposit.failed" | "withdrawal.completed" | "withdrawal.failed" | "conversion.completed" | "balance.updated" | "refund.completed" | "refund.failed";
        /**
         * @description What a delivery can carry: an event type, or `webhook_endpoint.test` for the event that
         *     `POST /v1/webhook_endpoints/{id}/test` sends.
         * @example payment_link.paid
         * @enum {string}
         */
        DeliveredEventType: "payment_link.paid" | "payment_link.partial_deposit" | "deposit.completed" | "deposit.failed" | "withdrawal.completed" | "withdrawal.failed" | "conversion.completed" | "balance.updated" | "refund.completed" | "refund.failed" | "webhook_endpoint.test";
        /** @description A URL that receives events. */
        WebhookEndpoint: {
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
             * @description The https URL that receives the events.
             * @example https://shop.example.com/webhooks/payments
             */
            url: string;
            /**
             * @description The caller's own note; empty when none was given.
             * @example Order service
             */
            description: string;
            /**
             * @description The event types that are delivered.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            enabled_events: components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether the account has the endpoint switched on.
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
             * @description When the service switched the endpoint off, after five deliveries in a row had used up all attempts.
             *     Present only in that case.
             */
            disabled_at?: components["schemas"]["Timestamp"];
            /**
             * @description Why the service switched the endpoint off. Present only in that case.
             * @example Five deliveries in a row failed after six attempts each.
             */
            disabled_reason?: string;
        };
        /** @description A webhook endpoint with its secret, as returned by registration. */
        WebhookEndpointWithSecret: {
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
             * @description The https URL that receives the events.
             * @example https://shop.example.com/webhooks/payments
             */
            url: string;
            /**
             * @description The caller's own note; empty when none was given.
             * @example Order service
             */
            description: string;
            /**
             * @description The event types that are delivered.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            enabled_events: components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether the account has the endpoint switched on.
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
             * @description When the service switched the endpoint off, after five deliveries in a row had used up all attempts.
             *     Present only in that case.
             */
            disabled_at?: components["schemas"]["Timestamp"];
            /**
             * @description Why the service switched the endpoint off. Present only in that case.
             * @example Five deliveries in a row failed after six attempts each.
             */
            disabled_reason?: string;
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /** @description A webhook endpoint to register. */
        CreateWebhookEndpointRequest: {
            /**
             * Format: uri
             * @description An https URL that can be reached from the internet: a host name on port 443 or 8443, without a user name
             *     or a fragment. IP addresses, including public ones, and other ports are rejected. Only a sandbox takes
             *     http URLs too, of receivers on its own machine, like `http://127.0.0.1:8080/hook`.
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
             * @description The event types to deliver. By default, all that exist at registration.
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
        /** @description An event type and its data. */
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
            /** @description All fields of the event's `data`. */
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
             * @description What it holds, with its unit if it has one.
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
        /** @description The fields of a webhook endpoint to change. Omitted fields stay as they are. */
        UpdateWebhookEndpointRequest: {
            /**
             * Format: uri
             * @description An https URL that can be reached from the internet: a host name on port 443 or 8443, without a user name
             *     or a fragment. IP addresses, including public ones, and other ports are rejected. Only a sandbox takes
             *     http URLs too, of receivers on its own machine, like `http://127.0.0.1:8080/hook`.
             * @example https://shop.example.com/webhooks/payments
             */
            url?: string;
            /**
             * @description A note for yourself, up to 500 characters.
             * @example Order service
             */
            description?: string;
            /**
             * @description The event types to deliver from now on.
             * @example [
             *       "payment_link.paid",
             *       "deposit.failed"
             *     ]
             */
            enabled_events?: components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether the account has the endpoint switched on.
             * @example false
             */
            enabled?: boolean;
        };
        /** @description The outcome of a test. */
        WebhookTest: {
            /**
             * @description Always `webhook_test`.
             * @example webhook_test
             * @constant
             */
            object: "webhook_test";
            event_id: components["schemas"]["EventId"];
            /**
             * @description Whether the receiver responded with a 2xx in time.
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
        /** @description The data of a test event. */
        WebhookTestData: {
            /**
             * Format: uuid
             * @description The endpoint being tested.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            webhook_endpoint_id: string;
        };
        /**
         * Format: int32
         * @description The HTTP status of the receiver's response; null if none came.
         * @example 200
         */
        WebhookAnswerStatus: number | null;
        /**
         * @description Why the attempt failed; null when it succeeded. A non-2xx status reads `status 500`, for example; any other
         *     failure is a code, sometimes followed by a colon and a detail: `timeout`, `dns_failed`, `connection_refused`,
         *     `connection_reset`, `unreachable`, `tls_error`, `redirect_not_followed`, `invalid_response`,
         *     `address_not_allowed`, `network_error`.
         * @example timeout
         */
        WebhookAttemptError: string | null;
        /**
         * Format: int64
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
            /** @description The error of the last attempt; null if it succeeded, or none was made yet. */
            error: components["schemas"]["WebhookAttemptError"];
            /** @description The attempts so far, first to last. */
            attempts: components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due; null if there is none.
             * @example 2026-11-03T17:32:48.310Z
             */
            next_attempt_at: string | null;
            /** @description When the event happened. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The events to send again. */
        ReplayWebhookEventsRequest: {
            /**
             * Format: date-time
             * @description The beginning of the window; an event of exactly this time belongs to it.
             * @example 2026-11-03T17:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the window, not before `from`; an event of exactly this time belongs to it.
             * @example 2026-11-03T18:30:00.000Z
             */
            to: string;
            /**
             * @description Only events of these types. Types that the endpoint does not receive are not sent to it. By default, all
             *     types that it receives.
             * @example [
             *       "payment_link.paid"
             *     ]
             */
            types?: components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether only to count, and to send nothing.
             * @default false
             * @example true
             */
            dry_run: boolean;
        };
        /** @description Events that are sent to an endpoint again. */
        WebhookReplay: {
            /**
             * @description Always `webhook_replay`.
             * @example webhook_replay
             * @constant
             */
            object: "webhook_replay";
            /**
             * Format: uuid
             * @description The endpoint they go to.
             * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
             */
            webhook_endpoint_id: string;
            /** @description The beginning of the window. */
            from: components["schemas"]["Timestamp"];
            /** @description The end of the window. */
            to: components["schemas"]["Timestamp"];
            /**
             * @description The types that are sent.
             * @example [
             *       "payment_link.paid"
             *     ]
             */
            types: components["schemas"]["WebhookEventName"][];
            /**
             * @description Whether nothing was sent.
             * @example false
             */
            dry_run: boolean;
            /**
             * Format: int32
             * @description How many deliveries became due or, in a dry run, would become due.
             * @example 128
             */
            count: number;
            /**
             * Format: int32
             * @description How many of these the receiver had accepted before.
             * @example 117
             */
            already_delivered: number;
            /**
             * @description Whether the window holds more than could be taken at once.
             * @example false
             */
            has_more: boolean;
        };
        /** @description One attempt of a delivery. */
        WebhookDeliveryAttempt: {
            /**
             * Format: int32
             * @description The number of the attempt, as in the header `Service-Delivery-Attempt`.
             * @example 1
             */
            number: number;
            /** @description When it ended. The delay before the next attempt counts from here. */
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
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page; null on the last page.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * Format: int64
         * @description The event's number among all events of the account: 1, 2, 3 and so on, without gaps, in the order in which
         *     they were recorded. After the service was restored from a backup, they continue at a much higher number. It is
         *     in the responses of `GET /v1/events`; a delivery has it in the header `Service-Event-Sequence`.
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
        WebhookEvent: components["schemas"]["PaymentLinkPaidEvent"] | components["schemas"]["PaymentLinkPartialDepositEvent"] | components["schemas"]["DepositCompletedEvent"] | components["schemas"]["DepositFailedEvent"] | components["schemas"]["WithdrawalCompletedEvent"] | components["schemas"]["WithdrawalFailedEvent"] | components["schemas"]["ConversionCompletedEvent"] | components["schemas"]["BalanceUpdatedEvent"] | components["schemas"]["RefundCompletedEvent"] | components["schemas"]["RefundFailedEvent"];
        /** @description One page of events. */
        WebhookEventList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The events, in the requested order. */
            data: components["schemas"]["WebhookEvent"][];
            /**
             * @description Whether there are more items after these.
             * @example true
             */
            has_more: boolean;
            /**
             * @description What to send as `cursor` for the next page. With `order=desc` it is null on the last page, with
             *     `order=asc` never.
             * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
             */
            next_cursor: string | null;
        };
        /**
         * @description How the payer pays.
         *
         *     | scenario | what happens |
         *     |---|---|
         *     | `exact` | the amount due arrives, once, at the right destination |
         *     | `under` | a tenth less than the amount due arrives |
         *     | `over` | a tenth more than the amount due arrives |
         *     | `duplicate` | the exact amount arrives, and the provider sends two deposit notifications |
         *     | `wrong_network` | the exact amount arrives over another network; only for on-chain methods |
         *     | `seen_then_confirmed` | the exact amount is first only seen, and the link is `processing`; it becomes final a few seconds later |
         * @example exact
         * @enum {string}
         */
        DepositScenario: "exact" | "under" | "over" | "duplicate" | "wrong_network" | "seen_then_confirmed";
        /** @description A payment to simulate. */
        SimulateDepositRequest: {
            /** @description The method to pay with, one of the link's `accepted_methods`. */
            method: components["schemas"]["PaymentMethodName"];
            /** @default exact */
            scenario: components["schemas"]["DepositScenario"];
            /**
             * @description The amount that arrives, in the method's `asset`, instead of the scenario's; with no more decimals than
             *     the rail supports.
             */
            amount?: components["schemas"]["RequestAmount"];
        };
        /** @description How far to advance the clock. */
        AdvanceClockRequest: {
            /**
             * Format: int64
             * @description The number of seconds, up to 365 days.
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
            /** @description The deployment's time after the advance. */
            now: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description How far the clock is ahead of real time in total, in seconds.
             * @example 900
             */
            advanced_by_seconds: number;
        };
        /**
         * @description What goes wrong. With a call:
         *
         *     - `rate_limited`: it returns 429 with `Retry-After: 1`; nothing was done.
         *     - `internal_error`: it returns 500; nothing was done.
         *     - `late_response`: it is carried out at once, and its response comes `delay_ms` later.
         *     - `lost_request`: the connection is closed without a response; nothing was done, and the call log does not have
         *       it.
         *     - `lost_response`: it is carried out, then the connection is closed without a response.
         *
         *     With an attempt to deliver an event:
         *
         *     - `late_delivery`: it is made `delay_ms` later.
         *     - `duplicate_delivery`: it is made twice; the outcome of the second counts.
         *     - `out_of_order_delivery`: it is made after the next one to the same endpoint, or after five seconds if there is
         *       none.
         * @example lost_response
         * @enum {string}
         */
        FaultKind: "rate_limited" | "internal_error" | "late_response" | "lost_request" | "lost_response" | "late_delivery" | "duplicate_delivery" | "out_of_order_delivery";
        /** @description A fault to happen. */
        CreateFaultRequest: {
            kind: components["schemas"]["FaultKind"];
            /**
             * @description Only calls of this operation, named by its `operationId`. By default, calls of every operation. Not for
             *     deliveries.
             * @example createPaymentLink
             */
            operation?: string;
            /**
             * Format: int32
             * @description How late, in milliseconds, up to 10 seconds. Required for `late_response` and `late_delivery`, and only
             *     possible for these.
             * @example 1500
             */
            delay_ms?: number;
            /**
             * Format: int32
             * @description With how many calls or attempts it happens, 1 to 100.
             * @default 1
             * @example 1
             */
            count: number;
        };
        /** @description A fault that the account asked for. */
        Fault: {
            /**
             * @description Always `fault`.
             * @example fault
             * @constant
             */
            object: "fault";
            /**
             * Format: uuid
             * @description The fault's id.
             * @example 0192f3a4-e6f7-7b19-83d4-5e6f70819203
             */
            id: string;
            kind: components["schemas"]["FaultKind"];
            /**
             * @description The operation whose calls it happens with; null for every operation, and for deliveries.
             * @example createPaymentLink
             */
            operation: string | null;
            /**
             * Format: int32
             * @description How late, in milliseconds; null for faults that are not about lateness.
             * @example null
             */
            delay_ms: number | null;
            /**
             * Format: int32
             * @description With how many calls or attempts it happens in all.
             * @example 1
             */
            count: number;
            /**
             * Format: int32
             * @description How many of these are still to come.
             * @example 1
             */
            remaining: number;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it ends, even if it has not happened as often as asked for. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The faults that are still to happen. */
        FaultList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /** @description The faults, the oldest first. */
            data: components["schemas"]["Fault"][];
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
        /**
         * @description The broad class of an error.
         * @example invalid_request
         * @enum {string}
         */
        ErrorType: "invalid_request" | "authentication_error" | "permission_error" | "not_found" | "conflict" | "rate_limit_error" | "api_error";
        /**
         * @description What went wrong, for programs to branch on.
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
         *     | `kyb_not_started` | 403 | the business verification has not been started |
         *     | `kyb_incomplete` | 403 | the business verification is incomplete |
         *     | `kyb_pending_review` | 403 | the business verification is complete and awaits review |
         *     | `kyc_not_started` | 403 | the account holder's verification has not been started |
         *     | `kyc_incomplete` | 403 | the account holder's verification is incomplete |
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
         *     | `webhook_endpoint_limit_reached` | 409 | the account has the maximum number of webhook endpoints |
         *     | `webhook_redelivery_limit_reached` | 409 | the delivery has been repeated the maximum number of times |
         *     | `idempotency_request_in_progress` | 409 | another call with the same key is still running |
         *     | `payload_too_large` | 413 | the body is larger than 256 KiB |
         *     | `unsupported_media_type` | 415 | the body is not declared as JSON, or is compressed |
         *     | `idempotency_key_reused` | 422 | the same key was used for a different request |
         *     | `rate_limit_exceeded` | 429 | the requests per minute or the money operations per day are used up, or the service is overloaded |
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
             * @description The body field, parameter or header at fault, with dots and brackets for nested fields
             *     (`accepted_methods[1]`). Present only if there is one.
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
         * @description Identifies the event. It is derived from what happened, so the same fact always has the same id; remember the
         *     ids you have handled to ignore duplicates.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        EventId: string;
        /**
         * Format: int64
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
        /** @description The data of the event `payment_link.paid`; nothing else is sent. */
        PaymentLinkPaidData: {
            /** @description The code of the payment link, which has the `reference` and the metadata that you gave it. */
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
        /** @description The data of the event `payment_link.partial_deposit`; nothing else is sent. */
        PaymentLinkPartialDepositData: {
            /** @description The code of the payment link, which has the `reference` and the metadata that you gave it. */
            link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount due, in `currency`. */
            required_amount: components["schemas"]["Amount"];
            /** @description The amount that arrived, in `currency`. */
            received_amount: components["schemas"]["Amount"];
            /** @description The asset of both amounts, which the payer sent. */
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
        /** @description The data of the event `deposit.completed`; nothing else is sent. */
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
            /** @description The method it arrived by. */
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
        /** @description The data of the event `deposit.failed`; nothing else is sent. */
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
        /** @description The data of the event `withdrawal.completed`; nothing else is sent. */
        WithdrawalCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the withdrawal.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            withdrawal_id: string;
            /** @description The amount taken from the balance, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description The amount that reached the destination, in `asset`. */
            net_amount: components["schemas"]["Amount"];
            /** @description The fee that the service kept, in `asset`. */
            fee: components["schemas"]["Amount"];
            /** @description The asset that was withdrawn. */
            asset: components["schemas"]["Asset"];
            /** @description The method it used. */
            method: components["schemas"]["PaymentMethodName"];
        };
        /**
         * @description The event `withdrawal.failed`. A withdrawal could not be paid out, or its money came back. The money is available in the
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
        /** @description The data of the event `withdrawal.failed`; nothing else is sent. */
        WithdrawalFailedData: {
            /**
             * Format: uuid
             * @description Identifies the withdrawal.
             * @example 0192f3a4-e1f2-7b39-a4b5-8c9d0e1f2a3b
             */
            withdrawal_id: string;
            /** @description The amount that was to be withdrawn, in the asset of the withdrawal. */
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
        /** @description The data of the event `conversion.completed`; nothing else is sent. */
        ConversionCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the conversion.
             * @example 0192f3a4-c2b7-7a10-9f21-3d5c7e9b1a2f
             */
            conversion_id: string;
            /** @description The asset that was exchanged. */
            from_asset: components["schemas"]["Asset"];
            /** @description The asset that was received. */
            to_asset: components["schemas"]["Asset"];
            /** @description The amount that was exchanged, in `from_asset`. */
            from_amount: components["schemas"]["Amount"];
            /** @description The amount that was received, in `to_asset`. */
            to_amount: components["schemas"]["Amount"];
            /** @description How much `to_asset` was received per unit of `from_asset`. */
            exchange_rate: components["schemas"]["ExchangeRate"];
            /** @description The fee that the service kept, in `to_asset`. */
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
        /** @description The data of the event `balance.updated`; nothing else is sent. */
        BalanceUpdatedData: {
            /** @description The asset whose balance changed. */
            asset: components["schemas"]["Asset"];
            /** @description The available balance after the change, in `asset`. */
            new_balance: components["schemas"]["Amount"];
            /** @description The change, in `asset`; negative for a decrease. */
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
        /** @description The data of the event `refund.completed`; nothing else is sent. */
        RefundCompletedData: {
            /**
             * Format: uuid
             * @description Identifies the refund.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            refund_id: string;
            /** @description The payment link that had been paid. */
            payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount that was sent back, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description The asset that was sent back. */
            asset: components["schemas"]["Asset"];
        };
        /**
         * @description The event `refund.failed`. Money could not be sent back to a payer, or came back. It is available in the account
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
        /** @description The data of the event `refund.failed`; nothing else is sent. */
        RefundFailedData: {
            /**
             * Format: uuid
             * @description Identifies the refund.
             * @example 0192f3a5-0a1b-7c4d-8e5f-6a7b8c9d0e1f
             */
            refund_id: string;
            /** @description The payment link that had been paid. */
            payment_link_code: components["schemas"]["PaymentLinkCode"];
            /** @description The amount that was to be sent back, in `asset`. */
            amount: components["schemas"]["Amount"];
            /** @description The asset that was to be sent back. */
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
        /** @description `invalid_api_key`: there is no API key, or it cannot be used. Every reason gets the same response. */
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
         * @description `insufficient_scope`: the API key lacks `links:write`. All other codes name, in this order, the first thing
         *     that keeps the account from collecting: `user_not_found`, `account_blocked`, `account_suspended`,
         *     `email_not_verified`, `phone_not_verified`, `kyc_not_started`, `kyc_incomplete`, `kyb_not_started`,
         *     `kyb_incomplete`, `kyb_pending_review`, `forbidden`. They are resolved in the account panel or with support,
         *     not by retrying.
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
         *     codes name, in this order, the first thing that keeps the account from creating anything new:
         *     `user_not_found`, `account_blocked`, `account_suspended`, `email_not_verified`, `phone_not_verified`,
         *     `kyc_not_started`, `kyc_incomplete`, `kyb_not_started`, `kyb_incomplete`, `kyb_pending_review`, `forbidden`
         *     (the business verification was rejected). They are resolved in the account panel or with support, not by
         *     retrying.
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
         * @description `payment_link_not_found`: the account has no link with this code. Another account's link gets the same
         *     response.
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
         * @description `request_log_not_found`: no call of the account in the last 30 days had this request id. Another account's
         *     call gets the same response.
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
         * @description `method_not_allowed`: the path exists, but not with this method. Belongs to no operation; `Allow` lists the
         *     supported methods.
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
         * @description `webhook_redelivery_limit_reached`: the delivery has already been repeated ten times.
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
         * @description `idempotency_key_reused`: this `Idempotency-Key` was used before for a different request. Use a new key for a
         *     new request.
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
        /** @description `rate_limit_exceeded`: the requests per minute are used up, or the service is overloaded. */
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
         * @description `rate_limit_exceeded`: the requests per minute or the money operations per day are used up, or the service is
         *     overloaded.
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
        /** @description The event was received; its delivery is complete. The response body is ignored. */
        EventAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The delivery failed, as it does without a response within 10 seconds. It is retried, up to six attempts in
         *     all.
         */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `internal_error`: the service failed. Nothing was changed, unless the response was lost on the way: retry with
         *     the same `Idempotency-Key`.
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
         * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
         *     `GET /v1/health`, the newest).
         * @example 2026-11-01
         */
        ServiceVersion: "2026-05-01" | "2026-11-01";
        /**
         * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
         *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
         * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
         */
        IdempotencyKey: string;
        /**
         * @description The maximum number of items on the page.
         * @example 50
         */
        Limit: number;
        /**
         * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
         *     was issued for. Omit it for the first page.
         * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
         */
        Cursor: string;
        /**
         * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
         *     offset as `%2B`.
         * @example 2026-11-01T00:00:00.000Z
         */
        CreatedAfter: string;
        /**
         * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
         * @example 2026-11-30T23:59:59.999Z
         */
        CreatedBefore: string;
        /**
         * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
         *     link, returns `404 payment_link_not_found`.
         * @example PL-7K2M-9QX4-B1TZ
         */
        LinkCode: string;
        /**
         * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
         *     returns `404 qr_code_not_found`.
         * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
         */
        QrCodeId: string;
        /**
         * @description The webhook endpoint's `id`.
         * @example 0192f3a4-d5e6-7a18-b2c3-6d7e8f901a2b
         */
        WebhookEndpointId: string;
        /**
         * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
         *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
         *     match.
         * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
         */
        ServiceSignature: string;
        /**
         * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
         * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
         */
        ServiceEventId: components["schemas"]["EventId"];
        /**
         * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
         * @example payment_link.paid
         */
        ServiceEventType: components["schemas"]["DeliveredEventType"];
        /**
         * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
         *     order. A test delivery has none. Not signed.
         * @example 4711
         */
        ServiceEventSequence: components["schemas"]["EventSequence"];
        /**
         * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
         * @example 1
         */
        ServiceDeliveryAttempt: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The version of this response, whether it was requested or not.
         * @example 2026-11-01
         */
        "Service-Version": string;
        /**
         * @description Identifies this call. Quote it when asking for help.
         * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
         */
        "X-Request-Id": string;
        /**
         * @description Requests per minute allowed for the API key (without a usable key, for the IP address).
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description Requests left in the current minute.
         * @example 597
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the current minute ends and the count resets.
         * @example 42
         */
        "RateLimit-Reset": number;
        /**
         * @description Money operations per day allowed for the API key.
         * @example 1000
         */
        "RateLimit-Money-Limit": number;
        /**
         * @description Money operations left today.
         * @example 988
         */
        "RateLimit-Money-Remaining": number;
        /**
         * @description Seconds until 00:00 UTC, when the count of money operations resets.
         * @example 24954
         */
        "RateLimit-Money-Reset": number;
        /**
         * @description `true` when this is the stored response to an earlier call with the same `Idempotency-Key`. Absent when the
         *     work was done by this call.
         * @example true
         */
        "Idempotent-Replay": boolean;
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
         * @description The methods that this path supports, separated by commas.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Any JSON object of up to 64 KiB, with any names, strings and numbers, or no body. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description Only links with exactly this `reference`.
                 * @example INV-2026-0042
                 */
                reference?: string;
                /**
                 * @description Only links whose metadata has this value under this key: `metadata[order_id]=10442`. With up to 5 keys, a
                 *     link must have all of them. A key with a bracket in it cannot be looked for.
                 * @example {
                 *       "order_id": "10442"
                 *     }
                 */
                metadata?: components["schemas"]["MetadataFilter"];
                /**
                 * @description Only links of exactly this amount, in whichever currency: `1500.5` and `1500.50` find the same links.
                 * @example 1500.50
                 */
                amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link was deleted. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
                /**
                 * @description The name of one of the link's `accepted_methods`. Any other string of up to 64 characters returns
                 *     `404 payment_link_method_not_found`.
                 * @example USDC
                 */
                method: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The method with its current quote, or with one that is being calculated. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
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
                    "image/svg+xml": components["schemas"]["SvgFile"];
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The code's name, and what it should collect. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
                 * @example 0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f
                 */
                id: components["parameters"]["QrCodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code was deleted. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
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
                    "image/svg+xml": components["schemas"]["SvgFile"];
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The QR code's `id`. Any other string of up to 64 characters, including the id of another account's code,
                 *     returns `404 qr_code_not_found`.
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description Only deposits that arrived by this method.
                 * @example SPEI
                 */
                method?: components["schemas"]["PaymentMethodName"];
                /**
                 * @description Only deposits of exactly this amount; `1500.5` and `1500.50` find the same ones.
                 * @example 1500.50
                 */
                amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only deposits that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description Only withdrawals that use this method.
                 * @example SPEI
                 */
                method?: components["schemas"]["PaymentMethodName"];
                /**
                 * @description Only withdrawals of exactly this amount; `1500.5` and `1500.50` find the same ones.
                 * @example 1500.50
                 */
                amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only conversions in this status.
                 * @example completed
                 */
                status?: components["schemas"]["TransferStatus"];
                /**
                 * @description Only conversions from or to this asset.
                 * @example USDC
                 */
                asset?: components["schemas"]["Asset"];
                /**
                 * @description Only conversions that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description Only refunds of exactly this amount; `1500.5` and `1500.50` find the same ones.
                 * @example 1500.50
                 */
                amount?: components["schemas"]["RequestAmount"];
                /**
                 * @description Only refunds that belong to this payment link, which may have been deleted since.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                payment_link_code?: components["schemas"]["PaymentLinkCode"];
                /**
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only calls that returned this HTTP status.
                 * @example 422
                 */
                status?: number;
                /**
                 * @description Only calls with this HTTP method.
                 * @example POST
                 */
                method?: components["schemas"]["HttpMethod"];
                /**
                 * @description Only calls to exactly this path, without a query string.
                 * @example /v1/payment_links/PL-7K2M-9QX4-B1TZ
                 */
                path?: string;
                /**
                 * @description Only calls made with the API key of this `id`.
                 * @example 0192f3a3-1b7c-7e02-a4d5-0c6e8f9a1b2c
                 */
                credential?: string;
                /**
                 * @description Only the call whose response had this `X-Request-Id`.
                 * @example req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12
                 */
                request_id?: string;
                /**
                 * @description Only calls made at or after this time. If omitted, the list begins 7 days before `created_before`, or 7
                 *     days ago. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The `X-Request-Id` of the call's response.
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
            /** @description The endpoint was deleted. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
            /** @description The outcome. */
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
            /** @description The delivery, waiting for its attempt. */
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
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
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
        /** @description Which events. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookEventsRequest"];
            };
        };
        responses: {
            /** @description The replay, whose deliveries wait for their attempts. */
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
                    "application/json": components["schemas"]["WebhookReplay"];
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
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on the page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, unchanged. Opaque: do not parse it, and send it with the filters it
                 *     was issued for. Omit it for the first page.
                 * @example eyJjIjoiMjAyNi0xMS0wM1QxNzowNDowNS4yNTBaIn0.9mK2vQx1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only events of this type.
                 * @example payment_link.paid
                 */
                type?: components["schemas"]["WebhookEventName"];
                /**
                 * @description `desc` is newest first; `asc` is by `sequence`, for following the list (see above).
                 * @example desc
                 */
                order?: components["schemas"]["EventOrder"];
                /**
                 * @description Only items created at or after this time. ISO 8601 with a time zone, from 2000 to 2200; write the `+` of an
                 *     offset as `%2B`.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at or before this time. ISO 8601 with a time zone; write the `+` of an offset as `%2B`.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment link's `code`. Any other string of up to 64 characters, including the code of another account's
                 *     link, returns `404 payment_link_not_found`.
                 * @example PL-7K2M-9QX4-B1TZ
                 */
                code: components["parameters"]["LinkCode"];
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
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description How far to advance it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        responses: {
            /** @description The clock was advanced. */
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
    listFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
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
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["TestHelperNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createFault: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What goes wrong, and how often. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFaultRequest"];
            };
        };
        responses: {
            /** @description The fault is in effect from the next call on. */
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
                    "application/json": components["schemas"]["Fault"];
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
    clearFaults: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The dated version to use for this call. Without it, the version pinned to the API key applies (on
                 *     `GET /v1/health`, the newest).
                 * @example 2026-11-01
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description Identifies the intended action, so that a retry does not do the work twice: a UUID, or any 1 to 255 printable
                 *     ASCII characters. Kept for 24 hours. Without it, the response is `400 idempotency_key_required`.
                 * @example 5f0c7a52-9d0e-4b8e-8a52-3c1f6e7d9b04
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no faults. */
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
            404: components["responses"]["TestHelperNotFound"];
            409: components["responses"]["IdempotencyConflict"];
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
                 * @description The time of sending in Unix seconds (`t`) and the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the
                 *     endpoint's signing secret, as 64 lowercase hex digits (`v1`). Reject a delivery whose signature does not
                 *     match.
                 * @example t=1793725445,v1=93600d750256dfac8d06f77e6cf2707ca289c993b47c71c3e4f588357685a57b
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event's `id`, for debugging and routing. Not signed; rely on the body.
                 * @example evt_3f8a1c5e7b9d2046a1c3e5f708192a3b
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The `type` of the event, for debugging and routing. Not signed; rely on the body.
                 * @example payment_link.paid
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description The event's number among all events of the account, starting at 1, without gaps. Deliveries can arrive in any
                 *     order. A test delivery has none. Not signed.
                 * @example 4711
                 */
                "Service-Event-Sequence": components["parameters"]["ServiceEventSequence"];
                /**
                 * @description The number of this attempt: 1 to 6 by the schedule, and up to 16 with requested redeliveries. Not signed.
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
