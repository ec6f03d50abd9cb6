// Two processes on one data folder.
import { makeFolder } from '../temporary-registry.ts';
import { testTwoProcesses } from './two-processes-suite.ts';

testTwoProcesses(async (t) => ({ dataFolder: await makeFolder(t) }));
