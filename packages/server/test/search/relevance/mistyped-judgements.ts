// Queries with typing errors; the relevant Primes are those of the intended query.
import { readJudgements } from './judgements.ts';

export const MISTYPED_JUDGEMENTS = readJudgements(`
accesibility | 3 @north/accessibility | 2 @river/accessible-forms @acme/color-contrast
javscript | 3 @acme/javascript | 2 @acme/typescript @acme/nodejs-streams @river/react-hooks
kuberntes | 3 @river/kubernetes | 2 @north/kubernetes-security
kubernets security | 3 @north/kubernetes-security
pyhton | 3 @acme/python | 2 @north/python-testing @river/python-packaging @north/python-type-hints @north/python-exceptions @river/django-basics
pyhton test | 3 @north/python-testing
authentification | 3 @north/authentication | 2 @river/oauth @acme/password-storage
documentaiton | 3 @north/api-documentation | 2 @acme/technical-writing @acme/readme @river/openapi-documents @river/architecture-decision-records
postgresq | 3 @river/postgresql
postrgesql | 3 @river/postgresql
regular expresions | 3 @river/regular-expressions
concurency | 3 @river/concurrency
pasword storage | 3 @acme/password-storage
seach engine | 3 @river/search-engine-optimization
cachign | 3 @acme/http-caching @north/redis-caching | 2 @river/cache-invalidation
web stlye | 3 @acme/web-style | 1 @acme/style-guide @acme/css
api desing | 3 @acme/rest-api-design
dokcer | 3 @acme/docker | 2 @north/docker-compose
terrafrom | 3 @acme/terraform
grapqhl | 3 @north/graphql-api
sourdogh | 3 @kitchen/sourdough
tomatos | 3 @garden/tomatoes
lisences | 3 @law/software-licenses
internationalizaton | 3 @river/internationalization | 2 @north/unicode
observabilty | 3 @river/observability | 2 @acme/logging
eror messages | 3 @acme/error-messages | 1 @river/accessible-forms
databse migrations | 3 @north/database-migrations
micro-servcies | 3 @river/microservices
privaci | 3 @acme/privacy-by-design @north/gdpr
bakign | 3 @kitchen/bread @kitchen/sourdough @kitchen/desserts
comit mesages | 3 @acme/commit-messages
`);
