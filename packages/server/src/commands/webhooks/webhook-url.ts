// Checks the address that an operator gives for a webhook.
import { isIP } from 'node:net';
import { UsageError } from '@prime-registry/command-line';
import { isPrivateAddress } from '../../addresses/private-addresses.ts';

/** What the operator allows. */
export interface UrlPermissions {
  readonly allowsPrivateAddresses: boolean;
  /** Whether messages may be sent without TLS. */
  readonly allowsInsecure: boolean;
}

const MAX_LENGTH = 2000;

/** Parses the address. Names are only looked up when a message is sent. @throws UsageError */
export function readWebhookUrl(text: string, permissions: UrlPermissions): string {
  const { allowsPrivateAddresses, allowsInsecure } = permissions;
  const isUrl = /^https?:\/\/[\x21-\x7e]+$/i.test(text) && text.length <= MAX_LENGTH && URL.canParse(text);
  if (!isUrl) throw new UsageError('the address of a webhook is like https://hooks.example.com/primes');
  const { protocol, hostname, username, password, hash, href } = new URL(text);
  if (username !== '' || password !== '')
    throw new UsageError('the address contains credentials; remove them: the signature proves who sends');
  if (hash !== '') throw new UsageError('the address has a fragment, which is never sent; remove it');
  if (protocol === 'http:' && !allowsInsecure)
    throw new UsageError('the address begins with http:; use https, or allow it with --allow-insecure');
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!allowsPrivateAddresses && (host === 'localhost' || (isIP(host) !== 0 && isPrivateAddress(host))))
    throw new UsageError(`${host} is a private address; allow it with --allow-private-addresses`);
  return href;
}
