// The Model Context Protocol, which agents speak.

import type { Setting } from './setting.ts';
import { choiceSetting } from './setting-kinds.ts';
import { readOrigins } from './values/read-origins.ts';

export const MCP: Setting<'on' | 'off'> = choiceSetting(
  {
    name: 'mcp',
    summary: 'Whether agents can read over the Model Context Protocol, at /-/mcp',
    default: 'on',
  },
  ['on', 'off'],
);

/** Origins as browsers write them. */
export const MCP_ORIGINS: Setting<readonly string[]> = {
  name: 'mcp-origins',
  summary: 'Websites whose scripts may use /-/mcp, besides that of public-url',
  allowed: 'none, or origins such as https://app.example.com, separated by commas',
  default: [],
  defaultText: 'none',
  read: (text) => (text.trim() === 'none' ? [] : readOrigins(text)),
};
