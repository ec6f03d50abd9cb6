// What goes into a resolution and what comes out of it.
import type { RegistryManifest, RegistryReader, RequestOptions } from '../registry-reader.ts';
import type { Route } from './route.ts';

/** A Prime that is asked for, and whom to ask. */
export interface Query<R extends RegistryReader = RegistryReader> {
  readonly name: string;
  readonly route: Route<R>;
  readonly options: RequestOptions;
}

/** A version that can be installed. */
export interface Resolution<R extends RegistryReader = RegistryReader> {
  readonly name: string;
  /** As the registry spells it. */
  readonly version: string;
  readonly registry: R;
  readonly manifest: RegistryManifest;
}
