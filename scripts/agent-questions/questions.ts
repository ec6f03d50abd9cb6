// Thirty questions as people ask their agents, and the words that tell a reader that the answer is there.

/** A question. */
export interface Question {
  readonly ask: string;
  /** Matches what answers it, and nothing that any other atom says. */
  readonly answer: RegExp;
}

export const QUESTIONS: readonly Question[] = [
  {
    ask: 'Who should lead an incident, and may they also repair?',
    answer: /Whoever repairs hands over the lead/,
  },
  { ask: 'How soon must the status page tell users about an outage?', answer: /within fifteen minutes/ },
  { ask: 'How many actions should come out of an incident review?', answer: /at most three actions/ },
  { ask: 'When does an incident page only the owner and not everybody?', answer: /page the owner/ },
  { ask: 'Is a replica a backup copy?', answer: /A replica is no copy/ },
  { ask: 'How long do we keep weekly backups?', answer: /weekly ones for three months/ },
  { ask: 'Where do I store the encryption key of backups?', answer: /two safes/ },
  { ask: 'How do I find the real recovery time of a restore?', answer: /honest recovery time/ },
  {
    ask: 'How can I set a column not null without blocking writes?',
    answer: /check constraint marked not valid/,
  },
  { ask: 'How large are the batches when I backfill a new column?', answer: /batches of a thousand rows/ },
  {
    ask: 'What should happen if a schema change waits for a lock too long?',
    answer: /give up after two seconds/,
  },
  { ask: 'How do I store a future appointment in a calendar program?', answer: /Europe\/Lisbon/ },
  {
    ask: 'At which hours must daily jobs not be scheduled because of daylight saving?',
    answer: /between one and three at night/,
  },
  { ask: 'Which week is number one in the ISO calendar?', answer: /first Thursday/ },
  { ask: 'How many DNS lookups may an SPF record cause?', answer: /at most ten lookups/ },
  {
    ask: 'Why does a newsletter fail DMARC although its DKIM signature is good?',
    answer: /signs with its own domain passes DKIM/,
  },
  { ask: 'Which headers does one-click unsubscribing need?', answer: /List-Unsubscribe-Post/ },
  {
    ask: 'What does the server answer if an idempotency key comes with another body?',
    answer: /another body is answered with 422/,
  },
  {
    ask: 'How long should a client wait before it retries a failed request?',
    answer: /one, two, four, eight seconds/,
  },
  { ask: 'Which media type do error responses of an API have?', answer: /application\/problem\+json/ },
  { ask: 'How do I announce that an API version will be switched off?', answer: /successor-version/ },
  { ask: 'How many lines may a change have for review?', answer: /at most 400 lines/ },
  {
    ask: 'How do I compute the water temperature for a yeast dough?',
    answer: /Multiply the wanted temperature/,
  },
  {
    ask: 'What temperature inside does a brioche with butter have when it is done?',
    answer: /done at 88 degrees/,
  },
  { ask: 'What ratio of carbon to nitrogen does compost need?', answer: /thirty parts of carbon/ },
  { ask: 'My espresso tastes sour, what do I change?', answer: /Sour: grind finer/ },
  { ask: 'How many hours do we have to report a personal data breach?', answer: /within 72 hours/ },
  { ask: 'May invoices stay when somebody asks for erasure of their data?', answer: /Invoices stay/ },
  { ask: 'What is the difference between no-cache and no-store?', answer: /`no-store` forbids keeping it/ },
  {
    ask: 'How do I resume a broken download safely if the file changed?',
    answer: /`If-Range` makes the range conditional/,
  },
];
