// A resolver that asks nobody about a scope whose pin is not followed.
import { type RegistryClient, Resolver, type ResolverOptions } from '@prime-registry/client';
import { parsePrimeName } from '@prime-registry/protocol';

/** Throws for a scope that nobody may be asked about. */
export type ScopeCheck = (scope: string) => void;

/** Every method rejects with what the check throws for the scope of the name, before anybody is asked. */
export class WaryResolver extends Resolver<RegistryClient> {
  readonly #check: ScopeCheck;

  constructor(options: ResolverOptions<RegistryClient>, check: ScopeCheck) {
    super(options);
    this.#check = check;
  }

  override async resolve(...args: Parameters<Resolver['resolve']>) {
    this.#checkName(args[0]);
    return super.resolve(...args);
  }

  override async resolveLocked(...args: Parameters<Resolver['resolveLocked']>) {
    this.#checkName(args[0].name);
    return super.resolveLocked(...args);
  }

  override async listVersions(...args: Parameters<Resolver['listVersions']>) {
    this.#checkName(args[0]);
    return super.listVersions(...args);
  }

  #checkName(name: string): void {
    const parsed = parsePrimeName(name);
    if (parsed.ok) this.#check(parsed.value.scope);
  }
}
