// The Model Context Protocol, which agents speak.
import { choiceSetting, listSetting, readList } from './setting-kinds.ts';
import { readOrigin } from './values/read-origin.ts';

export const MCP_SETTINGS = {
  mcp: choiceSetting(['on', 'off'], {
    name: 'mcp',
    summary: 'Whether agents can read over the Model Context Protocol, at /-/mcp',
    default: 'on',
  }),
  /** Origins as browsers write them. */
  mcpOrigins: listSetting({
    name: 'mcp-origins',
    summary: 'Websites whose scripts may use /-/mcp, besides that of public-url',
    allowed: 'none, or origins such as https://app.example.com, separated by commas',
    read: (text) => readList(text, readOrigin),
  }),
};
