// What people want with a query to the known Primes: 3 is what they look for, 2 helps them, 1 is related.

/** A query, and the Primes that are relevant to it. */
export interface Judgement {
  readonly query: string;
  /** Grades from 1 to 3 by name. */
  readonly grades: ReadonlyMap<string, number>;
}

// The query, then grades with the Primes that have them.
const JUDGEMENTS = `
web | 3 @acme/web-style @north/web-performance @river/progressive-web-apps @acme/web-forms | 2 @web/components @north/website-launch-checklist | 1 @acme/javascript @river/image-optimization @north/application-security @river/django-basics @river/search-engine-optimization @acme/webhooks
we | 3 @acme/web-style @acme/web-forms @north/web-performance @river/progressive-web-apps | 2 @web/components @acme/webhooks @north/website-launch-checklist | 1 @acme/javascript @river/image-optimization
web style | 3 @acme/web-style | 1 @acme/style-guide @acme/css
web-style | 3 @acme/web-style
web perf | 3 @north/web-performance
webh | 3 @acme/webhooks
website | 3 @north/website-launch-checklist
css | 3 @acme/css | 2 @river/css-grid @north/css-animations | 1 @acme/web-style
css layout | 3 @river/css-grid @acme/css
grid | 3 @river/css-grid | 2 @acme/css
html | 3 @acme/html | 2 @acme/web-style @acme/web-forms | 1 @river/accessible-forms
html forms | 3 @acme/web-forms @river/accessible-forms
forms | 3 @acme/web-forms @river/accessible-forms | 1 @north/unicode
accessib | 3 @north/accessibility | 2 @river/accessible-forms @acme/color-contrast
accessibility | 3 @north/accessibility | 2 @river/accessible-forms @acme/color-contrast
contrast | 3 @acme/color-contrast | 2 @north/accessibility
http | 3 @acme/http | 2 @acme/http-caching @north/http-status-codes | 1 @acme/rest-api-design @river/cdn-basics @acme/webhooks @river/openapi-documents
http cach | 3 @acme/http-caching | 1 @river/cdn-basics
caching | 3 @acme/http-caching @north/redis-caching | 2 @river/cache-invalidation
cache | 3 @river/cache-invalidation | 2 @river/cdn-basics @acme/http-caching
status codes | 3 @north/http-status-codes | 2 @acme/http
api | 3 @acme/rest-api-design @river/api-versioning @north/graphql-api @north/api-documentation | 2 @acme/grpc @river/openapi-documents | 1 @acme/pagination @north/rate-limiting @river/oauth
api design | 3 @acme/rest-api-design
api doc | 3 @north/api-documentation | 2 @river/openapi-documents
versioning | 3 @river/semantic-versioning @river/api-versioning
version | 3 @river/semantic-versioning @river/api-versioning | 1 @acme/git
graphql | 3 @north/graphql-api
pagination | 3 @acme/pagination
error | 3 @acme/error-handling @acme/error-messages | 2 @river/go-errors @north/python-exceptions | 1 @river/accessible-forms @acme/rest-api-design @acme/web-forms
errors | 3 @acme/error-handling @river/go-errors | 2 @north/python-exceptions | 1 @acme/web-forms @acme/rest-api-design
error messages | 3 @acme/error-messages | 1 @river/accessible-forms
python errors | 3 @north/python-exceptions
go | 3 @acme/go | 2 @river/go-errors
go err | 3 @river/go-errors
log | 3 @acme/logging @north/structured-logs | 1 @river/observability
logging | 3 @acme/logging | 2 @north/structured-logs
monitoring | 3 @river/observability | 2 @acme/alerting @north/prometheus
metrics | 3 @north/prometheus @river/observability
on-call | 3 @acme/alerting @acme/incident-response
python | 3 @acme/python | 2 @north/python-testing @river/python-packaging @north/python-type-hints @north/python-exceptions @river/django-basics
python test | 3 @north/python-testing
pyth | 3 @acme/python | 2 @north/python-testing @river/python-packaging @north/python-type-hints @north/python-exceptions | 1 @river/django-basics
types | 3 @north/python-type-hints @acme/typescript @north/typescript-strict-mode | 1 @river/postgresql
javascript | 3 @acme/javascript | 2 @acme/typescript @acme/nodejs-streams @river/react-hooks
typescript | 3 @acme/typescript | 2 @north/typescript-strict-mode
react | 3 @river/react-hooks @north/react-testing
testing | 3 @acme/testing | 2 @north/python-testing @north/react-testing @acme/property-based-testing @river/load-testing @river/unit-tests @north/end-to-end-tests | 1 @acme/test-data @acme/evaluation-of-models
test | 3 @acme/testing @acme/test-data | 2 @river/unit-tests @north/end-to-end-tests @north/python-testing @north/react-testing @acme/property-based-testing @river/load-testing | 1 @acme/evaluation-of-models
tests | 3 @river/unit-tests @north/end-to-end-tests | 1 @acme/testing @north/python-testing
unit tests | 3 @river/unit-tests
git | 3 @acme/git | 2 @north/git-workflows @river/git-bisect | 1 @acme/commit-messages
commit | 3 @acme/commit-messages | 2 @river/git-bisect @acme/git | 1 @river/continuous-delivery
docker | 3 @acme/docker | 2 @north/docker-compose
containers | 3 @acme/docker @north/docker-compose @river/kubernetes
kube | 3 @river/kubernetes | 2 @north/kubernetes-security
kubernetes security | 3 @north/kubernetes-security
deployment | 3 @north/blue-green-deployment @river/continuous-delivery | 2 @acme/feature-flags | 1 @north/database-migrations @river/kubernetes
sql | 3 @acme/sql | 2 @north/sql-performance @river/sql-injection @acme/sqlite @river/postgresql
sqlite | 3 @acme/sqlite
database | 3 @north/database-migrations @river/database-backups | 2 @river/postgresql @acme/sqlite @acme/data-modeling @acme/sql @north/sql-performance | 1 @north/redis-caching
databases | 3 @river/postgresql @acme/sql @acme/sqlite @acme/data-modeling @north/database-migrations @river/database-backups @north/sql-performance | 2 @north/full-text-search @north/redis-caching | 1 @river/cache-invalidation
search | 3 @north/full-text-search @river/search-engine-optimization | 2 @acme/autocomplete @river/retrieval | 1 @acme/sqlite
full text search | 3 @north/full-text-search | 1 @acme/sqlite
security | 3 @acme/security | 2 @north/application-security @north/kubernetes-security | 1 @river/sql-injection @acme/threat-modeling @north/authentication @acme/password-storage @north/secrets-management @acme/cryptography @river/tls-certificates
secur | 3 @acme/security | 2 @north/application-security @north/kubernetes-security | 1 @river/sql-injection @acme/threat-modeling @north/authentication @acme/password-storage
password | 3 @acme/password-storage | 1 @north/secrets-management
auth | 3 @north/authentication | 2 @river/oauth @acme/password-storage
tokens | 2 @north/authentication @north/full-text-search
writing | 3 @acme/technical-writing | 2 @acme/style-guide @acme/commit-messages @north/release-notes @acme/error-messages
documentation | 3 @north/api-documentation | 2 @acme/technical-writing @acme/readme @river/openapi-documents @river/architecture-decision-records
design | 3 @north/domain-driven-design @acme/rest-api-design @acme/prompt-design @acme/privacy-by-design | 2 @acme/data-modeling @acme/threat-modeling @river/architecture-decision-records | 1 @acme/color-contrast @north/data-visualization
architecture | 3 @acme/event-driven-architecture @river/architecture-decision-records | 2 @river/microservices @acme/distributed-systems @north/domain-driven-design
time | 3 @acme/time-zones | 1 @photo/exposure
baking | 3 @kitchen/bread @kitchen/sourdough @kitchen/desserts
creme brulee | 3 @kitchen/desserts
kitchen | 3 @kitchen/bread @kitchen/sourdough @kitchen/knife-skills @kitchen/desserts | 1 @garden/composting
health | 3 @clinic/first-aid @clinic/sleep @clinic/triage
law | 3 @law/contracts @law/software-licenses | 2 @north/gdpr @money/invoices
privacy | 3 @acme/privacy-by-design @north/gdpr
agents | 3 @north/agent-tools @acme/prompt-design
acme/http | 3 @acme/http | 1 @acme/http-caching
@river/oauth | 3 @river/oauth
performance | 3 @north/web-performance @north/sql-performance | 2 @river/load-testing @acme/http-caching
how to undo | 3 @acme/git
data | 3 @acme/data-modeling @north/data-visualization | 2 @acme/test-data @river/spreadsheets | 1 @north/gdpr
review | 3 @acme/code-review | 1 @acme/incident-response
models | 3 @acme/evaluation-of-models | 2 @acme/prompt-design @north/agent-tools | 1 @north/domain-driven-design @river/django-basics
rate limit | 3 @north/rate-limiting
error handl | 3 @acme/error-handling
flags | 3 @acme/feature-flags
zones | 3 @acme/time-zones
teamwork | 3 @acme/remote-work @acme/code-review @north/meetings @north/git-workflows
`;

/** Queries about names, tags and descriptions of Primes. */
export const OWN_JUDGEMENTS = readJudgements(JUDGEMENTS);

/** Reads a query a line, then grades with the Primes that have them. */
export function readJudgements(text: string): Judgement[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [query = '', ...groups] = line.split(' | ');
      const graded = groups.flatMap((group) => {
        const [grade, ...names] = group.split(' ');
        return names.map((name) => [name, Number(grade)] as const);
      });
      return { query, grades: new Map(graded) };
    });
}
