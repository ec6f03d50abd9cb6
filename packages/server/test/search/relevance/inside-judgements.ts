// Queries about contents of Primes, in READMEs and atoms; see `contents.ts`.
import { readJudgements } from './judgements.ts';

export const INSIDE_JUDGEMENTS = readJudgements(`
focus outline | 3 @acme/web-style
visible focus | 3 @acme/web-style
prefers-reduced-motion | 3 @acme/web-style
vestibular | 3 @acme/web-style
font-display swap | 3 @acme/web-style
placeholder label | 3 @river/accessible-forms
fieldset legend | 3 @river/accessible-forms
autocomplete tokens | 3 @river/accessible-forms @acme/web-forms
error summary | 3 @river/accessible-forms
validate on blur | 3 @acme/web-forms
phone numbers | 3 @acme/web-forms
vary cookie | 3 @acme/http-caching
stale-while-revalidate | 3 @acme/http-caching
weak etag | 3 @acme/http-caching
surrogate key purge | 3 @river/cdn-basics
thundering herd | 3 @river/cdn-basics
stampede | 3 @north/redis-caching
jitter | 3 @north/redis-caching
readiness probe | 3 @river/kubernetes
oomkilled | 3 @river/kubernetes
kubernetes sigterm | 3 @river/kubernetes
disruption budget | 3 @river/kubernetes
run as root | 3 @north/kubernetes-security
network policies | 3 @north/kubernetes-security
multi-stage build | 3 @acme/docker
pin digest | 3 @acme/docker
zombies | 3 @acme/docker
create index concurrently | 3 @river/postgresql
transaction id wrap | 3 @river/postgresql
lock_timeout | 3 @river/postgresql
covering index | 3 @north/sql-performance
keyset pagination | 3 @north/sql-performance | 2 @acme/pagination
backfill | 3 @north/database-migrations
rename column | 3 @north/database-migrations
write-ahead | 3 @acme/sqlite
argon2id | 3 @acme/password-storage
bcrypt | 3 @acme/password-storage
session fixation | 3 @north/authentication
passkeys phishing | 3 @north/authentication
reset links | 3 @north/authentication
csrf | 3 @north/application-security
server-side request forgery | 3 @north/application-security
inline scripts policy | 3 @north/application-security
hmac signature | 3 @acme/webhooks
correlation id | 3 @acme/logging
error budget | 3 @acme/alerting
reflog | 3 @acme/git
force push | 3 @acme/git
bisect run | 3 @river/git-bisect
autolyse | 3 @kitchen/sourdough
windowpane test | 3 @kitchen/bread
suckers | 3 @garden/tomatoes
blossom end rot | 3 @garden/tomatoes
sunny sixteen | 3 @photo/exposure
agpl | 3 @law/software-licenses
screen label | 3 @river/accessible-forms
errors forms | 3 @river/accessible-forms @acme/web-forms
session request | 2 @north/authentication @north/application-security
chest compressions | 3 @clinic/first-aid
recovery position | 3 @clinic/first-aid
screen readers every day | 3 @river/accessible-forms
expand contract | 3 @north/database-migrations
rule-visible-focus | 3 @acme/web-style
@acme/rule-multi-stage | 3 @acme/docker
`);

/** The same with typing errors. */
export const MISTYPED_INSIDE_JUDGEMENTS = readJudgements(`
visbile focus | 3 @acme/web-style
thundring herd | 3 @river/cdn-basics
readyness probe | 3 @river/kubernetes
keyset paginaton | 3 @north/sql-performance | 2 @acme/pagination
blosom end rot | 3 @garden/tomatoes
recovery positon | 3 @clinic/first-aid
sesion fixation | 3 @north/authentication
autolise | 3 @kitchen/sourdough
multi-stgae | 3 @acme/docker
windowpain | 3 @kitchen/bread
stampedes redis | 3 @north/redis-caching
covring index | 3 @north/sql-performance
`);
