// The part of an OpenAPI document that the reference page shows.

/** An OpenAPI 3.1 document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> };
}

export interface ApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly responses?: Readonly<Record<string, ApiResponse>>;
}

export interface ApiResponse {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema }>>;
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string | number | boolean | null;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly items?: ApiSchema;
}
