// Part of the corpus: Primes about databases, operations and quality.

export const OPERATIONS_PRIMES = `
@orchard/changing-tables | postgresql, migrations, databases | Changing tables of a PostgreSQL database while people use them
principle expand-then-contract | Expand, move, contract: a change in several deployments
Old and new code run at the same time during a deployment. A table must suit both.
+ The first deployment only adds; the last only removes.
+ Each step can be taken back.
= A rename is: add, write both, copy, read new, stop writing old, drop.
rule no-rename-in-place | Never rename or retype a column in one step
The running code still uses the old name and fails until the last process is replaced.
+ A new column is added and filled; the old one is dropped a release later.
+ Views or triggers keep both in step meanwhile.
= ALTER TABLE users ADD COLUMN full_name text
requires principle-expand-then-contract, rule-backfill-in-batches
tags columns, rename
rule backfill-in-batches | Fill new columns in small batches
One update of a million rows holds its locks until the end and doubles the size of the table.
+ A few thousand rows at a time, in the order of the key, each in its own transaction.
+ The progress is stored, so that it can go on after an interruption.
= UPDATE ... WHERE id > $1 ORDER BY id LIMIT 5000
requires rule-short-transactions
tags backfill, batches
rule lock-timeout | Set lock_timeout before any ALTER TABLE
An ALTER that waits for a long query makes all later queries wait behind it.
+ lock_timeout is two seconds, and the migration tries again.
+ The migration runs outside of busy hours if it rewrites the table.
= SET lock_timeout = '2s'
tags locks, ddl
rule index-concurrently | Create and drop indexes concurrently
CREATE INDEX blocks writes for as long as it takes. CONCURRENTLY takes longer and blocks nobody.
+ It runs outside of a transaction.
+ An index that failed is INVALID: drop it and begin again.
= SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid
requires rule-lock-timeout
tags indexes
rule constraints-not-valid-first | Add constraints as NOT VALID, then validate
Checking all rows under an exclusive lock takes minutes in a large table. VALIDATE needs a weak lock only.
+ Foreign keys and checks are added NOT VALID.
+ NOT NULL follows from a validated check.
= ALTER TABLE t VALIDATE CONSTRAINT c
requires rule-lock-timeout
tags constraints, foreign-keys
rule short-transactions | Keep transactions short
A transaction that is open keeps old rows alive, holds locks, and makes replicas wait.
+ No request to another service inside of a transaction.
+ idle_in_transaction_session_timeout is set.
= Look at pg_stat_activity for xact_start.
tags transactions, locks
fact added-defaults-are-free | A new column with a constant default rewrites nothing
Since version 11 the default is stored once. A volatile default, such as a random value, still rewrites the table.
= ADD COLUMN state text NOT NULL DEFAULT 'new' takes milliseconds.
tags columns, defaults
pattern rehearse-on-a-copy | Rehearse a migration on a copy of the data
Times and locks of an empty database say nothing. A restored backup is also a test of the backup.
+ The copy has the size and the load of production.
+ Time and locks are written down.
= Personal data is removed from the copy first.
tags backups, testing

@orchard/alerts-and-outages | monitoring, on-call, incidents | Finding out that something is broken, and what people do then
principle alert-on-symptoms | Alert on what users feel
A full CPU is no reason to wake somebody up if all answers arrive in time.
+ Each page has a user-visible symptom and a link to what to do.
+ Causes are on dashboards.
= Error rate, latency, freshness of data.
rule error-budget | State a goal, and spend its error budget
99.9 % of requests in a month leaves 43 minutes. Who has spent them stops shipping features and repairs.
+ The goal is measured where the user is.
+ The burn rate of an hour pages, that of three days makes a ticket.
= burn = errors / (1 - goal)
requires principle-alert-on-symptoms
tags slo, burn-rate
rule one-leader-in-an-outage | One person leads, and does not repair
Five people who repair at once undo each other's work, and nobody tells the customers.
+ The leader names who looks at what, and who writes updates.
+ Handovers are said aloud and written down.
= Roles: lead, repair, communication.
tags roles, incident
rule write-a-timeline | Write down what was seen and done, with times
Memory is wrong after an hour. The review lives from the timeline.
+ One channel for the incident; each action is announced before it is done.
= 14:05 UTC error rate 12 %, 14:09 rolled back to 4.2.1
requires rule-one-leader-in-an-outage
tags incident, review
rule roll-back-first | Roll back first, understand later
A change of the last hour is the cause more often than not. Going back is safe if it was rehearsed.
+ A deployment can be taken back by one command.
+ Tables suit the version before.
= If rolling back does not help in ten minutes, look elsewhere.
requires @orchard/principle-expand-then-contract
tags rollback, deployment
pattern review-without-blame | Review outages without blame
People who fear blame hide facts. Ask how the mistake could be made, not who made it.
+ Within five days, with a written text.
+ Each measure has an owner and a date.
= What went well is part of it.
requires rule-write-a-timeline
tags postmortem, review
rule structured-logs | Log events with fields, and the id of the request
Sentences with numbers cannot be counted. Fields can be searched and joined.
+ Each line has time, level, event, request id.
+ traceparent is passed on to other services.
= {"event":"payment.refused","request":"8f…","ms":12}
tags logging, tracing
rule no-secrets-in-logs | Keep credentials and personal data out of logs
Logs are copied to more places than the database. What is not in them cannot leak from them.
+ The logger removes authorization headers, cookies and bodies.
+ A test sends a marked secret and searches for it.
= Ids instead of names and addresses.
requires rule-structured-logs
tags privacy, redaction
anti-pattern alert-on-everything | An alert for each metric
Whoever gets forty pages a night reads none of them.
requires principle-alert-on-symptoms
tags noise

@orchard/small-images | docker, containers, build | Container images that are small, reproducible and safe to run
rule build-in-stages | Build in one stage and ship another
Compilers and sources have no business in production. The last stage copies what runs.
+ The last stage begins with a minimal base image.
+ Dependencies are installed before the sources are copied, so that the layer is kept.
= COPY --from=build /app/dist /app
tags multi-stage, layers
rule pin-base-by-digest | Pin base images by digest
A tag moves overnight; a digest does not. A bot raises it by a pull request.
+ FROM has name, tag and sha256.
+ The digest is of the index, for all platforms.
= FROM node:26-slim@sha256:…
tags supply-chain, reproducible
rule run-as-nobody | Run as a user without rights
A process that breaks out as root owns the machine.
+ USER is a number above 10000.
+ The file system is read-only; capabilities are dropped.
= readOnlyRootFilesystem: true, allowPrivilegeEscalation: false
tags security, root
rule forward-signals | Process one has to forward signals and reap children
A shell as process one swallows SIGTERM: every stop takes ten seconds and ends in a kill.
+ ENTRYPOINT is in exec form.
+ An init such as tini runs if there are child processes.
= ENTRYPOINT ["node", "main.js"]
requires @mill/rule-drain-before-exit
tags sigterm, pid-1
rule no-secrets-in-layers | Never copy secrets into a layer
A file that is deleted in the next layer is still in the image.
+ Build secrets are mounted.
+ .dockerignore excludes .git, .env and keys.
= RUN --mount=type=secret,id=npm npm ci
tags secrets, build
rule reproducible-layers | The same sources give the same image
Time stamps, orders of files and floating versions make each build another one.
+ SOURCE_DATE_EPOCH is set; lock files are used.
+ Two builds on two machines have the same digest.
= npm ci, never npm install
requires rule-pin-base-by-digest
tags reproducible
pattern scan-and-rebuild | Rebuild every week, even without changes
Most holes are in the base image. A rebuild with a new digest repairs them.
+ The scanner fails the build for known exploited holes only.
requires rule-pin-base-by-digest
tags vulnerabilities
fact layer-cache-order | The cache of layers ends at the first change
A changed file in an early COPY invalidates all later steps. Put what changes rarely first.
tags cache, build

@mill/tests-worth-having | testing, quality | Tests that find mistakes and do not fail for other reasons
principle test-behaviour | Test what a user of the code would notice
Tests of the inside break at each change of the inside and find nothing.
+ A test calls what others call.
+ A refactoring changes no test.
= Ask: which bug would this test find?
rule see-it-fail | See each test fail once
A test that cannot fail is a comment that takes time.
+ Break the code before trusting the test.
+ Mutation testing does the same by machine.
= Most tests without an assertion came from a copy.
requires principle-test-behaviour
tags mutation
rule no-sleep | Never wait for a time; wait for a condition
Machines are slower than yesterday. A test that sleeps is slow and still fails.
+ Clocks are passed in.
+ Waiting polls a condition with a generous deadline.
= await eventually(() => queue.isEmpty)
tags flaky, time
rule own-data | Each test makes the data that it needs
Shared fixtures couple tests: nobody dares to change them, and order matters.
+ Builders with defaults; a test states only what matters.
+ Tests run in any order and in parallel.
= anOrder({ state: 'paid' })
tags fixtures, builders
rule properties | State properties, and let the computer look for a counterexample
Examples show what the author thought of. Round trips, orders and bounds hold for all input.
+ A failing seed is printed and can be repeated.
+ Found cases become examples.
= decode(encode(x)) equals x
tags property-based, fuzzing
rule real-database | Test SQL against the real database
A fake accepts what the engine refuses, and the other way round.
+ Each test runs in a database or schema of its own.
+ Migrations run from empty in the tests.
= Template databases make copies in milliseconds.
requires rule-own-data
tags databases, integration
rule few-end-to-end | Few tests through the user interface, for the ways that earn money
They are slow and fail for many reasons. What a lower level can test belongs there.
+ Selectors are roles and labels, as people see them.
requires principle-test-behaviour
tags browser, end-to-end
anti-pattern retry-flaky-tests | Retrying a test until it passes
The mistake is in the product as often as in the test. Users get no retry.
+ A flaky test is repaired or removed within a week.
requires rule-no-sleep
tags flaky
pattern contract-suite | One suite for all implementations of an interface
Two engines behind one interface drift apart. The same tests run against each.
tags interfaces

@mill/versions-and-releases | releases, versioning, changelog | Numbering versions, telling users what changed, and shipping it
principle promise-in-the-number | The number is a promise to those who depend on it
A patch repairs, a minor adds, a major breaks. Whoever breaks the promise once is pinned for ever.
+ What is public is written down.
+ Tests of the old version run against the new one.
= semver.org, sections 6 to 8.
rule changelog-for-users | Write the changelog for users, not from commits
Users ask what they must do. A list of commits does not say.
+ Sections: added, changed, removed, fixed, security.
+ Each breaking change has a line on how to adapt.
= "Removed: --force. Use --yes."
requires principle-promise-in-the-number
tags release-notes, writing
rule deprecate-first | Deprecate before removing
Nobody reads announcements; programs print warnings. One minor version warns, the next major removes.
+ The warning names the replacement.
+ Its use is counted where possible.
= Deprecation and Sunset headers for HTTP interfaces.
requires rule-changelog-for-users
tags deprecation, compatibility
rule build-once | Build once, and promote the same bytes
What was tested is what is shipped. A rebuild for production is another program.
+ Artifacts have a digest, and environments differ by settings only.
+ The release is signed.
= promote staging to production by digest
requires @orchard/rule-reproducible-layers
tags artifacts, supply-chain
rule small-steps-to-users | Ship to few first
A fault in one percent of requests is an anecdote; in all of them an outage.
+ The share grows while error rates are compared.
+ It goes back without a deployment.
= Canary, then 10, 50, 100 percent.
requires @orchard/rule-roll-back-first
tags canary, deployment
rule flags-have-an-end | Feature flags have an owner and an end
An old flag is a branch that nobody tests.
+ A flag has a date; a test fails after it.
+ Default values are those of production.
tags feature-flags
fact prerelease-order | Prereleases sort before their release
1.0.0-rc.1 is lower than 1.0.0, and numeric parts compare as numbers.
tags semver

@kitchen/loaves | baking, bread, sourdough | Bread at home: flour, water, salt, time
principle time-not-yeast | Time gives taste, yeast only speed
Little yeast and a long rise taste of grain; much yeast tastes of yeast.
+ The first rise takes eight hours or more in a cool place.
= Plan backwards from breakfast.
rule ripe-starter | Use the starter when it floats
A starter that sinks is not ripe: the loaf stays flat.
+ A spoonful floats in water.
+ It has doubled since it was fed.
= Feed 1:2:2 in the evening for the morning.
requires principle-time-not-yeast
tags sourdough, starter
rule rest-flour-and-water | Let flour and water rest before the salt
Half an hour of autolyse makes a dough stretch almost without kneading.
+ Salt and starter follow afterwards.
tags autolyse
rule windowpane | Knead until the dough passes the windowpane test
Stretched thin, light shines through before it tears.
tags kneading, gluten
rule hot-and-steamy | Bake hot, with steam for the first half
Steam keeps the crust soft, so that the loaf opens.
+ 250 degrees in a closed pot for twenty minutes, then open.
requires rule-shape-with-tension
tags oven, crust
rule shape-with-tension | Shape with tension on the surface
A slack loaf runs flat. The surface is pulled tight towards the seam.
tags shaping
fact rye-has-no-gluten-net | Rye holds by starch, not by gluten
Kneading does not help a rye dough; acid does.
requires rule-ripe-starter
tags rye
`;
