// The name and version of the suite.
import { readVersion } from '@prime-registry/launch';

/** The name of the suite in requests and reports. */
export const SUITE_NAME = 'prime-conformance';

/** The version of the suite. */
export const SUITE_VERSION: string = readVersion();
