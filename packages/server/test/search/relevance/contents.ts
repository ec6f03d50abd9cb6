// What is inside some of the known Primes: READMEs and atoms, which queries may be about without a word of
// the Prime's own.

/** An atom of a Prime; its id has the scope of the Prime. */
export interface KnownAtom {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
  readonly notes: string;
}

/** What is inside a Prime. */
export interface KnownContents {
  readonly readme: string | undefined;
  readonly atoms: readonly KnownAtom[];
}

// A Prime, then `README` and its text, or an atom: kind, short name, description and notes.
const CONTENTS = `
@acme/web-style
README | Thirty rules that a reviewer can point to. Each says what breaks for readers when it is not kept, and how to check it in a browser.
rule visible-focus | Never remove the outline of a focused element | Whoever moves with the tab key has to see where they are. Style focus-visible, with two pixels of a colour that stands out.
rule defer-scripts | Scripts do not block rendering | Put defer on every script, and load analytics after the page is idle.
rule font-display | Text is readable before its font has arrived | Use font-display swap and a fallback with similar metrics, so that the layout does not shift.
rule line-length | Lines of text have 45 to 80 characters | Set max-width in ch units. Longer lines make readers lose their place.
rule reduced-motion | Animations respect prefers-reduced-motion | People with vestibular disorders get sick from parallax and zooming.
@acme/style-guide
README | How we spell, one atom a word.
word visible | Visible and visual | Visible is what can be seen, visual what is about seeing.
word focus | Focus, focused, focuses | With one s.
word error | Error or mistake | Programs have errors, people make mistakes.
word budget | Budget and budgeted | Without a second t.
word column | Column | With an n that nobody hears.
word rename | Rename | Without a hyphen.
word network | Network | One word.
word policies | Policy and policies | The plural has ie.
word phone | Phone | Not telephone.
word numbers | Numbers | Words up to twelve, then figures.
word recovery | Recovery | Of data and of people alike.
word position | Position | Where something stands; not location.
word session | Session | Not to be mixed up with cession.
word screen | Screen | Not display, not monitor.
word label | Label and labelled | With a second l before an ending.
word index | Indexes | Not indices.
word transaction | Transaction | Abbreviated nowhere.
word reset | Reset | One word; the past is reset as well.
word links | Links | Not hyperlinks.
word inline | Inline | Without a hyphen.
word scripts | Scripts | Programs that are not compiled.
word request | Request | Ask somebody, request something.
word forms | Forms | What people fill in.
word probe | Probe | What looks whether something is alive.
@river/accessible-forms
README | Written with people who use screen readers every day.
rule label-every-field | Every input has a label that is tied to it | A placeholder vanishes while typing and is read by no screen reader. Use for and id.
rule error-summary | Errors are listed above the form and linked to their fields | Move focus to the summary after a failed submit, and say how many problems there are.
rule group-radios | Radio buttons are grouped in a fieldset with a legend | Without it nobody hears which question the options answer.
fact autocomplete-tokens | The autocomplete attribute has 53 tokens | WCAG 1.3.5 asks for them where a field is about the user.
@acme/web-forms
rule validate-on-blur | Validate when somebody leaves a field, not while they type | Errors that appear at the first keystroke read like an insult.
rule autofill | Name fields as browsers expect | With autocomplete tokens, password managers and address books fill in the rest.
rule phone-numbers | Accept phone numbers with spaces and dashes | Normalise to E.164 on the server.
@acme/http-caching
README | How to make an interface cacheable without ever serving the wrong answer.
rule vary-carefully | Vary only by what changes the answer | Each header in Vary multiplies the entries; Vary on Cookie disables shared caches.
rule stale-while-revalidate | Serve stale answers while a fresh one is fetched | stale-while-revalidate hides the latency of the origin, and stale-if-error an outage.
fact etag-weak | A weak ETag says equivalent, a strong one says identical | Only strong validators allow range requests.
rule private-answers | What depends on the user is private | Cache-Control private keeps shared caches from storing it.
@river/cdn-basics
rule purge-by-tag | Purge by surrogate key rather than by address | One article is on hundreds of pages; tag each answer with what it was made of.
fact thundering-herd | A thundering herd follows every purge | Collapse requests for one object into one to the origin.
@north/redis-caching
rule cache-stampede | Protect hot keys from stampedes | Recompute early and at random before a key expires, or lock while one client recomputes.
rule ttl-jitter | Add jitter to the time to live | Keys that were set together expire together.
@river/kubernetes
rule readiness-probes | Readiness and liveness probes are two things | A failed liveness probe restarts the container; a failed readiness probe takes it out of the service.
rule resource-limits | Set memory requests equal to limits | A pod beyond its limit is killed: OOMKilled in the status.
rule pod-disruption | Give every deployment a disruption budget | Nodes are drained during upgrades; a PodDisruptionBudget keeps a quorum running.
rule graceful-shutdown | Handle SIGTERM and drain connections | Endpoints are removed at the same time, so sleep a moment before closing the listener.
@north/kubernetes-security
rule no-root | Containers do not run as root | Set runAsNonRoot and drop all capabilities.
rule network-policies | Deny traffic between namespaces by default | A NetworkPolicy without rules selects and blocks.
@acme/docker
rule multi-stage | Build in one stage and ship another | The compiler stays out of the image; the final stage copies the binary.
rule pin-digest | Pin base images by digest | A tag moves, a digest does not.
rule pid-one | Process one has to reap zombies and forward signals | Use an init such as tini, or exec form for the entrypoint.
@river/postgresql
rule index-concurrently | Create indexes concurrently on live tables | A plain create index blocks writes. Check for invalid indexes afterwards.
fact vacuum-freeze | Transaction ids wrap around after two billion | Autovacuum freezes old rows; watch age of datfrozenxid.
rule lock-timeout | Set lock_timeout before altering a table | A waiting alter blocks every later reader.
@north/sql-performance
rule covering-index | Let an index cover the query | With include columns an index-only scan never touches the heap.
rule keyset-pagination | Page by key, not by offset | Offset reads and throws away what it skips.
rule n-plus-one | Avoid one query per row | Join, or load all children with one in list.
@north/database-migrations
README | Expand, migrate, contract: three deployments for one rename.
rule backfill-batches | Backfill in small batches | A single update of a million rows bloats the table and holds its locks.
rule no-rename | Never rename a column in one step | Old code still reads the old name. Add, copy, switch, drop.
@acme/sqlite
rule wal-mode | Use write-ahead logging for concurrent readers | journal_mode=wal lets readers go on while one writes.
fact busy-timeout | Without a busy timeout a locked database is an error at once | Five seconds are a good start.
@acme/password-storage
rule argon2id | Hash passwords with argon2id | 19 MiB of memory and two passes at least; bcrypt cuts off after 72 bytes.
rule pepper | Keep a pepper outside of the database | An attacker with a dump alone cannot begin to guess.
rule rehash-on-login | Upgrade old hashes when people log in | That is the only moment when the plain password is at hand.
@north/authentication
rule session-fixation | Change the session id after a login | Otherwise an attacker who planted an id shares the session.
rule webauthn | Offer passkeys as a second factor | A passkey is bound to the origin, so phishing gets nothing.
rule reset-links | Password reset links expire after use | And after an hour, and they never tell whether an account exists.
@north/application-security
rule csrf-tokens | Protect forms against cross-site request forgery | SameSite cookies and a token that is tied to the session.
rule content-security-policy | Forbid inline scripts by policy | A nonce or a hash for what has to stay inline.
rule ssrf-allowlist | Fetch only from hosts on an allowlist | Server-side request forgery reaches metadata services such as 169.254.169.254.
@acme/webhooks
rule verify-signatures | Verify the HMAC signature over the raw body | Parse only afterwards, and compare in constant time.
rule idempotent-handlers | Handle the same event twice without harm | Senders retry; keep the ids of events that were handled.
@acme/logging
rule no-secrets | Never log credentials or personal data | Redact authorization headers in the logger and not at each call.
rule correlation-id | Every line has the id of its request | Pass traceparent on to other services.
@acme/alerting
rule symptoms-not-causes | Alert on symptoms that users feel | High CPU is no reason to wake anybody up.
rule burn-rate | Alert on the burn rate of the error budget | A fast window pages, a slow one makes a ticket.
@acme/git
rule reflog | Lost commits are in the reflog | git reflog, then reset or cherry-pick; entries live for 90 days.
rule force-with-lease | Force-push with lease | It refuses when somebody else has pushed meanwhile.
@river/git-bisect
rule bisect-run | Let a script decide with bisect run | Exit code 125 skips a commit that does not build.
@kitchen/sourdough
rule float-test | A ripe starter floats in water | When a spoonful sinks, feed it and wait.
rule autolyse | Let flour and water rest before salt | Half an hour of autolyse makes the dough stretch without kneading.
@kitchen/bread
rule windowpane | Knead until the dough passes the windowpane test | Stretched thin, light shines through before it tears.
@garden/tomatoes
rule pinch-suckers | Pinch out side shoots weekly | Suckers in the leaf axils cost the plant fruit.
rule blossom-end-rot | Water evenly against blossom end rot | Black bottoms are a lack of calcium that comes from drought.
@photo/exposure
rule sunny-sixteen | In bright sun use f/16 and one over the film speed | The sunny sixteen rule needs no light meter.
rule expose-right | Expose to the right without clipping highlights | Watch the histogram; shadows can be lifted, white cannot be recovered.
@law/software-licenses
fact copyleft | Copyleft asks for the source of derived works | The AGPL asks for it from those who use the program over a network as well.
rule notice-files | Keep notices when you redistribute | Apache-2.0 asks for the NOTICE file.
@north/meetings
rule agenda-first | No agenda, no attenda | Decline invitations that do not say what is to be decided.
@clinic/first-aid
rule compressions | Press 100 to 120 times a minute | Chest compressions five centimetres deep; swap every two minutes.
rule recovery-position | Turn who breathes but does not answer on their side | The recovery position keeps the airway free.
`;

/** By the name of the Prime. */
export const KNOWN_CONTENTS: ReadonlyMap<string, KnownContents> = readContents();

function readContents(): Map<string, KnownContents> {
  const contents = new Map<string, { readme: string | undefined; atoms: KnownAtom[] }>();
  let current: { readme: string | undefined; atoms: KnownAtom[] } = { readme: undefined, atoms: [] };
  let scope = '';
  for (const line of CONTENTS.trim().split('\n')) {
    const [head = '', description = '', notes = ''] = line.split(' | ');
    if (head.startsWith('@')) {
      current = { readme: undefined, atoms: [] };
      scope = head.slice(0, head.indexOf('/'));
      contents.set(head, current);
    } else if (head === 'README') {
      current.readme = description;
    } else {
      const [kind = '', short = ''] = head.split(' ');
      current.atoms.push({ id: `${scope}/${kind}-${short}`, kind, description, notes });
    }
  }
  return contents;
}
