#!/bin/sh
# Writes the secrets of compose.replicas.yaml into the folder `secrets` next to this script, once.
set -eu
folder=$(dirname -- "$0")/secrets
if [ -e "$folder" ]; then
  echo "$folder exists; delete it only together with the volumes of PostgreSQL and S3" >&2
  exit 1
fi

# Containers read the files with users of their own: only the folder keeps others out.
umask 077
mkdir "$folder"
umask 022
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

password=$(random)
printf '%s' "$password" > "$folder/database-password"
printf 'postgres://registry:%s@postgres:5432/registry' "$password" > "$folder/database"

key=$(random)
printf 'primes\n%s\n' "$key" > "$folder/s3-keys"
printf '[default]\naws_access_key_id = primes\naws_secret_access_key = %s\n' "$key" > "$folder/s3-credentials"

random > "$folder/operator-token"
echo "Wrote $folder, except the key of the transparency log, log-key: docs/operations/containers.md says how to make it"
