#!/usr/bin/env bash
# Installs nginx, which the tests put in front of registries, from a package of Debian or Ubuntu. It is not started. Does
# nothing if it is installed.
set -euo pipefail
if command -v nginx > /dev/null; then exit 0; fi
if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
  echo 'nginx is not installed. This script needs root on Debian or Ubuntu.' >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update -qq
apt-get install -y -qq --no-install-recommends nginx-light
