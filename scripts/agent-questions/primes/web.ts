// Primes about interfaces, mail and teams, for questions of agents.

export const WEB = `
@mail/delivery | Mail that arrives: authentication of the sender, reputation, bounces and unsubscribing
fact spf-lookups | SPF allows at most ten lookups
statement: Every include, a, mx, ptr, exists and redirect counts, also inside of included records. The eleventh makes the result a permanent error, which many receivers treat as a failure. Flatten rarely used services or give them a subdomain of their own.
related: @mail/rule-alignment
rule alignment | The visible sender must match what was authenticated
statement: DMARC passes if SPF or DKIM passes and its domain is the one in From. A newsletter service that signs with its own domain passes DKIM and fails DMARC. Let it sign with a key below your domain.
requires: @mail/procedure-dmarc-rollout
procedure dmarc-rollout | Move DMARC from none to reject in steps
statement: Publish p=none with a report address, read the reports for four weeks, repair every legitimate sender, then quarantine a quarter of the failing mail, then all of it, then reject.
rule one-click | Bulk mail needs unsubscribing with one click
statement: Send List-Unsubscribe with an https address and List-Unsubscribe-Post with the value List-Unsubscribe=One-Click. The address takes a POST without a login, and removes the reader within two days.
rule bounces | Stop after a hard bounce, and after three soft ones
statement: An unknown mailbox (5.1.1) stays unknown: suppress it at once. A full mailbox or a busy server gets three attempts over three days. More than two percent of bounces ruin the reputation of an address.

@rest/conventions | Conventions of an HTTP interface: paging, retries, errors, limits and the end of versions
rule idempotency-key | A POST that costs money takes an idempotency key
statement: The client makes up a random key and sends it again with each retry. The server keeps the key with the answer for 24 hours and gives the same answer again. The same key with another body is answered with 422.
requires: @rest/rule-retry
rule retry | Retry with growing, random pauses, and only what may be repeated
statement: Wait up to one, two, four, eight seconds, each multiplied by a random number between zero and one. Retry 429, 502, 503 and 504 and lost connections. If there is a Retry-After header, it decides.
rule cursors | Pages go on by an opaque cursor
statement: The cursor names the last item that was seen, not a number of items to skip: nothing is lost or doubled when items are inserted meanwhile. Sign it or bind it to the filter, and answer 400 to a cursor of another query.
rule problems | Errors are problem documents
statement: Use the media type application/problem+json with type, title, status and detail (RFC 9457). Add the field that is wrong, and never a stack trace. Programs compare the type, people read the detail.
rule sunset | Announce the end of a version with headers half a year ahead
statement: Deprecation says since when, Sunset until when, and a link with the relation successor-version says what instead. Switch the old version off for an hour twice before the end, so that sleepers wake up.
related: @rest/rule-problems

@team/reviews | Code reviews that are quick and kind: size, order, tone and what a reviewer is responsible for
rule small-changes | A change to review has at most 400 lines
statement: Beyond that, reviewers find fewer defects an hour and approve sooner. Split by layer or by step: first the refactoring that changes nothing, then the change.
rule first-answer | Answer a review within one working day
statement: A first answer, not a full review: say when you will look, or who should instead. Waiting authors start something else, and each unfinished change costs the next one.
related: @team/rule-small-changes
rule mark-nitpicks | Mark what may be ignored
statement: Begin a remark about taste with nit: and leave the decision to the author. If the same nit comes up three times, make it a rule of the formatter.
rule reviewer-owns | Whoever approves is woken up as well
statement: Approving means: I understand this and could repair it at night. If only parts were read, say which parts.
procedure author-first | Authors review their own change first
statement: Read the difference in the review tool, not in the editor, and comment on what is surprising. Write what was tested and what was not. Most remarks of others become unnecessary.
`;
