// The vocabulary of synthetic Primes. The most frequent words come first in each list.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Function words of English sentences. */
export const GLUE = words(`
  the and of to a in for with how is that on by from your are or it as when be without this an not into what which
  at every has its if can than over them before after between one where only all more most each other own no then
  under while their should does must up out both through against about same until instead rather never always`);

/** Kinds of Primes: the last word of many names. */
export const KINDS = words(`
  guide rules basics patterns style handbook checklist reference recipes notes review primer practices essentials
  cookbook standards pitfalls tutorial policy conventions glossary workflow playbook principles methods examples
  advanced fundamentals introduction overview internals tips templates criteria faq lessons drills audit roadmap`);

/** Subjects of Primes. */
export const SUBJECTS = words(`
  web data api test code security python javascript database design cloud network server typescript git html css
  performance deployment http docker kubernetes testing linux error model release react documentation search cache
  monitoring query storage version writing language logging sql schema metrics privacy accessibility agent prompt
  architecture email migration project team browser memory form backup image authentication mobile package java
  rust go token incident content pipeline queue date index stream type file license interface backend frontend
  service library module function class object array string number boolean regex parser compiler runtime kernel
  process thread lock mutex scheduler allocator garbage heap stack pointer buffer socket packet router firewall proxy
  gateway balancer certificate encryption cipher signature hash secret password session cookie header request response
  payload endpoint webhook event message broker topic consumer producer partition replica shard cluster node consensus
  leader quorum transaction isolation lock deadlock constraint key table column row view trigger procedure cursor join
  aggregate window filter sort page limit offset cursor snapshot journal archive compression checksum digest manifest
  registry artifact tarball container volume namespace scope role permission policy audit compliance risk threat
  vulnerability exploit patch upgrade downgrade rollback canary feature flag experiment variant segment funnel cohort
  retention churn revenue invoice payment refund ledger account tax currency price discount contract vendor purchase
  inventory warehouse shipment delivery route fleet vehicle sensor device firmware gateway protocol telemetry signal
  antenna frequency spectrum circuit voltage current battery motor valve pump turbine boiler pressure temperature
  humidity climate weather forecast storm flood drought soil crop harvest seed irrigation fertilizer livestock forest
  timber fishery ocean river lake mountain glacier volcano earthquake mineral metal alloy steel copper polymer ceramic
  glass concrete bridge tunnel railway harbor airport runway aircraft rocket satellite orbit telescope galaxy star planet
  gravity particle atom molecule protein enzyme gene genome cell tissue organ muscle bone skin heart lung kidney liver
  brain nerve vision hearing sleep nutrition diet vitamin vaccine virus bacteria infection antibiotic diagnosis surgery
  anesthesia radiology pharmacy dosage trial patient nurse clinic hospital triage emergency ambulance therapy
  psychology behavior emotion motivation habit learning teaching classroom curriculum exam essay grammar spelling
  vocabulary translation dialect phonetics rhetoric debate argument logic proof theorem algebra geometry calculus
  probability statistics regression variance sampling survey census demography economics market trade finance bank loan
  mortgage insurance pension stock bond portfolio auction tender negotiation arbitration court statute regulation
  patent trademark copyright evidence witness jury sentence parole election ballot parliament treaty embassy border
  customs visa migration housing zoning transit traffic parking cycling walking tourism museum gallery sculpture
  painting drawing color typography layout grid icon logo brand photography camera lens exposure film video audio
  microphone speaker melody harmony rhythm chord orchestra opera theater dance poetry novel chapter plot character
  dialogue editor publisher newspaper headline interview podcast newsletter blog forum chat emoji avatar profile
  notification calendar meeting agenda minutes decision roadmap milestone sprint backlog estimate retrospective mentor
  hiring interview onboarding salary feedback conflict leadership strategy vision mission goal budget forecast report
  dashboard chart histogram scatter heatmap spreadsheet formula macro script terminal shell editor keyboard mouse
  screen font pixel canvas shader texture mesh vertex polygon animation sprite collision physics engine level quest
  puzzle chess poker tournament referee stadium marathon swimming climbing sailing skiing tennis football cricket yoga
  kitchen oven knife bread cheese butter sugar coffee tea wine beer tomato potato onion garlic pepper basil ginger
  cinnamon chocolate vanilla orange lemon banana cherry apple mango kiwi papaya walnut almond peanut lentil noodle rice
  garden flower rose tulip orchid lawn pruning compost beehive pollen butterfly spider turtle falcon penguin whale
  dolphin elephant tiger leopard horse sheep goat chicken kitten puppy aquarium carpentry plumbing masonry welding
  soldering painting roofing insulation furniture textile cotton linen wool leather sewing knitting embroidery pottery
  jewelry origami calligraphy astronomy geology botany zoology chemistry archaeology anthropology linguistics philosophy
  ethics theology mythology history geography cartography genealogy heraldry numismatics`);

/** Regular verbs, see {@link inflect}. */
export const ACTIONS = words(`
  test explore check design review handle deploy publish create avoid select document measure validate monitor explain
  configure store search render parse encode decode encrypt sign verify install upgrade migrate release package
  version mark label sort filter group merge divide join rank score limit throttle retry cancel schedule batch stream
  buffer cache evict refresh expire rotate revoke grant deny audit trace profile diagnose inspect observe alert escalate
  restore recover repair replace remove rename refactor simplify extract inline enclose export import convert translate
  format print sketch paint record listen answer ask discuss decide prepare estimate assign track report summarize cite
  quote compare contrast balance adjust tune optimize reduce increase scale resize compress expand connect detach
  attach mount load fetch push pull clone fork record rebase revert bisect patch anchor lock wait signal notify`);

/** Adjectives. */
export const QUALITIES = words(`
  safe simple fast modern clear small large new common reliable consistent secure strict practical correct minimal
  readable responsive accessible portable stable durable atomic concurrent parallel distributed local remote public
  private shared static dynamic lazy eager optional required nested flat sparse dense random ordered unique mutable
  immutable typed generic abstract concrete explicit implicit synchronous asynchronous incremental idempotent
  deterministic approximate exact relative absolute global regional national rural urban coastal tropical arctic
  ancient medieval classical digital analog wireless solar thermal nuclear organic vegan seasonal annual weekly daily
  nightly manual automatic remote hybrid open closed legacy experimental internal external primary secondary final`);

/** First halves of scopes, then second halves. */
export const SCOPE_HEADS = words(`
  acme open north blue bright silver green river cedar stone harbor lake amber cobalt delta echo falcon granite hazel
  iron juniper kestrel lunar maple nova onyx pine quartz ridge summit timber umber velvet willow zephyr alpine birch
  coral dune ember fern glade heron indigo jasper kelp lotus meadow nimbus opal prairie quill raven sable tundra`);
export const SCOPE_TAILS = words(`
  labs works systems studio tools health press academy data cloud college bank energy foods games media robotics
  security learning logistics legal research society archive museum clinic garden transit audio motors`);

/** Licences (SPDX License List). */
export const LICENSES = words(`
  Apache-2.0 MIT CC-BY-4.0 CC0-1.0 BSD-3-Clause MPL-2.0 CC-BY-SA-4.0 GPL-3.0-only ISC LicenseRef-Proprietary`);

/** Forms of a regular verb: base, `-s`, `-ing` and `-ed`. */
export function inflect(verb: string): readonly string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, pluralOf(verb), `${stem}ing`, past];
}

/** The regular plural of a noun, or third person of a verb. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}
