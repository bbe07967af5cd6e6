#!/usr/bin/env bash
# What takes too long for every change: all tests, those that try things at random long and with another seed every night, and
# all tests of the server once more on PostgreSQL and S3:
#   npm run test:nightly
# It prints its seed. `TEST_SEED=… npm run test:nightly` does the same again.
set -uo pipefail
export TEST_SEED=${TEST_SEED:-$(date +%s)}
echo "TEST_SEED=$TEST_SEED"
failed=0
npm run test:all || failed=1
npm run test:grown || failed=1
echo "TEST_SEED=$TEST_SEED"
exit "$failed"
