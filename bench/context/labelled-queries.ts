// The labelled queries about contents of Primes (packages/server/test/search/relevance/inside-judgements.ts) that are
// about certain atoms, with these atoms. Those about READMEs, and those about whole Primes, name none.
import type { Wanted } from './measure-context.ts';

const QUERIES = `
focus outline | @acme/rule-visible-focus
visible focus | @acme/rule-visible-focus
prefers-reduced-motion | @acme/rule-reduced-motion
vestibular | @acme/rule-reduced-motion
font-display swap | @acme/rule-font-display
placeholder label | @river/rule-label-every-field
fieldset legend | @river/rule-group-radios
autocomplete tokens | @river/fact-autocomplete-tokens @acme/rule-autofill
error summary | @river/rule-error-summary
validate on blur | @acme/rule-validate-on-blur
phone numbers | @acme/rule-phone-numbers
vary cookie | @acme/rule-vary-carefully
stale-while-revalidate | @acme/rule-stale-while-revalidate
weak etag | @acme/fact-etag-weak
surrogate key purge | @river/rule-purge-by-tag
thundering herd | @river/fact-thundering-herd
stampede | @north/rule-cache-stampede
jitter | @north/rule-ttl-jitter
readiness probe | @river/rule-readiness-probes
oomkilled | @river/rule-resource-limits
kubernetes sigterm | @river/rule-graceful-shutdown
disruption budget | @river/rule-pod-disruption
run as root | @north/rule-no-root
network policies | @north/rule-network-policies
multi-stage build | @acme/rule-multi-stage
pin digest | @acme/rule-pin-digest
zombies | @acme/rule-pid-one
create index concurrently | @river/rule-index-concurrently
transaction id wrap | @river/fact-vacuum-freeze
lock_timeout | @river/rule-lock-timeout
covering index | @north/rule-covering-index
keyset pagination | @north/rule-keyset-pagination
backfill | @north/rule-backfill-batches
rename column | @north/rule-no-rename
write-ahead | @acme/rule-wal-mode
argon2id | @acme/rule-argon2id
bcrypt | @acme/rule-argon2id
session fixation | @north/rule-session-fixation
passkeys phishing | @north/rule-webauthn
reset links | @north/rule-reset-links
csrf | @north/rule-csrf-tokens
server-side request forgery | @north/rule-ssrf-allowlist
inline scripts policy | @north/rule-content-security-policy
hmac signature | @acme/rule-verify-signatures
correlation id | @acme/rule-correlation-id
error budget | @acme/rule-burn-rate
reflog | @acme/rule-reflog
force push | @acme/rule-force-with-lease
bisect run | @river/rule-bisect-run
autolyse | @kitchen/rule-autolyse
windowpane test | @kitchen/rule-windowpane
suckers | @garden/rule-pinch-suckers
blossom end rot | @garden/rule-blossom-end-rot
sunny sixteen | @photo/rule-sunny-sixteen
agpl | @law/fact-copyleft
screen label | @river/rule-label-every-field
errors forms | @river/rule-error-summary @acme/rule-validate-on-blur
session request | @north/rule-session-fixation @north/rule-csrf-tokens
chest compressions | @clinic/rule-compressions
recovery position | @clinic/rule-recovery-position
rule-visible-focus | @acme/rule-visible-focus
visbile focus | @acme/rule-visible-focus
thundring herd | @river/fact-thundering-herd
readyness probe | @river/rule-readiness-probes
keyset paginaton | @north/rule-keyset-pagination
blosom end rot | @garden/rule-blossom-end-rot
recovery positon | @clinic/rule-recovery-position
sesion fixation | @north/rule-session-fixation
autolise | @kitchen/rule-autolyse
multi-stgae | @acme/rule-multi-stage
windowpain | @kitchen/rule-windowpane
stampedes redis | @north/rule-cache-stampede
covring index | @north/rule-covering-index
`;

export const LABELLED_QUERIES: readonly Wanted[] = QUERIES.trim()
  .split('\n')
  .map((line) => {
    const [query = '', ids = ''] = line.split(' | ');
    return { query, search: query, atoms: ids.split(' ') };
  });
