#!/usr/bin/env bash
# Installs the S3 server for the tests, Ceph's gateway, from packages of Debian or Ubuntu. Does nothing if it
# is installed.
set -euo pipefail
if command -v radosgw ceph-mon ceph-osd ceph monmaptool radosgw-admin > /dev/null; then exit 0; fi
if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
  echo 'The S3 server for the tests is not installed. This script needs root on Debian or Ubuntu.' >&2
  echo 'Otherwise install the programs ceph-mon, ceph-osd, ceph and radosgw yourself.' >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ceph-mon ceph-osd ceph-common radosgw
