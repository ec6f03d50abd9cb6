// Creates the look of the pages from the settings.
import { Site, type SiteMark } from '@prime-registry/web';
import type { ServerSettings } from '../config/server-settings.ts';

type Settings = Pick<ServerSettings, 'siteName' | 'siteColours' | 'siteLinks' | 'publicUrl' | 'isPrivate'>;

/** Creates the site. */
export function createSite(settings: Settings, mark: SiteMark | undefined): Site {
  const { siteName, siteColours, siteLinks, publicUrl, isPrivate } = settings;
  const [light, dark] = siteColours.split(' ');
  return new Site({
    name: siteName,
    mark,
    colours: light !== undefined && dark !== undefined ? { light, dark } : undefined,
    links: siteLinks,
    ...{ publicUrl, isPrivate },
  });
}
