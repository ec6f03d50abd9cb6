// Exchanges of identity tokens, on SQLite.
import { testExchange } from './exchange-suite.ts';

await testExchange({});
