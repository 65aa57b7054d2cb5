#!/usr/bin/env bash
# Runs what depends on Node most, servers, clients, streams and signals, on the newest Node that is supported.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Not npx's cache: tests start processes of other users, who must reach the program.
chmod 755 "$folder"
npm install --silent --no-save --prefix "$folder" node@26
export PATH="$folder/node_modules/.bin:$PATH"
npx mocha 'test/{http,lib,webhooks}/**/*.test.ts' test-system/{main,primary,process-log,cli}.test.ts
