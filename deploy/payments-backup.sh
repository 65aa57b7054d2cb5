#!/usr/bin/env bash
# Nightly backups, run by the units beside this file in the folder of the program; docs/production.md, "Nightly backups".
#   make    writes a backup to BACKUP_DIR, and keeps the newest BACKUP_KEEP
#   verify  restores the newest into a scratch database, proves its books, and records of when it is for Prometheus
set -euo pipefail
umask 077

# Of the finished ones, oldest first; names begin with the time.
list() {
  find "$BACKUP_DIR" -maxdepth 1 -type f '(' -name 'payments-*.backup' -o -name 'payments-*.backup.age' ')' | sort
}

make() {
  local file
  file="$BACKUP_DIR/payments-$(date --utc +%Y%m%dT%H%M%SZ).backup"
  if [ -n "${BACKUP_RECIPIENT:-}" ]; then
    # Not under its name before it is complete: what fails on the left of a pipe still ends the file.
    trap 'rm -f "$BACKUP_DIR/unfinished"' EXIT
    node build/cli.js backup - | age --recipient "$BACKUP_RECIPIENT" --output "$BACKUP_DIR/unfinished"
    sync "$BACKUP_DIR/unfinished"
    mv "$BACKUP_DIR/unfinished" "$file.age"
  else
    node build/cli.js backup "$file"
  fi
  list | head --lines="-$BACKUP_KEEP" | xargs --no-run-if-empty --delimiter='\n' rm
}

verify() {
  local newest result
  newest=$(list | tail --lines=1)
  [ -n "$newest" ] || { echo "There is no backup in $BACKUP_DIR." >&2 && exit 1; }
  echo "$newest"
  result=$(opened "$newest" | node build/cli.js backup verify - --json) || { echo "$result" && exit 1; }
  echo "$result"
  node --eval "
    const { backup_of } = JSON.parse(process.argv[1]);
    console.log('# HELP payments_backup_verified_timestamp_seconds The moment that the last verified backup is of.');
    console.log('# TYPE payments_backup_verified_timestamp_seconds gauge');
    console.log('payments_backup_verified_timestamp_seconds', Date.parse(backup_of) / 1000);
  " "$result" >"$BACKUP_DIR/unfinished.prom"
  mv "$BACKUP_DIR/unfinished.prom" "$BACKUP_DIR/verified.prom"
}

opened() {
  case $1 in
    *.age) age --decrypt --identity "$BACKUP_IDENTITY" "$1" ;;
    *) cat "$1" ;;
  esac
}

: "${BACKUP_DIR:?must be the folder of the backups}" "${BACKUP_KEEP:=14}"
[[ $BACKUP_KEEP =~ ^[1-9][0-9]*$ ]] || { echo 'BACKUP_KEEP must be how many to keep, 1 or more.' >&2 && exit 1; }
case ${1:-} in
  make | verify) "$1" ;;
  *) echo 'Usage: payments-backup.sh make|verify' >&2 && exit 1 ;;
esac
