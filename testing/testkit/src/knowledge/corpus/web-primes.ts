// Part of the corpus: Primes about web pages, requests and identity.

export const WEB_PRIMES = `
@harbor/forms-that-finish | forms, html, accessibility | Forms that people can fill in without mistakes, with a keyboard or a screen reader
principle ask-once | Ask for a thing once, and only if it is used
Every field costs people time and loses some of them. A field without a use is a question without an answer.
+ Each field has a named consumer in the code or in a process.
+ What the account already knows is filled in.
= Two address forms on one page usually mean that the second is a copy of the first: offer a checkbox instead.
rule tie-labels | Tie every label to its input
A label that is only near its input is not read aloud, and clicking it does nothing. The attribute "for" names the id of the input.
+ Each input, select and textarea has a label element with its id.
+ A placeholder is never the only label.
= <label for="email">Email</label> <input id="email" type="email" autocomplete="email">
tags labels, screen-reader
rule say-what-is-wrong | Put the message next to the field, and say how to repair it
"Invalid input" makes people guess. A message names the field, what was wrong with the value, and an example of a right one.
+ The message is linked with aria-describedby.
+ It appears when the field is left, not while somebody types.
= "Enter the date as day, month, year, for example 27 3 2026."
requires rule-tie-labels
tags errors, validation
rule list-errors-above | List all mistakes above the form after a failed submit
People who cannot see the whole page need one place that says how many problems there are and leads to each.
+ The list gets the focus.
+ Each entry is a link to its field.
= Keep the values that were typed; only passwords are emptied.
requires rule-say-what-is-wrong
tags errors, focus
rule autocomplete-tokens | Name fields with autocomplete tokens
Browsers and password managers fill in what they recognise. WCAG 1.3.5 asks for the tokens where a field is about the user.
+ Address, name, phone and card fields have a token of the HTML standard.
+ One-time codes use one-time-code.
= autocomplete="street-address", "postal-code", "tel", "cc-number"
tags autofill
rule validate-on-server | Check everything again on the server
What a browser checks is a courtesy; anybody can send a request without it.
+ The server has the same rules, from the same schema if possible.
+ It answers 422 with a list of fields and messages.
= A hidden field is input as well.
tags validation, security
pattern save-as-you-go | Save long forms step by step
A form of five pages that is lost at the fourth is not filled in twice. Each step is stored as a draft of the account.
+ Leaving the page and coming back shows the draft.
+ A draft expires, and says when.
= Number the steps and let people go back without losing what follows.
requires principle-ask-once
anti-pattern disabled-submit | A submit button that is disabled until all is right
Nobody learns from a grey button what is missing, and it is not reachable by keyboard.
+ The button is always enabled.
+ A click shows what is missing.
= The rule for messages says where they go.
requires rule-list-errors-above
tags buttons
fact tab-order | The tab key follows the order of the document
Positive values of tabindex break that order for the whole page. Visual order by CSS does not change it.
= Arrange the source in the order of reading; use tabindex 0 and -1 only.
tags keyboard, focus

@harbor/sessions-and-passwords | authentication, security | Signing people in: passwords, sessions, second factors, recovery of accounts
principle assume-the-dump | Design as if the table of users will leak one day
Backups, logs and injected queries leak. What is stored must be worth little to whoever reads it.
+ No secret is stored in a form that can be used directly.
+ Tokens are stored as hashes.
= Ask of each column: what does a stranger do with it?
rule hash-with-argon2id | Hash passwords with argon2id
A fast hash lets a thief try billions of guesses a second. Argon2id makes each guess cost memory and time.
+ At least 19 MiB, two passes, one lane.
+ Parameters are stored with the hash.
= bcrypt ignores what follows 72 bytes; do not use it for new systems.
requires principle-assume-the-dump
tags hashing, passwords
rule rehash-at-login | Upgrade old hashes when people sign in
The plain password is at hand only then. Old parameters fade out without anybody noticing.
+ After a successful check, compare the parameters and hash again if they are weaker.
+ The write is not required for the sign-in to succeed.
= Count the accounts with old parameters, and end them after a year.
requires rule-hash-with-argon2id
tags hashing, migration
rule new-session-at-login | Give out a new session id when privileges change
Whoever planted an id before the login would share the session after it. This is called session fixation.
+ The id changes at login, logout, and when a second factor is passed.
+ The old id is deleted on the server.
= regenerate(), then copy what is needed, never the other way round.
tags sessions, cookies
rule cookie-flags | Set Secure, HttpOnly and SameSite on session cookies
Scripts need no session cookie, and other sites must not send it along.
+ SameSite is Lax or Strict.
+ The name begins with __Host-, so that no subdomain can replace it.
= Set-Cookie: __Host-sid=...; Path=/; Secure; HttpOnly; SameSite=Lax
requires rule-new-session-at-login
tags cookies
rule reset-links-expire | Password reset links work once, and for an hour
A link in an inbox is a key under the mat. It must not say whether an account exists.
+ The token is random, stored as a hash, and deleted at use.
+ The answer is the same for unknown addresses.
+ All sessions end after a reset.
= Send a note to the address when the password was changed.
requires principle-assume-the-dump
tags recovery, email
rule offer-passkeys | Offer passkeys, and let people have several
A passkey is bound to the origin, so a copied page gets nothing. People lose devices: one is not enough.
+ Registration asks for a second one, or prints recovery codes.
+ The challenge is random and used once.
= WebAuthn: verify origin, rpIdHash, challenge and the counter.
tags webauthn, phishing
rule slow-down-guessing | Slow down guesses by account and by address
Lists of leaked passwords are tried everywhere. Locking an account lets strangers lock everybody out; a delay does not.
+ Failures are counted for the account and for the network.
+ Delays grow, and end after a success.
= Answer 429 with Retry-After; log without the password.
requires @mill/rule-answer-429
tags brute-force, rate-limiting
anti-pattern security-questions | Questions about pets and schools as a second factor
The answers are on social networks, or forgotten.
+ Recovery uses codes that were printed, or a second passkey.
= Support staff are not a factor either without a procedure.
requires rule-offer-passkeys

@mill/webhooks-that-arrive | webhooks, http, events | Sending events to others and receiving theirs: signatures, retries, order, duplicates
principle at-least-once | Delivery happens at least once, in any order
Networks fail after the work and before the answer. A sender that retries sends some events twice; queues reorder.
+ Receivers tolerate duplicates and old events.
= Exactly once exists only inside of one database.
rule idempotent-receiver | Remember the ids of events that were handled
A second delivery of the same event must change nothing. The id is stored in the transaction that does the work.
+ A unique index on the id of the event.
+ A duplicate answers 200.
= INSERT ... ON CONFLICT DO NOTHING, and stop if nothing was inserted.
requires principle-at-least-once
tags duplicates, idempotency
rule verify-raw-body | Verify the signature over the raw body
Parsing and printing again changes bytes. Compare in constant time, before anything reads the body.
+ The HMAC covers a time stamp and the bytes.
+ Requests older than five minutes are refused.
= crypto.timingSafeEqual on equal lengths.
tags hmac, signatures
rule answer-fast | Answer within a second, and work afterwards
Senders give up after some seconds and count it as a failure. The receiver stores the event and answers.
+ The handler writes to a queue or a table only.
+ The answer is 202 or 200, without a body.
= The work has retries of its own.
requires rule-idempotent-receiver
tags queues, timeouts
rule retry-with-jitter | Retry with growing delays and jitter
Clients that retry at the same moment knock a server over as soon as it is back.
+ The delay doubles, with a random part, up to an hour.
+ Attempts end after a day; the event is kept for a manual replay.
= delay = random(0, min(cap, base * 2 ** attempt))
requires principle-at-least-once
tags backoff, retries
rule rotate-secrets | Rotate signing secrets without an outage
For some days two secrets are valid: the sender signs with both, the receiver takes either.
+ Secrets have an id in the header.
+ The old one has an end date.
= Store them like passwords of the system, not in the code.
requires rule-verify-raw-body
tags keys, secrets
rule answer-429 | Answer 429 with Retry-After to clients that ask too often
A client that is told when to return does so. A dropped connection is tried again at once.
+ Retry-After is in seconds.
+ The limit is per token, not only per address.
= RFC 6585, section 4.
tags rate-limiting, http
pattern outbox | Write events to an outbox in the same transaction
If the change is committed and the event is not sent, others never learn of it. The outbox has both or none.
+ A worker sends rows of the outbox in order of their number, and marks them.
+ The worker may send twice.
= SELECT ... FOR UPDATE SKIP LOCKED lets several workers run.
requires principle-at-least-once, @orchard/rule-short-transactions
tags transactions, events
anti-pattern trust-the-source-address | Lists of addresses instead of signatures
Addresses of a cloud change and are shared. A list is a second barrier at most.
requires rule-verify-raw-body
tags security

@mill/service-in-typescript | typescript, nodejs, service | A service in TypeScript that starts, fails and stops in an orderly way
principle fail-at-the-start | What is wrong with the configuration is said at the start
A service that starts with half of its settings fails at night, at the first request that needs the rest.
+ All settings are read and checked before the port is opened.
+ The message names the variable and what would be right.
= Exit code 78 is EX_CONFIG.
rule parse-settings-once | Parse environment variables in one place, into a typed object
Code that reads process.env everywhere has as many defaults as files.
+ One module reads the environment.
+ Numbers, durations and addresses are parsed, not cast.
= const settings = readSettings(process.env)
requires principle-fail-at-the-start
tags configuration, environment
rule errors-have-codes | Errors for callers have a code and a sentence
Callers branch on codes; people read sentences. A message that programs match cannot be improved any more.
+ Codes are in a table with their HTTP status.
+ Unknown errors become 500 without details, logged once with the stack.
= { "code": "card_declined", "detail": "The bank refused the card." }
tags errors, api
rule abort-signals | Pass an AbortSignal to everything that waits
A client that is gone should cost nothing. Timeouts are a signal as well: AbortSignal.timeout.
+ Each outbound request and each query gets the signal of its request.
+ AbortSignal.any joins the deadline and the client.
= await fetch(url, { signal })
tags timeouts, cancellation
rule drain-before-exit | Stop taking requests, finish those that run, then exit
A process that exits at SIGTERM breaks the requests in flight at every deployment.
+ The health check fails first; the listener closes after the load balancer has noticed.
+ A deadline of some seconds ends what is left.
= server.close() waits for connections; closeIdleConnections() ends idle ones.
requires rule-abort-signals
tags sigterm, shutdown, deployment
rule no-floating-promises | Await every promise, or say why not
A rejection that nobody awaits ends the process or disappears.
+ The linter rule no-floating-promises is on.
+ Background work has a catch that logs.
= void send().catch(report)
tags promises, lint
rule strict-compiler | Turn on strict, noUncheckedIndexedAccess and exactOptionalPropertyTypes
Most undefined values come from indexes and optional fields. The compiler finds them before users do.
+ No any, no non-null assertions.
+ Input from outside is unknown until it was parsed.
= Enable them one by one in an old code base.
tags types, compiler
pattern readiness-and-liveness | Readiness says send me requests, liveness says do not kill me
A liveness check that asks the database restarts all replicas when the database is slow.
+ Liveness answers from memory.
+ Readiness turns false during start and drain.
= /health/live and /health/ready
requires rule-drain-before-exit
tags health-checks, kubernetes
anti-pattern catch-and-continue | Catching an error to log it and go on
What follows works with a value that does not exist. Handle it, or let it through.
requires rule-errors-have-codes
tags errors
`;
