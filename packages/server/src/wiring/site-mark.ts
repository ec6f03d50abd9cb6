// The mark that the operator has chosen for the pages.
import { readFileSync, statSync } from 'node:fs';
import { quote } from '@prime-registry/protocol/basics';
import type { SiteMark } from '@prime-registry/web';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';

/** Every page has it in its header, and browsers ask for it once. */
const MAX_MARK_BYTES = 64 * 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the mark; undefined without one. @throws SettingError for a mark that cannot be used */
export function readSiteMark({ siteMark: path }: Pick<ServerSettings, 'siteMark'>): SiteMark | undefined {
  if (path === '') return undefined;
  let content: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_MARK_BYTES)
      throw new SettingError(
        `site-mark: ${quote(path)} has ${size} bytes; the most are ${MAX_MARK_BYTES} bytes`,
      );
    content = readFileSync(path);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new SettingError(`site-mark: cannot read ${quote(path)}: ${(error as Error).message}`);
  }
  if (content.subarray(0, PNG.length).equals(PNG)) return { type: 'png', content };
  if (/<svg[\s>]/.test(content.toString('utf8'))) return { type: 'svg', content };
  throw new SettingError(`site-mark: ${quote(path)} is neither an SVG nor a PNG`);
}
