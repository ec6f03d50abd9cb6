// Primes about running services, for questions of agents. A line that begins with `@` and has no `:` begins a Prime.

export const OPERATIONS = `
@ops/incidents | How a team handles an outage: who leads, who talks, what is written down and what is learned
rule one-commander | One person leads an incident and does not repair anything
statement: The commander keeps the overview, hands out tasks and decides. Whoever repairs hands over the lead first. The role is said aloud and written into the channel, so that newcomers know whom to ask.
why: Two people who lead give contradicting orders; somebody deep in a terminal notices nothing else.
requires: @ops/procedure-open-channel
procedure open-channel | Open one channel for each incident and write everything there
statement: Name it after the date and the service. Post every observation with its time, even the wrong ones. Twenty minutes without news is news: write that nothing has changed.
enhances: @ops/procedure-review
rule severity-levels | Severity follows what users feel, in three levels
statement: Level one: most users cannot do what they came for; page everybody. Level two: some users are affected or a workaround exists; page the owner. Level three: nobody notices yet; make a ticket for the next working day.
related: @ops/rule-status-page
rule status-page | Tell users on the status page within fifteen minutes
statement: Say what does not work and when the next message comes. Leave causes out until they are known. A promise of a time for the repair is wrong more often than right.
related: @ops/rule-severity-levels
procedure review | Review an incident within five working days, without blame
statement: Write the timeline from the channel, ask how each decision made sense at the time, and agree on at most three actions, each with an owner and a date. A review that ends with be more careful has not found the cause.
requires: @ops/procedure-open-channel

@ops/backups | Copies of data that can be restored: where they are kept, how long, and how that is proved
rule three-copies | Keep three copies on two kinds of storage, one of them far away
statement: The original counts as one. A replica is no copy: it repeats a mistaken delete within a second. The copy far away has other credentials, so that whoever breaks into the first place cannot erase it.
requires: @ops/rule-restore-drill
rule restore-drill | Restore a backup every month, and time it
statement: A scheduled job restores the newest backup into an empty environment and counts the rows of the three largest tables. The time it took is the honest recovery time, whatever the plan says.
why: Backups fail silently: an expired key, a full disk, a table that was added after the script was written.
rule retention | Keep daily copies for two weeks, weekly ones for three months, monthly ones for a year
statement: Damage is often noticed late, and the newest copies are damaged as well. Delete older ones by the rules of the storage and not by a script with write access.
related: @ops/rule-key-escrow
rule key-escrow | Keep the key of encrypted backups apart from the backups
statement: Print it, seal it and put it into two safes, or split it so that two of three people are needed. A key that is only on the server that burned down is no key.
`;

export const DATA = `
@data/schema-changes | Changing tables of a live database without stopping those who use it
rule add-column | Add a column without a default that has to be computed for each row
statement: A constant default is stored once in the catalogue and takes milliseconds. A default such as a random id rewrites the table under an exclusive lock. Add the column empty, fill it in batches, then set the default.
requires: @data/procedure-backfill
procedure backfill | Fill new columns in batches of a thousand rows, with pauses
statement: Go by primary key, commit each batch, and stop while replication lags more than ten seconds. Note the last key, so that the job can continue after a restart.
rule not-null | Make a column mandatory in two steps
statement: Add a check constraint marked not valid, which costs nothing, then validate it, which reads the table without blocking writes. Only then set the column not null: the database uses the proved constraint and does not read again.
requires: @data/procedure-backfill
rule drop-column | Drop a column one release after the last code that reads it
statement: Remove it from the code, deploy, wait for one full release, and drop it with a lock timeout of two seconds. A rollback of the program must find the table that it knows.
why: Object mappers list all columns by name, so a column that vanishes breaks queries that never used it.
related: @data/rule-lock-budget
rule lock-budget | Give each change a lock timeout and retry
statement: A change that waits for a lock makes everybody behind it wait too. Let it give up after two seconds and try again with a random pause of up to a minute.

@time/dates | Dates and times in programs: what to store, what to show, and what goes wrong twice a year
rule past-in-utc | Store what has happened in UTC
statement: A log entry, a payment, a login: these are moments. Keep them as UTC with at least milliseconds, and convert at the edge where a person reads them.
related: @time/rule-future-local
rule future-local | Store future appointments as local time with the name of the zone
statement: Governments change rules with a few weeks of notice. A meeting at nine in Lisbon stays at nine in Lisbon, so keep 09:00 and Europe/Lisbon, and compute the moment late. An offset such as +01:00 is not a zone.
requires: @time/fact-gaps
fact gaps | Some local times exist twice and some never
statement: When clocks go forward, an hour is missing; when they go back, an hour comes twice. Libraries pick one silently: decide which, usually the first of two, and the time after the gap. Never schedule daily jobs between one and three at night.
fact week-numbers | Week one is the week with the first Thursday of the year
statement: ISO 8601 counts weeks from Monday. The days around New Year may belong to week 52 or 53 of the year before, so print the week year, not the calendar year, beside the number.
rule durations | Measure durations with a monotonic clock
statement: The wall clock jumps when it is corrected, even backwards. Timeouts, retries and benchmarks take the difference of two monotonic readings.
`;
