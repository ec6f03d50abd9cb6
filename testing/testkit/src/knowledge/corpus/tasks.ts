// Tasks in plain English, each with the atoms of the corpus that whoever does it should read. Each list was written before
// it was measured; the algorithm was improved with all but the last.

/** A task. */
export interface ContextTask {
  /** What somebody asks an agent for. */
  readonly task: string;
  /** What somebody would type into a search for it. */
  readonly search: string;
  /** Ids of the atoms that should be in. */
  readonly atoms: readonly string[];
}

// The task, the search, the ids.
const TASKS = `
Our sign-up page gets many support requests: people do not see what they filled in wrong. Improve how the form reports errors. | form errors | @harbor/rule-tie-labels @harbor/rule-say-what-is-wrong @harbor/rule-list-errors-above @harbor/rule-validate-on-server
Rename the column "name" of the users table to "full_name" without downtime. The table has forty million rows. | rename column | @orchard/principle-expand-then-contract @orchard/rule-no-rename-in-place @orchard/rule-backfill-in-batches @orchard/rule-short-transactions @orchard/rule-lock-timeout
Write an endpoint that receives webhook events from our payment provider. | receive webhook | @mill/principle-at-least-once @mill/rule-idempotent-receiver @mill/rule-verify-raw-body @mill/rule-answer-fast
Users are thrown out during each deployment: requests in flight fail with connection reset. Find out why our Node service in Docker behaves like that. | graceful shutdown deployment | @mill/rule-drain-before-exit @mill/rule-abort-signals @orchard/rule-forward-signals @mill/pattern-readiness-and-liveness
Replace our SHA-256 password hashing by something better, and move the existing accounts. | password hashing migration | @harbor/principle-assume-the-dump @harbor/rule-hash-with-argon2id @harbor/rule-rehash-at-login
The images of our shop are served through a CDN. Which headers make browsers and the CDN keep them for ever, and how do we replace one? | cache immutable images | @examples/rule-immutable-at-content-addressed-urls @examples/principle-name-bytes-or-state @examples/anti-pattern-query-string-cache-busting
Our test suite fails once in ten runs and nobody knows why. Make it reliable. | flaky tests | @mill/rule-no-sleep @mill/rule-own-data @mill/anti-pattern-retry-flaky-tests
Draft the on-call handbook: when is somebody woken up, and what do they do first? | on-call alerts | @orchard/principle-alert-on-symptoms @orchard/rule-error-budget @orchard/rule-one-leader-in-an-outage @orchard/rule-roll-back-first @orchard/anti-pattern-alert-on-everything
Let people who lost their password back into their account by email. | password reset | @harbor/rule-reset-links-expire @harbor/principle-assume-the-dump
An index on the orders table is missing and queries take seconds. Add it in production. | create index | @orchard/rule-index-concurrently @orchard/rule-lock-timeout
Make the API answer 304 where the client already has the current representation. | 304 etag | @examples/pattern-conditional-get @examples/rule-etag-strength-matches-the-promise @examples/rule-304-carries-what-the-200-would
Shrink our 1.8 GB container image, and make sure that the npm token is not inside. | docker image secrets | @orchard/rule-build-in-stages @orchard/rule-no-secrets-in-layers @orchard/fact-layer-cache-order
Prepare version 3.0 of our library: some functions go away, others change. What do we tell users, and how? | breaking changes release notes | @mill/principle-promise-in-the-number @mill/rule-changelog-for-users @mill/rule-deprecate-first
Somebody tries thousands of leaked passwords at our login. Defend it. | brute force login | @harbor/rule-slow-down-guessing @mill/rule-answer-429 @harbor/rule-offer-passkeys
A customer found email addresses in our log files. Clean up how we log. | personal data logging | @orchard/rule-no-secrets-in-logs @orchard/rule-structured-logs
When we publish an order, the message to the warehouse is sometimes lost although the order was saved. | events lost transaction | @mill/pattern-outbox @mill/principle-at-least-once @orchard/rule-short-transactions
My sourdough loaves come out flat and pale. What should I change? | sourdough flat | @kitchen/rule-ripe-starter @kitchen/principle-time-not-yeast @kitchen/rule-shape-with-tension @kitchen/rule-hot-and-steamy
Pages with personal data of one user were shown to another one after we put a proxy in front. Fix the cache headers. | private cache vary | @examples/rule-private-for-personal-responses @examples/rule-vary-names-what-selected @examples/rule-no-cache-is-not-no-store
Set up configuration handling for a new TypeScript microservice; it must not start with missing variables. | configuration environment variables | @mill/principle-fail-at-the-start @mill/rule-parse-settings-once @mill/rule-strict-compiler
Plan the rollout of the new checkout: only few customers at first, and a way back within a minute. | canary rollout rollback | @mill/rule-small-steps-to-users @orchard/rule-roll-back-first @orchard/principle-expand-then-contract @mill/rule-flags-have-an-end
`;

// Written after the first measurement, because the others share more words with their atoms than people do.
const MORE_TASKS = `
We want to show our staff a page of sign-in attempts, and keep thieves of a database copy from using anything in it. | leaked database | @harbor/principle-assume-the-dump @harbor/rule-hash-with-argon2id
Blind customers cannot order in our shop. Look at the checkout fields. | screen reader fields | @harbor/rule-tie-labels @harbor/rule-say-what-is-wrong @harbor/rule-list-errors-above @harbor/fact-tab-order
Pods are killed and started again whenever the database is slow. | health check restarts | @mill/pattern-readiness-and-liveness
Two of our partners receive the same order twice now and then. What must they and we change? | duplicate events | @mill/principle-at-least-once @mill/rule-idempotent-receiver @mill/rule-retry-with-jitter
Build the same image tomorrow as today, on any machine. | reproducible build | @orchard/rule-reproducible-layers @orchard/rule-pin-base-by-digest
Add a foreign key between two big tables while customers keep ordering. | foreign key lock | @orchard/rule-constraints-not-valid-first @orchard/rule-lock-timeout
After yesterday's outage we need a write-up that does not point at anybody. | incident review | @orchard/pattern-review-without-blame @orchard/rule-write-a-timeline
Our browser tests take an hour. What should we keep? | end-to-end tests slow | @mill/rule-few-end-to-end @mill/principle-test-behaviour
Downloads of large files break off on trains; let clients go on where they stopped. | resume download | @examples/rule-if-range-for-resumed-downloads @examples/rule-etag-strength-matches-the-promise
The origin goes down for a minute each night. Visitors should not notice, and should not all come at once afterwards. | stale while down | @examples/pattern-serve-stale-while-revalidating @examples/pattern-coalesce-misses
`;

// Written last, and only measured.
const HELD_OUT = `
Customers with a broken arm use only the keyboard. Check our order page for them. | keyboard order page | @harbor/fact-tab-order @harbor/anti-pattern-disabled-submit @harbor/rule-list-errors-above
Our sign-in cookie can be read by a script on the page. Fix that, and everything else that is wrong with it. | session cookie script | @harbor/rule-cookie-flags @harbor/rule-new-session-at-login
We send notifications to customers' servers. Some are down for hours. Design how we try again. | retry notifications | @mill/rule-retry-with-jitter @mill/principle-at-least-once @mill/rule-idempotent-receiver
The signing key of our callbacks was on a public page. Exchange it without interrupting anybody. | rotate signing key | @mill/rule-rotate-secrets @mill/rule-verify-raw-body
A promise rejection ended our server at night. What do we have to change in the code? | unhandled rejection | @mill/rule-no-floating-promises @mill/anti-pattern-catch-and-continue
Give every existing account a new column "country", computed from the address. | add column fill | @orchard/rule-backfill-in-batches @orchard/principle-expand-then-contract @orchard/fact-added-defaults-are-free
The pager rings forty times a night. Reduce it without missing real outages. | too many alerts | @orchard/principle-alert-on-symptoms @orchard/rule-error-budget @orchard/anti-pattern-alert-on-everything
Our security audit says that the container runs with too many rights and has old packages. | container rights vulnerabilities | @orchard/rule-run-as-nobody @orchard/pattern-scan-and-rebuild @orchard/rule-pin-base-by-digest
Test the code that talks to the database without mocks. | database tests | @mill/rule-real-database @mill/rule-own-data
A missing page was remembered by the CDN for a day after we had published it. | cached 404 | @examples/rule-bound-negative-caching @examples/anti-pattern-unstated-freshness
`;

/** The tasks that the algorithm was improved with. */
export const KNOWN_TASKS: readonly ContextTask[] = readTasks(`${TASKS.trim()}\n${MORE_TASKS.trim()}`);
/** Tasks that were only measured. */
export const HELD_OUT_TASKS: readonly ContextTask[] = readTasks(HELD_OUT);

function readTasks(text: string): ContextTask[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [task = '', search = '', ids = ''] = line.split(' | ');
      return { task, search, atoms: ids.split(' ') };
    });
}
