#!/usr/bin/env bash
# Installs Go and the packages of its checksum database, from packages of Debian or Ubuntu: they judge the transparency
# log in the tests. Does nothing if they are installed.
set -euo pipefail
if command -v go > /dev/null && [ -d /usr/share/gocode/src/golang.org/x/mod/sumdb ]; then exit 0; fi
if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
  echo 'Go and its packages for checksum databases are not installed. This script needs root on Debian or Ubuntu.' >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends golang-go golang-golang-x-mod-dev
