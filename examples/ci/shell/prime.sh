#!/usr/bin/env bash
# Publishes Primes from any CI system, or shows what a publish would change.
#   prime.sh review  [<folder>]   on pull requests; needs no token; writes prime-review.md
#   prime.sh publish [<folder>]   on the main branch or a tag; needs PRIME_PUBLISH_TOKEN
# Copy prime-cli-0.1.0.tgz of a release next to it. PRIME_REGISTRY is the registry. Let only one publish run at a time, if
# your system can; the registry settles the rest.
set -euo pipefail

# An absolute path, because npm takes ci/prime.tgz for a repository of GitHub.
package=${PRIME_PACKAGE:-$(cd "$(dirname "$0")" && pwd)/prime-cli-0.1.0.tgz}
action=${1:-}
folder=${2:-primes}
export CI=${CI:-true}

if ! command -v prime > /dev/null; then
  npm install --global --ignore-scripts --no-audit --no-fund "$package"
fi

case $action in
  review)
    status=0
    prime publish --all --dry-run --format markdown -- "$folder" > prime-review.md || status=$?
    cat prime-review.md
    exit "$status"
    ;;
  publish)
    # The token is in the environment of this one command.
    PRIME_REGISTRY_TOKEN="${PRIME_PUBLISH_TOKEN:?set it to a token of the registry}" \
      prime publish --all --skip-existing -- "$folder"
    ;;
  *)
    echo "usage: prime.sh review|publish [<folder>]" >&2
    exit 3
    ;;
esac
