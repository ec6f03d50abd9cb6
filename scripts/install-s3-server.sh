#!/usr/bin/env bash
# Installs the S3 server that the tests run against, Ceph's gateway, from the packages of Debian or Ubuntu. Does nothing when
# it is there.
set -euo pipefail
if command -v radosgw ceph-mon ceph-osd ceph monmaptool radosgw-admin > /dev/null; then exit 0; fi
if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
  echo 'The S3 server of the tests is not installed, and only root on Debian or Ubuntu can do it with this script.' >&2
  echo 'Install the programs ceph-mon, ceph-osd, ceph and radosgw by other means.' >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ceph-mon ceph-osd ceph-common radosgw
