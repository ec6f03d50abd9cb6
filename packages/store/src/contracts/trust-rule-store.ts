// Interface to trust rules: which identities of which issuers get tokens, and how the keys of an issuer are found.
import type { TrustRule } from '@prime-registry/identity';
import type { Act } from './audit-store.ts';

/** A stored rule. */
export interface StoredTrustRule {
  readonly id: string;
  readonly rule: TrustRule;
  /** Claims that became conditions at the first use; undefined before. */
  readonly pinned: Readonly<Record<string, string>> | undefined;
  readonly createdAtMs: number;
  /** The name of who created it. */
  readonly createdBy: string;
  /** With a resolution of an hour; undefined for never. */
  readonly lastUsedAtMs: number | undefined;
}

/** A rule to insert. */
export type NewTrustRule = Pick<StoredTrustRule, 'id' | 'rule' | 'createdAtMs' | 'createdBy'>;

/** How the keys of an issuer are found, if not simply by its address. */
export interface TrustIssuer {
  readonly issuer: string;
  /** Absolute path of its keys (RFC 7517): nothing is requested from the issuer. */
  readonly jwksFile: string | undefined;
  /** Absolute path of certificate authorities for requests to it, in PEM form. */
  readonly caFile: string | undefined;
  /** Whether it may have a private address. */
  readonly allowPrivateAddresses: boolean;
}

/** Most rules of a registry. */
export const MAX_TRUST_RULES = 1000;

/** Trust rules. Every change is an entry `trust` of the log. */
export interface TrustRuleStore {
  /** @returns false, without a change, if the name is taken or there are {@link MAX_TRUST_RULES} already */
  insertTrustRule(rule: NewTrustRule, act: Act): Promise<boolean>;
  /**
   * Oldest first.
   * @param issuer - only those of this issuer
   */
  listTrustRules(issuer?: string): Promise<StoredTrustRule[]>;
  /** @returns the removed rule; undefined if there is none with this name */
  removeTrustRule(name: string, act: Act): Promise<StoredTrustRule | undefined>;
  /**
   * Makes claims of the first use conditions of a rule. Of several that do so at the same time, the first one wins.
   * @returns the rule from now on, perhaps with the claims of another use; undefined if there is none with this id
   */
  pinTrustRule(
    id: string,
    pinned: Readonly<Record<string, string>>,
    act: Act,
  ): Promise<StoredTrustRule | undefined>;
  /** Stores when rules were used, unless a later use is already stored. */
  noteTrustRuleUses(uses: readonly { readonly id: string; readonly usedAtMs: number }[]): Promise<void>;
  /** Replaces how the keys of an issuer are found. */
  setTrustIssuer(issuer: TrustIssuer, act: Act): Promise<void>;
  /** Byte for byte; undefined if its keys are found simply by its address. */
  findTrustIssuer(issuer: string): Promise<TrustIssuer | undefined>;
  listTrustIssuers(): Promise<TrustIssuer[]>;
}
