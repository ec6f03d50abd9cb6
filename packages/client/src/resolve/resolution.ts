// Input and output of a resolution.
import type { RegistryManifest, RegistryReader, RequestOptions } from '../registry-reader.ts';
import type { Route } from './route.ts';

/** A requested Prime, and the registries to ask. */
export interface Query<R extends RegistryReader = RegistryReader> {
  readonly name: string;
  readonly route: Route<R>;
  readonly options: RequestOptions;
}

/** A version that can be installed. */
export interface Resolution<R extends RegistryReader = RegistryReader> {
  readonly name: string;
  /** The version as the registry spells it. */
  readonly version: string;
  readonly registry: R;
  readonly manifest: RegistryManifest;
}
