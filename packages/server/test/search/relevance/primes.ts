// A small registry of well-known Primes, so that the relevant ones are certain.

/** A Prime of the collection; its namespace is its scope. */
export interface KnownPrime {
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string;
}

// Name, tags and description.
const COLLECTION = `
@acme/web-style | html, css | Rules for writing web pages that load fast and read well
@acme/web-forms | html, validation | Forms people can finish: labels, errors, autofill and when to validate
@acme/webhooks | http, events | Sending and receiving webhooks: signatures, retries and what to do with duplicates
@north/website-launch-checklist | web, operations | What to look at before a site goes public, from redirects to backups
@north/web-performance | web, speed | Make pages fast: critical rendering path, image sizes, fonts and third-party scripts
@river/image-optimization | images, web | Formats, sizes and lazy loading of pictures so that a page stays light
@river/progressive-web-apps | web, offline, mobile | Install prompts, service workers and pages that work without a network
@web/components | custom elements | Custom elements and shadow trees without a framework
@acme/html | markup | Every element, what it means and when to use it
@acme/css | stylesheets, layout | Cascade, specificity, flexbox and grid explained by small examples
@north/css-animations | css, motion | Transitions and keyframes that do not drop frames
@river/css-grid | css, layout | Two-dimensional layouts in the browser
@acme/style-guide | writing | How this company spells, capitalises and abbreviates
@river/accessible-forms | accessibility, html | Labels, focus order and error messages for keyboards and screen readers
@north/accessibility | a11y, wcag | Pages that everybody can use: contrast, keyboard, captions, landmarks
@acme/color-contrast | accessibility, design | Choosing colours that people with low vision can tell apart
@acme/http | protocol | Methods, status codes and headers in one place
@acme/http-caching | http, performance | Freshness, validators and conditional requests: how caches decide
@river/cache-invalidation | caching, databases | When to throw away what was computed before, and how to notice too late
@north/redis-caching | redis, databases | Patterns for a key-value store in front of a database
@river/cdn-basics | http, network | Content near its readers: edge servers, purging and cache keys
@north/http-status-codes | http, reference | Which status to answer with, from 200 to 511
@acme/rest-api-design | api, http | Resources, verbs, paging and errors of an interface that lasts
@river/api-versioning | api, compatibility | Changing an interface without breaking those who use it
@north/graphql-api | graphql, api | Schemas, resolvers and the cost of nested queries
@acme/grpc | rpc, api | Contracts in protocol buffers, streaming calls and deadlines
@river/openapi-documents | api, documentation | Describing an HTTP interface so that tools can read it
@acme/pagination | api, databases | Offsets, cursors and keys: how to hand out long lists
@north/rate-limiting | api, resilience | Token buckets and fair answers to greedy clients
@acme/error-handling | errors, resilience | Fail early, say what happened, and recover where it makes sense
@north/python-exceptions | python, errors | Raising, catching and chaining exceptions without hiding any
@river/go-errors | go, errors | Wrapping, comparing and returning errors in Go
@acme/error-messages | writing, usability | Telling people what went wrong and what to do next
@acme/logging | observability | What to log, at which level, and what never to log
@north/structured-logs | logging, json | Events with fields instead of sentences with numbers
@river/observability | monitoring, metrics, tracing | Metrics, logs and traces that answer questions nobody has asked yet
@acme/alerting | monitoring, on-call | Alarms worth waking up for
@north/prometheus | metrics, monitoring | Counters, gauges, histograms and the queries over them
@acme/incident-response | operations, on-call | The first hour of an outage, and the review after it
@acme/python | language | The language from values to modules
@north/python-testing | python, testing | Fixtures, parametrised tests and doubles with pytest
@river/python-packaging | python, packaging | Building and publishing wheels
@north/python-type-hints | python, types | Annotations that find mistakes before they run
@river/django-basics | python, web | Models, views and templates of the framework
@acme/javascript | language, web | Values, functions, promises and modules
@acme/typescript | javascript, types | Types for JavaScript: inference, narrowing and generics
@north/typescript-strict-mode | typescript, types | What each strict option finds, and how to turn them on one at a time
@river/react-hooks | react, javascript | State, effects and the rules that keep them predictable
@north/react-testing | react, testing | Testing components the way people use them
@acme/nodejs-streams | nodejs, javascript | Reading and writing more than fits in memory
@acme/testing | quality | What to test, at which level, and when to stop
@river/unit-tests | testing | Small tests that fail for one reason
@north/end-to-end-tests | testing, browser | Driving a whole system through its user interface
@acme/property-based-testing | testing | Let the computer find the example that breaks the rule
@river/load-testing | performance, testing | How much a system carries, measured without fooling yourself
@acme/test-data | testing, databases | Builders and fixtures that stay readable
@acme/code-review | teamwork, quality | Reading other people's changes kindly and carefully
@north/refactoring | quality | Changing structure in small safe steps
@acme/git | version control | Commits, branches and how to undo almost anything
@north/git-workflows | git, teamwork | Trunk, feature branches and releases compared
@river/git-bisect | git, debugging | Finding the commit that broke it
@acme/commit-messages | git, writing | A first line that says why
@north/release-notes | writing, releases | Telling users what changed and what they must do
@river/semantic-versioning | releases, compatibility | What the three numbers promise
@acme/docker | containers | Images, layers and small safe containers
@north/docker-compose | docker, containers | Several containers on one machine for development
@river/kubernetes | containers, operations | Pods, services and deployments without tears
@north/kubernetes-security | kubernetes, security | Policies, secrets and least privilege in a cluster
@acme/terraform | infrastructure, cloud | Describing servers and networks as code
@river/continuous-delivery | deployment, ci | From a commit to production many times a day
@north/blue-green-deployment | deployment | Two environments and a switch between them
@acme/feature-flags | deployment | Shipping code that is not switched on yet
@acme/sql | databases, language | Queries, joins and aggregates
@north/sql-performance | sql, databases, indexes | Reading query plans and choosing indexes
@river/postgresql | databases, sql | Types, constraints, locks and maintenance of the database
@acme/sqlite | databases, sql | A database in a file: modes, locks and full-text search
@north/database-migrations | databases, deployment | Changing tables while people use them
@river/database-backups | databases, operations | Copies that can be restored, and proof of it
@acme/data-modeling | databases, design | Entities, keys and what to leave out
@north/full-text-search | search, databases | Tokens, stemming, ranking and how to measure relevance
@river/search-engine-optimization | seo, web | Being found by people who look for what you have
@acme/autocomplete | search, usability | Suggestions while somebody types
@acme/security | basics | Threats, trust and what to do first
@north/application-security | security, web | Injection, broken access control and the rest of the usual list
@river/sql-injection | security, sql | How input becomes code, and parameters that prevent it
@acme/password-storage | security, authentication | Slow hashes, salts and moving from old ones
@north/authentication | security, identity | Sessions, tokens, second factors and recovery
@river/oauth | authentication, api | Flows for apps that act on behalf of people
@acme/threat-modeling | security, design | Thinking like an attacker before there is one
@north/secrets-management | security, operations | Keys and passwords that never reach the repository
@acme/cryptography | security | Primitives, and why not to combine them yourself
@river/tls-certificates | security, network | Issuing, renewing and checking certificates
@north/gdpr | privacy, law | Duties of those who keep data about people
@acme/privacy-by-design | privacy | Collect less, keep it shorter, show who sees it
@acme/technical-writing | writing, documentation | Clear sentences for busy readers
@north/api-documentation | api, documentation | Reference, guides and examples that stay true
@river/architecture-decision-records | documentation, design | One page a decision: why, and what it costs
@acme/readme | documentation | The first page of a project
@north/domain-driven-design | design, architecture | Models, boundaries and a language everybody shares
@river/microservices | architecture | When to cut a system into pieces, and when to leave it whole
@acme/event-driven-architecture | events, architecture | Messages instead of calls
@north/message-queues | events, resilience | Delivery, order and what at-least-once means
@acme/distributed-systems | architecture | Clocks, consensus and partial failure
@river/concurrency | threads | Locks, races and immutable data
@north/rust-ownership | rust, memory | Borrowing, lifetimes and moves
@acme/go | language | Goroutines, interfaces and simple code
@river/regular-expressions | text, parsing | Patterns that match what you mean and nothing else
@acme/time-zones | dates | Offsets, daylight saving and storing instants
@north/unicode | text, internationalization | Code points, normal forms and sorting names
@river/internationalization | i18n, languages | Plurals, dates and text that grows in translation
@acme/prompt-design | ai, agents | Instructions for language models that hold
@north/agent-tools | ai, agents | Giving models functions to call, safely
@river/retrieval | ai, search | Finding the passages a model needs to answer
@acme/evaluation-of-models | ai, testing | Measuring answers before users do
@acme/statistics | mathematics | Distributions, tests and honest intervals
@north/data-visualization | charts, design | Charts that tell the truth at a glance
@river/spreadsheets | data | Formulas, pivots and sheets that others can follow
@acme/project-planning | management | Estimates, milestones and plans that survive
@north/meetings | management, teamwork | Fewer, shorter, with an outcome
@river/hiring | management, people | Interviews that predict how somebody works
@acme/remote-work | teamwork | Teams that rarely share a room
@kitchen/bread | baking | Flour, water, salt, yeast and patience
@kitchen/sourdough | baking, fermentation | A starter, long rises and open crumb
@kitchen/knife-skills | cooking | Cuts, grips and how to keep an edge
@kitchen/desserts | baking | Crème brûlée, soufflé, flan and how not to curdle them
@garden/composting | soil | Turning kitchen scraps into soil
@garden/pruning-roses | flowers | Where to cut, and in which month
@garden/tomatoes | vegetables | From seed to harvest, on a balcony too
@clinic/first-aid | health, emergency | What to do until help arrives
@clinic/sleep | health | Habits for better nights
@clinic/triage | health, emergency | Who is seen first, and why
@money/budgeting | finance | A plan for a month's income
@money/invoices | finance, law | What an invoice must say, and when it is due
@law/software-licenses | law, open source | What each licence lets you do, and what it asks in return
@law/contracts | law | Offer, acceptance and what to read twice
@music/harmony | theory | Chords, and where they want to go
@photo/exposure | camera | Aperture, time and sensitivity
`;

export const KNOWN_PRIMES: readonly KnownPrime[] = COLLECTION.trim()
  .split('\n')
  .map((line) => {
    const [name = '', tags = '', description = ''] = line.split(' | ');
    return { name, tags: tags.split(', '), description };
  });
