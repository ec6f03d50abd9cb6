// The bill of materials of a program in one file: its application, and the Node.js that it is a copy of.
import type { SourceState } from '../build/source-state.ts';
import type { ThirdPartyPackage } from '../build/third-party-licenses.ts';
import type { ProgramPlatform } from '../programs/platforms.ts';
import type { Bill } from './cyclonedx.ts';
import { encloseBill } from './enclose-bill.ts';
import { makePackageBill } from './package-bill.ts';

/** A program that was built. */
export interface BuiltProgram {
  /** The name of the command. */
  readonly name: string;
  /** The folder of its application in `packages`. */
  readonly application: string;
  readonly platform: ProgramPlatform;
  /** The third-party packages inside. */
  readonly thirdParty: readonly ThirdPartyPackage[];
}

/** Describes a program. */
export function makeProgramBill(program: BuiltProgram, state: SourceState): Bill {
  const { name, application: folder, platform, thirdParty } = program;
  const application = makePackageBill({ folder, kind: 'application', thirdParty }, state);
  const { version } = application.subject;
  const packageUrl = `pkg:generic/${name}@${encodeURIComponent(version)}?platform=${platform.name}`;
  const subject = { ...application.subject, name, packageUrl };
  return encloseBill(application, { subject, runtime: platform.npmPackage });
}
