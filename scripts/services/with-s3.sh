#!/usr/bin/env bash
# Runs a command with an S3 service of its own, which checks signatures and is removed afterwards:
#   bash scripts/services/with-s3.sh npx vitest run packages/server
# The command finds the service, with an empty bucket, in TEST_S3_URL: http://KEY:SECRET@HOST/BUCKET. The service is
# OpenStack Swift with its s3api, from Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached.
# The folder of temporary files has to be on a file system with extended attributes (ext4, xfs).
set -euo pipefail

bucket=platelight
account=test
user=tester
secret=testing
# The packages belong to Debian's Python, whatever else comes first in PATH.
python=/usr/bin/python3
PATH=$PATH:/usr/sbin:/sbin

missing=()
for program in memcached swift-{proxy,account,container,object}-server; do
  command -v "$program" >/dev/null || missing+=("$program")
done
[ ${#missing[@]} -eq 0 ] || { echo "S3 is not installed, these are missing: ${missing[*]}" >&2; exit 1; }

root=$(mktemp -d "${TMPDIR:-/tmp}/platelight-s3-XXXXXX")
processes=()
cleanup() {
  [ ${#processes[@]} -eq 0 ] || kill "${processes[@]}" 2>/dev/null || true
  wait
  rm -rf "$root"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# Five ports in a row that are free now.
port=$("$python" - <<'PYTHON'
import random, socket
def is_free(port):
    with socket.socket() as one:
        try:
            one.bind(('127.0.0.1', port))
        except OSError:
            return False
    return True
while True:
    first = random.randrange(20000, 32000, 5)
    if all(is_free(first + offset) for offset in range(5)):
        print(first)
        break
PYTHON
)
memory_port=$((port + 4))

launch() {
  local name=$1
  shift
  "$@" >"$root/log/$name.log" 2>&1 </dev/null &
  processes+=($!)
}

common() {
  printf '[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = %s\nworkers = 0\nswift_dir = %s\nuser = %s\nlog_level = WARNING\n' \
    "$1" "$root/etc" "$(id -un)"
}

mkdir -p "$root"/{etc,log,disk/d1}
cd "$root/etc"
cat >swift.conf <<'CONF'
[swift-hash]
swift_hash_path_prefix = platelight
swift_hash_path_suffix = platelight
[storage-policy:0]
name = one
default = yes
CONF

# A ring says where things are kept: one copy, on one disk. The command swift-ring-builder takes nine times as long.
"$python" - "$port" object container account <<'PYTHON'
import sys
from swift.common.ring import RingBuilder
for offset, name in enumerate(sys.argv[2:], 1):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(sys.argv[1]) + offset, 'device': 'd1', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save(f'{name}.ring.gz')
PYTHON

storage_port=$port
for name in object container account; do
  storage_port=$((storage_port + 1))
  {
    common "$storage_port"
    printf 'devices = %s\nmount_check = false\n' "$root/disk"
    printf '[pipeline:main]\npipeline = %s-server\n[app:%s-server]\nuse = egg:swift#%s\n' "$name" "$name" "$name"
  } >"$name-server.conf"
  launch "$name" "$python" "$(command -v "swift-$name-server")" "$root/etc/$name-server.conf"
done

filters='catch_errors cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes'
{
  common "$port"
  printf '[pipeline:main]\npipeline = %s proxy-server\n' "$filters"
  printf '[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n'
  # On a busy machine, a part that starts or answers late would count as broken, and not be asked again for a minute.
  printf 'conn_timeout = 10\nerror_suppression_interval = 0\n'
  for filter in $filters; do
    printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "${filter/cache/memcache}"
    case $filter in
      cache) echo "memcache_servers = 127.0.0.1:$memory_port" ;;
      s3api) echo 'location = us-east-1' ;;
      tempauth) echo "user_${account}_$user = $secret .admin" ;;
      versioned_writes) echo 'allow_versioned_writes = true' ;;
    esac
  done
} >proxy-server.conf
launch memcached memcached -l 127.0.0.1 -p "$memory_port" -u "$(id -un)"
launch proxy "$python" "$(command -v swift-proxy-server)" "$root/etc/proxy-server.conf"

# The bucket is a container of Swift, made through its own interface, which answers when all the parts do.
"$python" - "$port" "$account:$user" "$secret" "$bucket" <<'PYTHON' || { tail -n 5 "$root"/log/*.log >&2; exit 1; }
import sys, time, urllib.request
port, name, secret, bucket = sys.argv[1:]
last = None
give_up_at = time.monotonic() + 60
while time.monotonic() < give_up_at:
    try:
        ask = urllib.request.Request(f'http://127.0.0.1:{port}/auth/v1.0', headers={'X-Auth-User': name, 'X-Auth-Key': secret})
        reply = urllib.request.urlopen(ask, timeout=5)
        put = urllib.request.Request(
            reply.headers['X-Storage-Url'] + '/' + bucket, method='PUT', headers={'X-Auth-Token': reply.headers['X-Auth-Token']})
        urllib.request.urlopen(put, timeout=20)
        sys.exit(0)
    except OSError as error:
        last = error
        time.sleep(0.1)
sys.exit(f'it does not work: {last}')
PYTHON

cd - >/dev/null
export TEST_S3_URL="http://$account%3A$user:$secret@127.0.0.1:$port/$bucket"
"$@"
