// The bill of materials of what contains an application together with the Node.js that runs it.

import { ROOT } from '../build/published-packages.ts';
import type { Bill, Component } from './cyclonedx.ts';
import { LockFile } from './lock-file.ts';
import { npmComponent } from './npm-component.ts';

/** What an application is inside of. */
export interface Enclosure {
  readonly subject: Component;
  /** The npm package with its Node.js. */
  readonly runtime: string;
  /** What else is inside. */
  readonly others?: readonly Component[];
}

/** Describes it. @param application - the bill of the application */
export function encloseBill(application: Bill, { subject, runtime, others = [] }: Enclosure): Bill {
  const inside = [application.subject, describeRuntime(runtime), ...others];
  return {
    ...application,
    subject,
    components: [...inside, ...application.components],
    requires: new Map([
      ...application.requires,
      [subject.packageUrl, inside.map(({ packageUrl }) => packageUrl)],
    ]),
  };
}

/** Scanners know vulnerabilities of Node.js by its CPE, not by the npm package that it comes from. */
function describeRuntime(npmPackage: string): Component {
  const component = npmComponent(new LockFile(ROOT).getPackage(`node_modules/${npmPackage}`));
  const cpe = `cpe:2.3:a:nodejs:node.js:${component.version}:*:*:*:*:*:*:*`;
  return { ...component, type: 'platform', cpe };
}
