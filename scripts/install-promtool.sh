#!/usr/bin/env bash
# Fetches promtool, the checker of Prometheus, from the package of Debian or Ubuntu into the cache of the tests. Only this
# program is unpacked: nothing is installed, and nothing needs root if the lists of packages are there. Does nothing if
# there is a promtool.
set -euo pipefail
cache="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/node_modules/.cache/promtool"
if command -v promtool > /dev/null || [ -x "$cache/promtool" ]; then exit 0; fi
if ! command -v apt-get > /dev/null; then
  echo 'promtool is not installed, and this script needs Debian or Ubuntu.' >&2
  exit 1
fi
if ! apt-cache show prometheus > /dev/null 2>&1; then apt-get update -qq; fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq -o APT::Sandbox::User=root prometheus
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -xf - ./usr/bin/promtool
mkdir -p "$cache"
mv usr/bin/promtool "$cache/promtool"
