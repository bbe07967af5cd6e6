#!/usr/bin/env bash
# Makes a folder with the programs of a machine where nothing is installed but Node, npm and git, and prints its path:
#   PATH=$(bash scripts/services/bare-path.sh FOLDER [NODE]) npm test
# NODE is the program to use as node. Beside them are a shell, what GNU coreutils has for every day, and programs that have
# the names of others: Windows has a `convert` of its own, and images have wrappers.
set -euo pipefail

folder=$1
node=${2:-$(node -p process.execPath)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

link() { ln -sf "$(type -P "$1")" "$folder/$1"; }

ln -sf "$node" "$folder/node"
for program in npm npx git sh \
  basename cat chmod chown cp cut date dd df dirname du echo env expr false head id ln ls mkdir mktemp mv nice nproc od \
  printf pwd readlink realpath rm rmdir seq sleep sort stat stty tail tee test touch tr true tty uname uniq wc whoami; do
  link "$program"
done

# better-sqlite3 is compiled where its binary cannot be had. A newcomer whose Node has one needs none of these.
for program in make g++ gcc c++ cc as ld ar sed grep; do link "$program"; done
ln -sf "$(python3 -c 'import sys; print(sys.executable)')" "$folder/python3"

foreign() { printf '#!/bin/sh\necho "%s: another program of this name, version 1.0"\nexit %s\n' "$1" "$2" >"$folder/$1"; }
for program in convert heif-enc exiftool psql; do foreign "$program" 0; done
for program in identify avifenc ffmpeg; do foreign "$program" 1; done
chmod +x "$folder"/{convert,identify,heif-enc,avifenc,ffmpeg,exiftool,psql}

echo "$folder"
