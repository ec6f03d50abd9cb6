// The bucket of the setting `blobs`. No message repeats what may be a secret.
import type { S3Location } from '@prime-registry/blobs';
import { quote } from '@prime-registry/protocol/basics';
import { SettingError } from '../setting.ts';

const BUCKET_PARAMETERS = ['region', 'endpoint', 'path-style'];

/** @throws SettingError with what is wrong, without anything that may be a secret */
export function readS3Location(text: string): S3Location {
  if (!URL.canParse(text)) throw new SettingError('the URL is malformed; use s3://bucket/prefix');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw withCredentials('the URL');
  const parameters = readParameters(url.searchParams);
  if (url.hash !== '' || url.port !== '') {
    throw new SettingError(
      'the URL of a bucket has no port and no #; give the address of a store as endpoint=',
    );
  }
  return {
    bucket: readBucket(url.hostname),
    prefix: readPrefix(url.pathname),
    region: readRegion(parameters.get('region')),
    endpoint: readEndpoint(parameters.get('endpoint')),
    isPathStyle: readPathStyle(parameters.get('path-style')),
  };
}

function readParameters(given: URLSearchParams): URLSearchParams {
  for (const name of new Set(given.keys())) {
    if (/key|secret|token|password|credential/i.test(name)) throw withCredentials('the URL');
    if (!BUCKET_PARAMETERS.includes(name))
      throw new SettingError(
        `${quote(name)} is not a parameter of a bucket; the parameters are ${BUCKET_PARAMETERS.join(', ')}`,
      );
    if (given.getAll(name).length > 1)
      throw new SettingError(`${name} is given more than once; give it once`);
  }
  return given;
}

function readBucket(bucket: string): string {
  if (/^[0-9A-Za-z][0-9A-Za-z._-]{2,62}$/.test(bucket)) return bucket;
  throw new SettingError(`${quote(bucket)} is not a bucket name; use s3://bucket/prefix`);
}

function readPrefix(path: string): string {
  const prefix = path.replaceAll(/^\/|\/$/g, '');
  // Characters that need no escape in any store; no `.` or `..`.
  const isPart = (part: string): boolean => /^(?!\.\.?$)[0-9A-Za-z._-]+$/.test(part);
  if (prefix === '' || (prefix.length <= 512 && prefix.split('/').every(isPart))) return prefix;
  throw new SettingError(
    `the prefix ${quote(prefix)} cannot be used; use up to 512 letters, digits and ._- with single slashes between`,
  );
}

function readRegion(region: string | null): string | undefined {
  if (region === null) return undefined;
  if (/^[0-9A-Za-z-]{1,63}$/.test(region)) return region;
  throw new SettingError(`region=${quote(region)} is not a region; use one such as eu-central-1`);
}

function readEndpoint(endpoint: string | null): string | undefined {
  if (endpoint === null) return undefined;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url !== undefined && (url.username !== '' || url.password !== '')) throw withCredentials('endpoint');
  const isPlain = url?.search === '' && url.hash === '' && url.pathname === '/';
  if (url !== undefined && isPlain && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new SettingError(
    `endpoint=${quote(endpoint)} is not an address; use https://host or https://host:port`,
  );
}

function readPathStyle(text: string | null): boolean {
  if (text === null || text === 'false') return false;
  if (text === 'true') return true;
  throw new SettingError(`path-style=${quote(text)} is not allowed; use true or false`);
}

function withCredentials(where: string): SettingError {
  return new SettingError(
    `${where} contains credentials, which others could read; remove them, and give them as AWS_ACCESS_KEY_ID and ` +
      'AWS_SECRET_ACCESS_KEY, as a profile, or as the role of the machine',
  );
}
