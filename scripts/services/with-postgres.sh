#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, which is removed afterwards:
#   bash scripts/services/with-postgres.sh npx vitest run packages/server
# The command finds the server's address in TEST_POSTGRES_URL. `"$TEST_POSTGRES_CONTROL" kill` ends the server at once, as a
# crash does, and `start` starts it again at the same address. POSTGRES_OPTIONS are further options of the server. Debian's
# package postgresql has all that is needed.
set -euo pipefail

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo 'PostgreSQL is not installed: apt-get install postgresql' >&2; exit 1; }

folder=$(mktemp -d "${TMPDIR:-/tmp}/platelight-postgres-XXXXXX")
# PostgreSQL refuses to run as root, so then the user of Debian's package runs it.
as_user=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as_user=(runuser -u postgres --)
fi
cleanup() {
  "$folder/control" kill 2>/dev/null || true
  rm -rf "$folder" 2>/dev/null || { sleep 1; rm -rf "$folder"; }
}
trap cleanup EXIT

cd "$folder"
"${as_user[@]}" "$bin/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale C.UTF-8 --no-sync >/dev/null
# A port that is free now. Another program may take it before PostgreSQL does, so a few are tried.
free_port() {
  node -e 'const server = require("node:net").createServer().listen(0, "127.0.0.1", () => {
    console.log(server.address().port)
    server.close()
  })'
}

# Nothing here outlives the command, so nothing is flushed to the disk.
write_control() {
  cat >"$folder/control" <<CONTROL
#!/usr/bin/env bash
cd "$folder"
case \$1 in
  kill) set -- stop -m immediate ;;
  start) set -- start -w -l "$folder/log" -o "-p $1 -k $folder -c listen_addresses=127.0.0.1 -c fsync=off \
    -c synchronous_commit=off -c full_page_writes=off ${POSTGRES_OPTIONS:-}" ;;
esac
exec ${as_user[*]} "$bin/pg_ctl" "\$@" -D "$folder/data" >/dev/null
CONTROL
  chmod 755 "$folder/control"
}

for attempt in 1 2 3 4 5; do
  port=$(free_port)
  write_control "$port"
  "$folder/control" start && break
  [ "$attempt" -lt 5 ] || { cat "$folder/log" >&2; exit 1; }
done
cd - >/dev/null

export TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres" TEST_POSTGRES_CONTROL="$folder/control"
"$@"
